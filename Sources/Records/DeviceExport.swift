/// One device's export as read from a file, before it is merged into the device's history.
package struct DeviceExport: Sendable {
    package var device: DeviceKey
    package var export: Export
    /// Each run once, sorted by key, with the values of this export.
    package var runs: [Run]

    /// - Parameters:
    ///   - runs: each run once, sorted by key; this sets when they were exported.
    ///   - refused: the times of this export's refused entries; `.latest` for a time that cannot be read.
    package init(device: DeviceKey, export: Export, runs: [Run], refused: [Instant] = []) {
        self.device = device
        self.export = export
        self.runs = runs
        var digest: UInt64 = 0
        for index in self.runs.indices {
            self.runs[index].setExported(at: export.exportedAt)
            digest &+= self.runs[index].digest
        }
        self.export.digest = UInt32(truncatingIfNeeded: digest >> 32)
        self.export.runCount = UInt32(clamping: self.runs.count)
        self.export.span = self.runs.first.flatMap { first in self.runs.last.map { first.at...$0.at } }
        if !runs.isEmpty {
            let middle = runs[(runs.count - 1) / 2].at
            let later = runs[(runs.count / 2)...].reduce(0) { $0 + ($1.at > middle ? 1 : 0) }
            let laterRefused = refused.reduce(0) { $0 + ($1 > middle ? 1 : 0) }
            (self.export.middle, self.export.runsAfterMiddle) = (middle, UInt32(clamping: later + laterRefused))
        }
    }
}

/// The owner of a history: an app and a device's id in it, as bytes.
///
/// Swift compares strings by canonical equivalence, but two ids that differ only in how an accent is composed are two
/// devices.
package struct DeviceKey: Hashable, Comparable, Sendable {
    /// Empty where the export names no app.
    package var app: [UInt8]
    package var id: [UInt8]

    package init(app: [UInt8], id: [UInt8]) {
        self.app = app
        self.id = id
    }

    /// By app, then by id, each by its bytes.
    package static func < (a: DeviceKey, b: DeviceKey) -> Bool {
        a.app != b.app ? a.app.lexicographicallyPrecedes(b.app) : a.id.lexicographicallyPrecedes(b.id)
    }
}
