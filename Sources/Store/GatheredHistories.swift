package import Records

/// What was read of devices and not written yet, in the order in which the devices came.
///
/// Files mostly name devices in one order, night after night, and so do the store's numbers: what is written in the order
/// of the files is nearly in the order of the store.
package struct GatheredHistories: Sendable {
    private var places: [DeviceKey: Int] = [:]
    private(set) var devices: [(key: DeviceKey, told: [History])] = []
    /// About how many bytes this takes.
    package private(set) var weight = 0

    /// What an export takes in memory beside its runs.
    private static let exportWeight = 240

    package init() {}

    package mutating func add(_ export: DeviceExport) {
        add(History(export.export, telling: export.runs, contradictions: export.contradictions), of: export.device)
    }

    package mutating func add(_ history: History, of device: DeviceKey) {
        weight += Self.exportWeight + MemoryLayout<Run>.stride * history.runs.count
        if let place = places[device] {
            devices[place].told.append(history)
        } else {
            places[device] = devices.count
            devices.append((device, [history]))
        }
    }

    /// All that was gathered of the device at a place.
    func history(at place: Int) -> History {
        // Any order gives the same history; in the order of the exports each one only goes on from the one before.
        let told = devices[place].told.sorted { $0.firstExport < $1.firstExport }
        var history = told.first ?? History()
        for next in told.dropFirst() { history.merge(next) }
        return history
    }
}

extension History {
    fileprivate var firstExport: Instant { exports.first?.exportedAt ?? .earliest }
}
