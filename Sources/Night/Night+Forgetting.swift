import Records
package import Stats
package import Store

extension Night {
    /// Deletes a device's history, and its exports from the ledger. Its exports in files stay there, and are not read
    /// again until a file changes.
    package func forget(_ device: StoredDevice) throws(NightFailure) -> Forgotten {
        try attempt { () throws in
            try store.beginForgetting()
            let forgotten = try store.transaction {
                let history = try store.remove(device)
                let key = DeviceKey(app: device.app, id: device.id)
                var marks = try ExportMarks(store)
                let exports = Set(try history.exports.map { try marks.mark(of: $0, by: key) })
                let files = Set(try store.remove(exports) + store.removeRefusedDevice(device.id))
                return Forgotten(
                    id: text(device.id), app: text(device.app), history,
                    files: files.sorted { $0.lexicographicallyPrecedes($1) }.map(text))
            }
            try store.checkpoint()
            return forgotten
        }
    }

    private func text(_ name: [UInt8]) -> String { String(decoding: name, as: UTF8.self) }
}
