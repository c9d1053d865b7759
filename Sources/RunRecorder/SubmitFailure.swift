public import Foundation

/// That the system refused a request for a run.
public struct SubmitFailure: Sendable, Hashable {
    /// When it did, to the millisecond.
    public let at: Date
    /// The error's domain and code. No text of the error is kept.
    public let domain: String
    public let code: Int

    init(_ failure: History.Failure) {
        (at, domain, code) = (failure.at.date, failure.domain, failure.code)
    }
}
