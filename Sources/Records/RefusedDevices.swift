/// The devices of exports that were refused, by the reason: so that it can be said of a device of which nothing else is
/// known. A file may hold a million of them, each of a device of its own or all of one.
package struct RefusedDevices: Equatable, Sendable {
    private var lists: [Remark: List] = [:]

    package init() {}

    /// A seed for the hash of a device's id, XXH3 over its bytes with 64 bits. Those who read files hash as the store does.
    package static let seed: UInt64 = 0x6465_7669_6365

    /// Counts a refused export.
    ///
    /// - Parameters:
    ///   - device: the hash of its device's id.
    ///   - entries: how many entries it has.
    ///   - moment: when it was made; nil where that cannot be read.
    ///   - reason: why it was refused.
    package mutating func note(_ device: UInt64, entries: Int, at moment: Instant?, _ reason: Remark) {
        lists[reason, default: List()].add(
            RefusedDevice(hash: device, exports: 1, entries: UInt32(clamping: entries), latest: moment))
    }

    /// The reasons, in their order.
    package var reasons: [Remark] { lists.keys.sorted() }

    /// The devices of a reason, each once, in the order of their hashes.
    package func devices(refusedFor reason: Remark) -> [RefusedDevice] {
        var list = lists[reason] ?? List()
        list.merge()
        return list.devices
    }

    private struct List: Equatable, Sendable {
        var devices: [RefusedDevice] = []
        /// How many there may be before those of one device are put together.
        private var limit = 1 << 12

        mutating func add(_ device: RefusedDevice) {
            devices.append(device)
            guard devices.count >= limit else { return }
            merge()
            limit = max(limit, 2 * devices.count)
        }

        /// Puts together what there is of each device.
        mutating func merge() {
            devices.sort { $0.hash < $1.hash }
            var distinct = 0
            for device in devices {
                if distinct > 0, devices[distinct - 1].hash == device.hash {
                    devices[distinct - 1].add(device)
                } else {
                    devices[distinct] = device
                    distinct += 1
                }
            }
            devices.removeLast(devices.count - distinct)
        }
    }
}

/// How many exports of a device were refused for one reason, with how many entries, and when the latest was made.
package struct RefusedDevice: Equatable, Sendable {
    /// Of its id (``RefusedDevices/seed``).
    package var hash: UInt64
    package var exports: UInt32
    package var entries: UInt32
    /// When the latest of them was made; nil where that could be read of none.
    package var latest: Instant?

    package init(hash: UInt64, exports: UInt32, entries: UInt32, latest: Instant? = nil) {
        self.hash = hash
        self.exports = exports
        self.entries = entries
        self.latest = latest
    }

    fileprivate mutating func add(_ other: RefusedDevice) {
        exports = UInt32(clamping: UInt64(exports) + UInt64(other.exports))
        entries = UInt32(clamping: UInt64(entries) + UInt64(other.entries))
        if let moment = other.latest { latest = .later(of: latest, moment) }
    }
}

/// What was refused of one device for one reason.
package struct RefusedExports: Equatable, Sendable {
    package var reason: Remark
    package var exports: Int
    /// The entries of these exports.
    package var entries: Int
    /// When the latest of them was made; nil where that could be read of none.
    package var latest: Instant?

    package init(reason: Remark, exports: Int, entries: Int, latest: Instant? = nil) {
        self.reason = reason
        self.exports = exports
        self.entries = entries
        self.latest = latest
    }
}
