import Records

/// The parts of ``DataEvidence``, gathered over some devices.
struct DataTally: Sendable {
    private var coverage = Coverage()
    private var seenOnce = 0
    private var seenOnceBefore = 0
    private var contradicted = 0
    /// The first of them by app and id.
    private var named: [DeviceKey] = []
    /// The number of ids for each ``Contribution/spelling``.
    private var spellings: [Int64: Int] = [:]
    private var joined = 0
    private var left = 0
    private var readRefused = 0

    /// How many devices are named; the others are only counted.
    private static let maxNamed = 3

    mutating func add(_ device: Contribution) {
        coverage.add(device.heard)
        if device.isSeenOnce { seenOnce += 1 }
        if device.wasSeenOnce { seenOnceBefore += 1 }
        if device.isContradicted {
            contradicted += 1
            if let key = device.device { name(key) }
        }
        if let spelling = device.spelling, device.counts.exports > 0 { spellings[spelling, default: 0] += 1 }
        if device.isRefused, device.reading?.isTooNew == false { readRefused += 1 }
        switch (device.reading?.isTooNew == false, device.readingBefore?.isTooNew == false) {
        case (true, false): joined += 1
        case (false, true): left += 1
        default: break
        }
    }

    mutating func add(_ other: DataTally) {
        coverage.add(other.coverage)
        seenOnce += other.seenOnce
        seenOnceBefore += other.seenOnceBefore
        contradicted += other.contradicted
        for key in other.named { name(key) }
        spellings.merge(other.spellings, uniquingKeysWith: +)
        joined += other.joined
        left += other.left
        readRefused += other.readRefused
    }

    private mutating func name(_ key: DeviceKey) {
        guard named.count < Self.maxNamed || named.last.map({ key < $0 }) == true else { return }
        named.append(key)
        named.sort()
        if named.count > Self.maxNamed { named.removeLast() }
    }

    var evidence: DataEvidence {
        var evidence = DataEvidence()
        evidence.coverage = coverage
        (evidence.seenOnce, evidence.seenOnceBefore) = (seenOnce, seenOnceBefore)
        evidence.contradicted = contradicted
        evidence.contradictedNamed = named.map { DeviceName($0) }
        evidence.sameButForCase = spellings.values.reduce(0) { $0 + ($1 > 1 ? $1 : 0) }
        (evidence.joined, evidence.left) = (joined, left)
        evidence.readRefused = readRefused
        return evidence
    }
}

/// What shows whether a week's data are whole, beside the files (``Input``), and which devices came and went.
package struct DataEvidence: Equatable, Sendable {
    package var coverage = Coverage()
    /// Devices that exported once in the window and never before; the same of the baseline window.
    package var seenOnce = 0
    package var seenOnceBefore = 0
    /// Devices with contradicting exports in the window, and the first three of them.
    package var contradicted = 0
    package var contradictedNamed: [DeviceName] = []
    /// Devices of the two weeks whose id differs only in case from that of another.
    package var sameButForCase = 0
    /// Devices with a reading in this week but not in the week before, and the other way round.
    package var joined = 0
    package var left = 0
    /// Devices with a reading of which exports were refused; counted only where many were.
    package var readRefused = 0

    package init() {}
}

/// A device as a report names it.
package struct DeviceName: Equatable, Sendable {
    /// Empty if the export names none.
    package var app: String
    package var id: String

    package init(app: String = "", id: String) {
        self.app = app
        self.id = id
    }

    init(_ key: DeviceKey) {
        self.init(app: String(decoding: key.app, as: UTF8.self), id: String(decoding: key.id, as: UTF8.self))
    }
}
