/// What was read of devices and is not stored yet, in the order in which the devices came.
///
/// Files mostly name devices in one order, night after night, and so do the store's numbers: what is written in the order
/// of the files is nearly in the order of the store.
package struct GatheredHistories: Sendable {
    private var indices: [DeviceKey: Int] = [:]
    private var devices: [(key: DeviceKey, told: [History])] = []
    /// About how many bytes this takes.
    package private(set) var weight = 0

    /// What an export takes in memory beside its runs.
    private static let exportWeight = 240

    package init() {}

    package mutating func add(_ export: DeviceExport) {
        weight += Self.exportWeight + MemoryLayout<Run>.stride * export.runs.count
        let history = History(export)
        if let index = indices[export.device] {
            devices[index].told.append(history)
        } else {
            indices[export.device] = devices.count
            devices.append((export.device, [history]))
        }
    }

    package var count: Int { devices.count }

    package func key(at index: Int) -> DeviceKey { devices[index].key }

    /// All that was gathered of the device at a place; it is handed over, and nothing of it kept.
    package mutating func takeHistory(at index: Int) -> History {
        var told = devices[index].told
        devices[index].told = []
        return History.union(&told)
    }
}
