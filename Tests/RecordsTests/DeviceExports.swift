import Records

/// A moment in these tests, which span only a few milliseconds so that many things coincide.
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

func deviceExport(at exported: Int64, device: UInt8 = 1, bucket: Int16? = nil, _ runs: Run...) -> DeviceExport {
    DeviceExport(
        device: DeviceKey(app: [], id: [device]),
        export: Export(exportedAt: moment(exported), bucket: bucket.map { Bucket(rawValue: $0) }),
        runs: runs.sorted { $0.key < $1.key })
}

extension Run {
    /// The same run after a first and a last export at these moments.
    func exported(_ moments: ClosedRange<Int64>, conflict hasConflict: Bool = false) -> Run {
        Run(
            at: at, task: task, outcome: outcome, scheduledAt: scheduledAt, bucket: bucket, lowPower: lowPower,
            exported: moment(moments.lowerBound)...moment(moments.upperBound), hasConflict: hasConflict)
    }

    /// The same run after one export at this moment.
    func exported(_ offset: Int64, conflict hasConflict: Bool = false) -> Run {
        exported(offset...offset, conflict: hasConflict)
    }
}

extension History {
    /// All exports merged, one by one.
    init(merging all: [DeviceExport]) {
        self.init()
        for exported in all { merge(History(exported)) }
    }

    func merged(with other: History) -> History {
        var merged = self
        merged.merge(other)
        return merged
    }

    /// The runs with a conflict.
    var conflicts: [RunKey] { runs.filter(\.hasConflict).map(\.key) }
}
