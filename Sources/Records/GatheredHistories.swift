/// Histories that were read but are not stored yet, in the order in which their devices first appeared.
///
/// Files mostly list devices in the same order every night, and the store numbers them in that order. So rows are
/// written in nearly the order of the table.
package struct GatheredHistories: Sendable {
    private var indices: [DeviceKey: Int] = [:]
    private var devices: [(key: DeviceKey, histories: [History])] = []
    /// The approximate size in bytes.
    package private(set) var weight = 0

    /// The memory that an export takes apart from its runs, in bytes.
    private static let exportWeight = 240

    package init() {}

    package mutating func add(_ export: DeviceExport) {
        weight += Self.exportWeight + MemoryLayout<Run>.stride * export.runs.count
        let history = History(export)
        if let index = indices[export.device] {
            devices[index].histories.append(history)
        } else {
            indices[export.device] = devices.count
            devices.append((export.device, [history]))
        }
    }

    package var count: Int { devices.count }

    package func key(at index: Int) -> DeviceKey { devices[index].key }

    /// Removes and returns everything gathered of the device at an index.
    package mutating func takeHistory(at index: Int) -> History {
        var histories = devices[index].histories
        devices[index].histories = []
        return History.union(&histories)
    }
}
