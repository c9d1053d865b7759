/// How a run ended, as the app knows it.
///
/// A run that was killed has nobody to say so: the next start finds it open, and records `killed`.
public enum RunOutcome: String, Sendable, Hashable, CaseIterable {
    /// It did what it was for.
    case success
    /// It ran to its end and did not do it.
    case failed
    /// The system said that its time was up.
    case expired
    /// It did not do it, and asked the system for another try.
    case retry
    /// It left the work out, because there was nothing to go by.
    case skipped
}
