/// A run that has begun; what ``RunRecorder/finish(_:_:reason:at:)`` needs to know which one ends. It is of use in the process
/// that began it.
public struct StartedRun: Sendable, Hashable {
    /// Its number in the history.
    let number: Int64
    let at: Moment
}
