public import Foundation

/// Keeps on disk when an app's background task ran and how that ended, for `freshness` to read.
///
/// One recorder is of one task; any number of them, in any number of processes, may share a folder. What a call records
/// is on disk when the call returns. A call takes a lock, for less than 1 ms where 30 runs are kept and for about 3 ms where
/// 1,000 are, and gives it back before it returns.
///
/// Times are passed in and kept to the nearest millisecond; no clock is read here.
///
/// The folder gets `run-history`, which is replaced as a whole by each call, and `run-history.lock`. Nothing waits
/// for the disk itself: a process may be killed at any moment and nothing is lost, while a power cut may cost the last
/// seconds, or leave a damaged file, which is set aside (``setAsideCount``).
public struct RunRecorder: Sendable {
    /// Where the history is kept: a folder that all processes of the app can write to, on the device itself.
    public let folder: URL
    /// Which task this recorder is of; nil where the app has one only.
    public let task: String?
    /// How many runs are kept, those of all tasks together.
    public let capacity: Int

    var file: HistoryFile { HistoryFile(folder: folder) }

    /// Makes a recorder. No file is touched.
    ///
    /// - Parameters:
    ///   - folder: the same in all processes of the app; it is made at the first call that records.
    ///   - task: a name of up to 1,024 bytes in UTF-8. An empty one is none.
    ///   - capacity: how many runs to keep, the same in all processes, from 1 to 1,000; what lies outside is taken for the
    ///     nearer end. The time that a call takes grows with it.
    public init(folder: URL, task: String? = nil, capacity: Int = 30) {
        self.folder = folder
        self.task = task == "" ? nil : task
        self.capacity = min(max(capacity, 1), 1_000)
    }

    // MARK: At launch

    /// Closes as `killed` what processes that are gone left open. Call it when the app starts; ``begin(at:lowPower:bucket:)``
    /// does the same.
    ///
    /// A run of a process that may still be alive stays open until 24 h after it began. Where the file cannot be written,
    /// nothing is lost: the next call that records finds the same runs open.
    ///
    /// - Returns: how many runs were closed.
    @discardableResult public func recover(at moment: Date) -> Int {
        guard let now = Moment(moment) else { return 0 }
        let closed = try? file.update { $0.closeAbandoned(by: .current, at: now) }
        return closed ?? 0
    }

    // MARK: Requests

    /// Records that a run was asked for. Call it after a `submit` that did not throw, and only then.
    ///
    /// The next run of this task to begin takes this as the time for which it was scheduled.
    ///
    /// - Throws: ``RecorderError`` where it could not be written.
    public func markScheduled(at moment: Date) throws {
        let moment = try recordable(moment)
        try file.update { $0.markScheduled(task, at: moment) }
    }

    /// Records that the system refused a request. The last one that it took stays what it is.
    ///
    /// - Parameter error: its domain and code are kept, and no text of it: texts may name somebody.
    /// - Throws: ``RecorderError`` where it could not be written.
    public func submitFailed(_ error: any Error, at moment: Date) throws {
        let moment = try recordable(moment)
        let failure = History.Failure(at: moment, code: (error as NSError).code, domain: (error as NSError).domain.cut)
        try file.update { $0.lastSubmitFailure = failure }
    }

    // MARK: Runs

    /// Records that a run begins. When this returns, the run is on disk: should the process end now, it will be seen as
    /// started and not finished.
    ///
    /// Another run of this task that this process left open is closed as `killed`: it never told its end.
    ///
    /// - Parameters:
    ///   - lowPower: whether the phone is saving power; nil where that is not known.
    ///   - bucket: Android's app-standby bucket; nil where there is none or it is not known.
    /// - Throws: ``RecorderError`` where it could not be written. The work should be done all the same.
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

    /// Records how a run ended. The first end of a run stands, `killed` among them; a later one changes nothing, and so does
    /// the end of a run that is no longer among those kept.
    ///
    /// - Parameters:
    ///   - reason: a short word or code from a list of the app's own, for people. Up to 200 bytes in UTF-8 are kept.
    ///   - moment: when it ended. Kept in the file, and not exported: a run is known by when it began.
    /// - Throws: ``RecorderError`` where it could not be written.
    public func finish(_ run: StartedRun, _ outcome: RunOutcome, reason: String? = nil, at moment: Date) throws {
        let moment = try recordable(moment)
        try file.update {
            $0.finish(run, of: .current, History.Outcome(outcome), reason: reason?.cut, at: moment)
        }
    }

    /// Records a run that left its work out, because a value that it goes by could not be read. That is no failure, and the
    /// value is not its default.
    ///
    /// - Parameters:
    ///   - reason: a short word or code from a list of the app's own, for people. Up to 200 bytes in UTF-8 are kept.
    ///   - lowPower: whether the phone is saving power; nil where that is not known.
    ///   - bucket: Android's app-standby bucket; nil where there is none or it is not known.
    /// - Throws: ``RecorderError`` where it could not be written.
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
    /// As much of it as is kept of a reason or an error's domain: whole characters in up to 200 bytes.
    fileprivate var cut: String {
        var bytes = 0
        let kept = unicodeScalars.prefix {
            bytes += UTF8.width($0)
            return bytes <= 200
        }
        return String(kept)
    }
}
