public import Foundation

/// Why something could not be recorded.
public struct RecorderError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// The file concerned.
    public let path: String
    /// What went wrong, with the system's message if there is one.
    public let reason: String

    public var description: String { "\(path): \(reason)" }
    public var errorDescription: String? { description }
}
