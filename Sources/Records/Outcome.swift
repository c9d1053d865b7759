/// How a run ended, as far as the app recorded it.
package enum Outcome: UInt8, Hashable, Sendable, CaseIterable {
    /// It ran; whether it succeeded was not recorded. Never counted as a success.
    case unknown = 0
    case success = 1
    /// `success: false` without an outcome.
    case notSuccessful = 2
    case failed = 3
    case expired = 4
    case skipped = 5
    case retry = 6
    /// The process ended before the run did; the app's next start found it open.
    case killed = 7

    /// Whether the run succeeded; nil where that was not recorded.
    package var isSuccess: Bool? {
        switch self {
        case .unknown: nil
        case .success: true
        case .notSuccessful, .failed, .expired, .skipped, .retry, .killed: false
        }
    }

    /// The name in exports and reports.
    package var name: String {
        switch self {
        case .unknown: "unknown"
        case .success: "success"
        case .notSuccessful: "not successful"
        case .failed: "failed"
        case .expired: "expired"
        case .skipped: "skipped"
        case .retry: "retry"
        case .killed: "killed"
        }
    }

    /// The outcome with a name used in exports.
    package init?(word: String) {
        switch word {
        case "success": self = .success
        case "failed": self = .failed
        case "expired": self = .expired
        case "skipped": self = .skipped
        case "retry": self = .retry
        case "killed": self = .killed
        default: return nil
        }
    }
}
