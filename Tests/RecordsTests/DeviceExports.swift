import Records

/// A moment in the small world of these tests, which is a few milliseconds long so that much falls together.
func moment(_ offset: Int64) -> Instant { Instant(milliseconds: 1_789_948_800_000 + offset) }

func run(
    _ offset: Int64, task: UInt32 = 0, _ outcome: Outcome = .success, bucket: Int16? = nil, lowPower: Bool? = nil,
    scheduled: Int64? = nil
) -> Run {
    Run(
        at: moment(offset), task: TaskID(rawValue: task), outcome: outcome, scheduledAt: scheduled.map(moment),
        bucket: bucket.map { Bucket(rawValue: $0) }, lowPower: lowPower)
}

func key(_ offset: Int64, task: UInt32 = 0) -> RunKey { RunKey(at: moment(offset), task: TaskID(rawValue: task)) }

func telling(at exported: Int64, device: UInt8 = 1, bucket: Int16? = nil, _ runs: Run...) -> DeviceExport {
    DeviceExport(
        device: DeviceKey(app: [], id: [device]),
        export: Export(exportedAt: moment(exported), bucket: bucket.map { Bucket(rawValue: $0) }),
        runs: runs.sorted { $0.key < $1.key })
}

extension Run {
    /// The same run as it is known once exports of these moments, the first and the last, have told it.
    func told(_ moments: ClosedRange<Int64>, contested isContested: Bool = false) -> Run {
        Run(
            at: at, task: task, outcome: outcome, scheduledAt: scheduledAt, bucket: bucket, lowPower: lowPower,
            told: moment(moments.lowerBound)...moment(moments.upperBound), isContested: isContested)
    }

    /// The same run as it is known once an export of this moment has told it.
    func told(_ offset: Int64, contested isContested: Bool = false) -> Run {
        told(offset...offset, contested: isContested)
    }
}

extension History {
    /// Everything merged, one after the other.
    init(merging all: [DeviceExport]) {
        self.init()
        for told in all { merge(History(told)) }
    }

    func merged(with other: History) -> History {
        var merged = self
        merged.merge(other)
        return merged
    }

    /// The runs that were told in more than one way.
    var conflicts: [RunKey] { runs.filter(\.isContested).map(\.key) }
}
