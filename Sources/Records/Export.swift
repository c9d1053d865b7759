/// What one export said of its device, beside the runs that it told.
package struct Export: Equatable, Sendable {
    /// When the history was read on the device.
    package var exportedAt: Instant
    /// The content that the export stands in.
    package var content: ContentID
    package var platform: PlatformID
    package var bucket: Bucket?
    /// When a request was last submitted without an error.
    package var lastScheduledAt: Instant?
    package var installedAt: Instant?
    /// How many entries the recorder keeps.
    package var historyLimit: UInt32
    /// How many distinct runs it told.
    package var toldRuns: UInt32
    /// How many entries its history has beyond `toldRuns`: those repeated and those refused. Below 0 where a run was no
    /// entry, as in Android's preference pair.
    package var otherEntries: Int16
    /// The moments of the first and the last run that it told; nil where it told none.
    package var span: ClosedRange<Instant>?
    /// Runs within `span` that others told and this export did not. Nearly always empty: a history is a stretch.
    package var untold: [RunKey]

    package init(
        exportedAt: Instant, content: ContentID, platform: PlatformID = .none, bucket: Bucket? = nil,
        lastScheduledAt: Instant? = nil, installedAt: Instant? = nil, historyLimit: UInt32 = 30, toldRuns: UInt32 = 0,
        otherEntries: Int16 = 0, span: ClosedRange<Instant>? = nil, untold: [RunKey] = []
    ) {
        self.exportedAt = exportedAt
        self.content = content
        self.platform = platform
        self.bucket = bucket
        self.lastScheduledAt = lastScheduledAt
        self.installedAt = installedAt
        self.historyLimit = historyLimit
        self.toldRuns = toldRuns
        self.otherEntries = otherEntries
        self.span = span
        self.untold = untold
    }

    /// A run may be this much later than an export that tells it and still count, at that export's time: two clocks that
    /// are read one after the other differ a little, a clock that runs ahead differs more.
    package static let clockTolerance = 5 * Milliseconds.minute

    /// Whether it holds as many entries as its recorder keeps, so that earlier ones may have been dropped.
    package var isFull: Bool {
        let entries = Int(toldRuns) + Int(otherEntries)
        return entries > 0 && entries >= historyLimit
    }

    /// Whether this export told the run, of all runs that are known of its device.
    package func told(_ run: RunKey) -> Bool {
        guard let span, span.contains(run.at) else { return false }
        return !untold.contains(run)
    }

    /// The order in which a history keeps its exports: by moment, and by value where that is the same, so that the
    /// last of them is the same whatever the order of reading.
    ///
    /// At one moment the smaller bucket stands, and a known one over none; then the earlier schedule and installation.
    package static func precedes(_ a: Export, _ b: Export) -> Bool {
        a.order < b.order
    }

    private var order: (Int64, Int16, Int64, Int64, UInt32, UInt32) {
        (
            // `~` turns the order of whole numbers round, and unlike `-` it has a result for each of them.
            exportedAt.milliseconds, bucket.map { ~$0.rawValue } ?? .min,
            lastScheduledAt.map { ~$0.milliseconds } ?? .min, installedAt.map { ~$0.milliseconds } ?? .min, toldRuns,
            content.rawValue
        )
    }
}

/// A file content's number in one store.
package struct ContentID: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// Some of a store's contents; asked for every export, so it is a table and no set.
package struct ContentSet: Sendable {
    private var isMember: [Bool] = []
    package private(set) var isEmpty = true

    package init(_ contents: some Sequence<ContentID>) {
        for content in contents {
            let number = Int(content.rawValue)
            if number >= isMember.count {
                isMember.append(contentsOf: repeatElement(false, count: number + 1 - isMember.count))
            }
            isMember[number] = true
            isEmpty = false
        }
    }

    package func contains(_ content: ContentID) -> Bool {
        let number = Int(content.rawValue)
        return number < isMember.count && isMember[number]
    }
}

/// A platform's number in one store; the store keeps which word it stands for.
package struct PlatformID: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The platform of an export that names none.
    package static let none = PlatformID(rawValue: 0)
}

extension [Export] {
    /// The index of the first export that was made at a moment or later; the exports are in their order.
    package func firstIndex(from moment: Instant) -> Int {
        firstIndex(afterAll: { $0.exportedAt < moment })
    }
}
