import Foundation
import Night

/// What to do in a folder in which nothing is set up yet.
extension Folders {
    /// Ends the call where the thresholds are not there, and says how to set them up. What is there and cannot be read is
    /// noticed by whoever reads it.
    func needThresholds(_ options: Options) throws(Problem) {
        guard access(thresholds, F_OK) != 0, errno == ENOENT || errno == ENOTDIR else { return }
        let write = "`echo '\(Self.usualThresholds)' > \(shellWord(thresholds))`"
        guard access(metrics, F_OK) != 0 else {
            throw .usage(
                "there is no \(thresholds), which must hold the thresholds",
                "write it, and change the numbers to what your app promises: \(write)")
        }
        let fault: String
        if options.metrics != nil {
            fault = "there is no folder \(metrics)"
        } else {
            fault = "\(options.root ?? "the current folder") has no folder metrics"
        }
        throw .usage(
            fault, "name another folder with --root, or set this one up: `mkdir -p \(shellWord(exports))` and \(write)")
    }

    private static let usualThresholds =
        #"{"p50Hours": 24, "p90Hours": 72, "brokenHours": 168, "p90RegressionHours": 12, "timeZone": "UTC"}"#
}
