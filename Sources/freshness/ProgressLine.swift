import Foundation
import Night
import Report

/// A line on standard error that says how far the reading is, on a terminal only.
final class ProgressLine: @unchecked Sendable {
    private let isShown: Bool
    private var hasLine = false
    private var latest: ContinuousClock.Instant?

    /// More updates than one in this time cannot be read.
    private static let pause = Duration.milliseconds(100)

    init(isQuiet: Bool) {
        isShown = !isQuiet && isatty(STDERR_FILENO) == 1
    }

    /// Called behind the lock of those who read.
    func show(_ progress: Intake.Progress) {
        guard isShown else { return }
        let now = ContinuousClock.now
        if let latest, now - latest < Self.pause { return }
        latest = now
        hasLine = true
        let percent = Int(100 * min(1, max(0, progress.share)))
        Output.error("\r\u{1B}[Kreading \(number(progress.files, "file")): \(percent) %")
    }

    func clear() {
        if hasLine { Output.error("\r\u{1B}[K") }
        hasLine = false
    }
}
