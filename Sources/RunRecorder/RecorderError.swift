public import Foundation

/// Why something could not be recorded.
public struct RecorderError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// The file that it is about.
    public let path: String
    /// What went wrong, and the system's words for it where it gave any.
    public let reason: String

    public var description: String { "\(path): \(reason)" }
    public var errorDescription: String? { description }
}
