/// How a run ended, as the app knows it.
///
/// There is no case for a killed run, which cannot record anything: the next start finds it open and records `killed`.
public enum RunOutcome: String, Sendable, Hashable, CaseIterable {
    /// It did its work.
    case success
    /// It ran to its end but did not do its work.
    case failed
    /// The system said that its time was up.
    case expired
    /// It did not do its work and asked the system for another try.
    case retry
    /// It left the work out, because a value it needs could not be read.
    case skipped
}
