public import Foundation

extension RunRecorder {
    /// How long ago the last successful run began, in hours; nil where no success is known.
    ///
    /// A success is still known when its run is no longer among those kept. One that lies over 5 minutes after `now` does
    /// not count: one of the two clocks was wrong. nil is also the answer where the history cannot be read, as before the
    /// first unlock after a restart.
    public func stalenessHours(now: Date) -> Double? {
        guard let now = Moment(now), let history = file.read(),
            let success = history.lastSuccess(knownAt: now)
        else { return nil }
        return Double(max(now - success, 0)) / 3_600_000
    }

    /// When the system last refused a request, and by which error; nil where that is not known to have happened.
    public var lastSubmitFailure: SubmitFailure? {
        file.read()?.lastSubmitFailure.map(SubmitFailure.init)
    }

    /// How many damaged files were set aside in the folder. The latest of them stays there, as `run-history.damaged-3` where
    /// it is the third; the count is in its name.
    public var setAsideCount: Int { file.setAsideCount }

    /// What the device exports: one line of JSON, with a line break behind it, in the format that `freshness` reads.
    ///
    /// A run that is still open is exported without an outcome. The same run has the same time in every export. Where the
    /// last success of a task is no longer among the runs that are kept, it is exported beside them: a device must not look
    /// as if it had never succeeded.
    ///
    /// - Parameters:
    ///   - device: a random id that the app made at its first start and keeps, of 1 to 1,024 bytes in UTF-8.
    ///   - app: the same in every version of the app, of up to 1,024 bytes in UTF-8.
    ///   - bucket: Android's app-standby bucket now.
    ///   - installedAt: when the app was installed.
    ///   - now: the moment of the export, by the clock that the runs were recorded by.
    ///
    /// - Returns: the export; no bytes where there is a history that cannot be read, as before the first unlock after a
    ///   restart, or that is damaged, and where `device` or `app` are none that the format has. An export without runs would
    ///   say that there were none.
    public func exportJSON(
        device: String, app: String, platform: Platform, bucket: StandbyBucket? = nil, installedAt: Date? = nil,
        now: Date
    ) -> Data {
        guard (1...Export.longestName).contains(device.utf8.count), app.utf8.count <= Export.longestName,
            let exportedAt = Moment(now), let history = file.read()
        else { return Data() }
        let export = Export(
            device: device, app: app, platform: platform.rawValue, exportedAt: exportedAt.text,
            bucket: bucket.flatMap { Export.buckets.contains($0.rawValue) ? $0.rawValue : nil },
            installedAt: installedAt.flatMap(Moment.init)?.text,
            lastScheduledAt: history.scheduled.last?.at.text, historyLimit: capacity,
            history: history.exported(at: exportedAt).map(Export.Entry.init))
        return export.line
    }
}
