package import Records

/// What was read of devices and not written yet, in the order in which the devices came.
///
/// Files mostly name devices in one order, night after night, and so do the store's numbers: what is written in the order
/// of the files is nearly in the order of the store.
package struct GatheredHistories: Sendable {
    private var places: [DeviceKey: Int] = [:]
    private(set) var devices: [(key: DeviceKey, history: History)] = []
    /// About how many bytes this takes.
    package private(set) var weight = 0

    /// What an export and a run take in memory, with the room that arrays keep.
    private static let exportWeight = 160
    private static let runWeight = 32

    package init() {}

    package mutating func add(_ export: DeviceExport) {
        add(History(export.export, telling: export.runs, contradictions: export.contradictions), of: export.device)
    }

    package mutating func add(_ history: History, of device: DeviceKey) {
        weight += Self.exportWeight * history.exports.count
        if let place = places[device] {
            let before = devices[place].history.runs.count
            devices[place].history.merge(history)
            weight += Self.runWeight * (devices[place].history.runs.count - before)
        } else {
            places[device] = devices.count
            devices.append((device, history))
            weight += Self.runWeight * history.runs.count
        }
    }
}
