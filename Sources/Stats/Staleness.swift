/// The time from a device's last success to its export.
///
/// Without a known success it is `never`, which ranks after every number.
package enum Staleness: Comparable, Hashable, Sendable {
    case known(milliseconds: Int64)
    case never

    /// In milliseconds; nil for `never`.
    package var milliseconds: Int64? {
        switch self {
        case .known(let milliseconds): milliseconds
        case .never: nil
        }
    }

    /// Whether it is strictly under a limit: a device at exactly 72 h is not under 72 h.
    package func isUnder(_ limit: Int64) -> Bool {
        self < .known(milliseconds: limit)
    }

    /// Whether it is strictly over a limit; `never` is over every limit.
    package func isOver(_ limit: Int64) -> Bool {
        self > .known(milliseconds: limit)
    }
}

/// The change of a staleness from one week to the next.
package enum StalenessChange: Equatable, Sendable {
    /// Both weeks have a number.
    case by(milliseconds: Int64)
    /// From a number to *never*: always worse.
    case becameNever
    /// From *never* to a number: always better.
    case wasNever
    /// *never* in both weeks: no change.
    case stayedNever

    package init(from before: Staleness, to now: Staleness) {
        switch (before, now) {
        case (.known(let before), .known(let now)): self = .by(milliseconds: now - before)
        case (.known, .never): self = .becameNever
        case (.never, .known): self = .wasNever
        case (.never, .never): self = .stayedNever
        }
    }

    /// The difference in milliseconds, if both weeks have a number.
    package var milliseconds: Int64? {
        if case .by(let milliseconds) = self { milliseconds } else { nil }
    }

    /// Whether it got worse by more than `limit` milliseconds.
    package func isWorse(byMoreThan limit: Int64) -> Bool {
        switch self {
        case .by(let milliseconds): milliseconds > limit
        case .becameNever: true
        case .wasNever, .stayedNever: false
        }
    }
}
