/// The forms in which recorders write a time.
package enum TimeForm: Int, CaseIterable, Sendable {
    case seconds, milliseconds, microseconds, nanoseconds, secondsSince2001, text

    /// What the store and the JSON call it.
    package var code: String {
        switch self {
        case .seconds: "unix-seconds"
        case .milliseconds: "unix-milliseconds"
        case .microseconds: "unix-microseconds"
        case .nanoseconds: "unix-nanoseconds"
        case .secondsSince2001: "seconds-since-2001"
        case .text: "text"
        }
    }

    /// What people read.
    package var name: String {
        switch self {
        case .seconds: "Unix seconds"
        case .milliseconds: "Unix milliseconds"
        case .microseconds: "Unix microseconds"
        case .nanoseconds: "Unix nanoseconds"
        case .secondsSince2001: "seconds since 2001-01-01"
        case .text: "text"
        }
    }

    /// The code of several forms in one export.
    package static func code(of forms: [TimeForm]) -> String { forms.map(\.code).joined(separator: "+") }

    /// The names in a code of one form or of several; a part that is no form's code is shown as it is.
    package static func names(in code: String) -> String {
        code.split(separator: "+", omittingEmptySubsequences: false)
            .map { part in allCases.first { $0.code == part }?.name ?? String(part) }
            .joined(separator: " and ")
    }
}
