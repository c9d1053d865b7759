public import Foundation

/// Records on disk when an app's background task ran and how each run ended, for `freshness` to read.
///
/// One recorder is for one task. Any number of recorders, in any number of processes, may share a folder. What a call
/// records is in the file when the call returns. Each call holds a lock, for less than 1 ms if 30 runs are kept and for
/// about 3 ms if 1,000 are.
///
/// Times are passed in and kept to the nearest millisecond; the recorder reads no clock.
///
/// The folder contains `run-history`, which each call replaces as a whole, and `run-history.lock`. Calls do not wait
/// for the disk: a process may be killed at any moment without loss, but a power cut may lose the last seconds or leave
/// a damaged file, which is set aside (``setAsideCount``).
public struct RunRecorder: Sendable {
    /// The folder of the history: on the device, and writable for all processes of the app.
    public let folder: URL
    /// The task of this recorder; nil if the app has only one.
    public let task: String?
    /// How many runs are kept, of all tasks together.
    public let capacity: Int

    var file: HistoryFile { HistoryFile(folder: folder) }

    /// Makes a recorder. No file is touched.
    ///
    /// - Parameters:
    ///   - folder: the same in all processes of the app; the first call that records creates it.
    ///   - task: a name of up to 1,024 bytes in UTF-8. An empty name is the same as nil.
    ///   - capacity: how many runs to keep, the same in all processes; clamped to 1 to 1,000. More runs make calls
    ///     slower.
    public init(folder: URL, task: String? = nil, capacity: Int = 30) {
        self.folder = folder
        self.task = task == "" ? nil : task
        self.capacity = min(max(capacity, 1), 1_000)
    }

    // MARK: At launch

    /// Closes runs as `killed` that processes left open when they ended. Call it when the app starts;
    /// ``begin(at:lowPower:bucket:)`` does the same.
    ///
    /// A run of a process that may still be alive stays open until 24 h after it began. If the file cannot be written,
    /// nothing is lost: the next call that records finds the same runs open.
    ///
    /// - Returns: how many runs were closed.
    @discardableResult public func recover(at moment: Date) -> Int {
        guard let now = Moment(moment) else { return 0 }
        let closed = try? file.update { $0.closeAbandoned(by: .current, at: now) }
        return closed ?? 0
    }

    // MARK: Requests

    /// Records that a run was requested. Call it after a `submit` that did not throw, and only then.
    ///
    /// The next run of this task takes this as its scheduled time.
    ///
    /// - Throws: ``RecorderError`` if it could not be written.
    public func markScheduled(at moment: Date) throws {
        let moment = try recordable(moment)
        try file.update { $0.markScheduled(task, at: moment) }
    }

    /// Records that the system refused a request. The last successful request stays recorded.
    ///
    /// - Parameter error: only its domain and code are kept: its text may contain personal data.
    /// - Throws: ``RecorderError`` if it could not be written.
    public func submitFailed(_ error: any Error, at moment: Date) throws {
        let moment = try recordable(moment)
        let failure = History.Failure(at: moment, code: (error as NSError).code, domain: (error as NSError).domain.cut)
        try file.update { $0.lastSubmitFailure = failure }
    }

    // MARK: Runs

    /// Records that a run begins. When this returns, the run is in the file: if the process ends now, the run is known
    /// to have started and not finished.
    ///
    /// An earlier run of this task that this process left open is closed as `killed`.
    ///
    /// - Parameters:
    ///   - lowPower: whether the device is in low-power mode; nil if not known.
    ///   - bucket: Android's app-standby bucket; nil if not known, or on other platforms.
    /// - Throws: ``RecorderError`` if it could not be written. The task should do its work all the same.
    public func begin(at moment: Date, lowPower: Bool? = nil, bucket: StandbyBucket? = nil) throws -> StartedRun {
        let moment = try recordable(moment)
        let number = try file.update { history in
            history.closeAbandoned(by: .current, at: moment)
            history.closeUnfinished(task, of: .current)
            return history.add(
                History.Entry(
                    at: moment, lowPower: lowPower, bucket: bucket?.rawValue, process: .current, task: task),
                capacity: capacity)
        }
        return StartedRun(number: number, at: moment)
    }

    /// Records how a run ended. Only the first end of a run counts, `killed` included; a later one changes nothing, nor
    /// does the end of a run that is no longer kept.
    ///
    /// - Parameters:
    ///   - reason: a short word or code from the app's own list, for people to read. Up to 200 bytes in UTF-8 are kept.
    ///   - moment: when it ended. Kept in the file but not exported: a run is identified by when it began.
    /// - Throws: ``RecorderError`` if it could not be written.
    public func finish(_ run: StartedRun, _ outcome: RunOutcome, reason: String? = nil, at moment: Date) throws {
        let moment = try recordable(moment)
        try file.update {
            $0.finish(run, of: .current, History.Outcome(outcome), reason: reason?.cut, at: moment)
        }
    }

    /// Records a run that left its work out, because a value that it needs could not be read. This is not a failure,
    /// and the task should not use a default instead.
    ///
    /// - Parameters:
    ///   - reason: a short word or code from the app's own list, for people to read. Up to 200 bytes in UTF-8 are kept.
    ///   - lowPower: whether the device is in low-power mode; nil if not known.
    ///   - bucket: Android's app-standby bucket; nil if not known, or on other platforms.
    /// - Throws: ``RecorderError`` if it could not be written.
    public func skipped(
        reason: String, at moment: Date, lowPower: Bool? = nil, bucket: StandbyBucket? = nil
    ) throws {
        let moment = try recordable(moment)
        try file.update { history in
            history.closeAbandoned(by: .current, at: moment)
            history.add(
                History.Entry(
                    at: moment, endedAt: moment, lowPower: lowPower, bucket: bucket?.rawValue, outcome: .skipped,
                    task: task, reason: reason.cut),
                capacity: capacity)
        }
    }

    private func recordable(_ moment: Date) throws(RecorderError) -> Moment {
        guard let moment = Moment(moment) else {
            throw RecorderError(path: file.path, reason: "a time outside the years 0 to 9999 cannot be recorded")
        }
        guard task.map({ $0.utf8.count <= Export.longestName }) ?? true else {
            throw RecorderError(path: file.path, reason: "a task's name of over 1,024 bytes cannot be recorded")
        }
        return moment
    }
}

extension String {
    /// The part of a reason or an error's domain that is kept: whole characters in up to 200 bytes.
    fileprivate var cut: String {
        var bytes = 0
        let kept = unicodeScalars.prefix {
            bytes += UTF8.width($0)
            return bytes <= 200
        }
        return String(kept)
    }
}
