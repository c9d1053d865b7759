public import Foundation

/// A refusal of a request by the system.
public struct SubmitFailure: Sendable, Hashable {
    /// When the request was refused, to the millisecond.
    public let at: Date
    /// The error's domain and code. Its text is not kept.
    public let domain: String
    public let code: Int

    init(_ failure: History.Failure) {
        (at, domain, code) = (failure.at.date, failure.domain, failure.code)
    }
}
