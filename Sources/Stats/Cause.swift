package import Records

/// Why a device is stale, as far as its history shows; the first case that fits.
package enum Cause: Hashable, Sendable {
    /// It ran after its last success, or ran and never succeeded; with the outcome of its latest run.
    case ranNoSuccess(Outcome)
    /// A request was submitted after the last run, or there was no run at all: the system did not run it.
    case scheduledNotRun
    /// No request was submitted after the last run: the app stopped scheduling.
    case notScheduledAgain
    /// The history does not show it.
    case unknown

    /// The name in the definitions.
    package var name: String { kind.name }

    /// A cause without the outcome of the latest run, in the order in which causes are shown.
    package enum Kind: CaseIterable, Sendable {
        case scheduledNotRun, ranNoSuccess, notScheduledAgain, unknown

        package var name: String {
            switch self {
            case .ranNoSuccess: "ran, no success"
            case .scheduledNotRun: "scheduled, not run"
            case .notScheduledAgain: "not scheduled again"
            case .unknown: "unknown"
            }
        }
    }

    package var kind: Kind {
        switch self {
        case .ranNoSuccess: .ranNoSuccess
        case .scheduledNotRun: .scheduledNotRun
        case .notScheduledAgain: .notScheduledAgain
        case .unknown: .unknown
        }
    }

    /// The outcome of the latest run, if it ran without success.
    package var outcome: Outcome? {
        if case .ranNoSuccess(let outcome) = self { outcome } else { nil }
    }

    /// - Parameters:
    ///   - latest: the time and outcome of the latest run; nil if no run is known.
    ///   - lastSuccess: the time of the last success.
    ///   - lastScheduledAt: when a request was last submitted without an error.
    init(latest: (at: Instant, outcome: Outcome)?, lastSuccess: Instant?, lastScheduledAt: Instant?) {
        if let latest, latest.at > lastSuccess ?? .distantPast {
            self = .ranNoSuccess(latest.outcome)
        } else if let lastScheduledAt {
            self = lastScheduledAt > latest?.at ?? .distantPast ? .scheduledNotRun : .notScheduledAgain
        } else {
            self = .unknown
        }
    }

    /// The order in which causes are shown: that of the definitions, then by outcome code.
    package var rank: (Int, UInt8) {
        switch self {
        case .ranNoSuccess(let outcome): (1, outcome.rawValue)
        case .scheduledNotRun: (0, 0)
        case .notScheduledAgain: (2, 0)
        case .unknown: (3, 0)
        }
    }
}

extension Instant {
    /// Earlier than every valid time.
    fileprivate static let distantPast = Instant(milliseconds: .min)
}

/// The stale devices of a week by cause, and each cause by bucket. The causes add up to all stale devices.
package struct StaleDevices: Equatable, Sendable {
    package var rows: [Row]
    /// The number of stale devices for each cause in the week before.
    package var before: [Cause.Kind: Int] = [:]
    /// The best case if one cause were fixed, for each cause present.
    package var without: [Cause.Kind: BestFigures] = [:]
    /// The best case if all of them were fixed; nil if no device is stale.
    package var withoutAny: BestFigures?

    package struct Row: Equatable, Sendable {
        package var cause: Cause
        /// The buckets with stale devices, in order.
        package var buckets: [(label: BucketLabel, devices: Int)]

        package init(cause: Cause, buckets: [(label: BucketLabel, devices: Int)]) {
            self.cause = cause
            self.buckets = buckets
        }

        package var devices: Int { buckets.reduce(0) { $0 + $1.devices } }

        package static func == (a: Row, b: Row) -> Bool {
            a.cause == b.cause && a.buckets.elementsEqual(b.buckets) { $0 == $1 }
        }
    }

    package init(rows: [Row] = []) {
        self.rows = rows
    }

    package var devices: Int { rows.reduce(0) { $0 + $1.devices } }
}
