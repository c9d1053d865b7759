/// A run that has begun, to be passed to ``RunRecorder/finish(_:_:reason:at:)`` in the same process.
public struct StartedRun: Sendable, Hashable {
    /// Its number in the history.
    let number: Int64
    let at: Moment
}
