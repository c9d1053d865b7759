public import Foundation

extension RunRecorder {
    /// The time since the last successful run began, in hours; nil if no success is known.
    ///
    /// A success is still known when its run is no longer kept. A success more than 5 minutes after `now` does not
    /// count: one of the two clocks was wrong. Also nil if the history cannot be read, as before the first unlock after
    /// a restart.
    public func stalenessHours(now: Date) -> Double? {
        guard let now = Moment(now), let history = file.read(),
            let success = history.lastSuccess(knownAt: now)
        else { return nil }
        return Double(max(now - success, 0)) / 3_600_000
    }

    /// When the system last refused a request, and with which error; nil if no refusal is known.
    public var lastSubmitFailure: SubmitFailure? {
        file.read()?.lastSubmitFailure.map(SubmitFailure.init)
    }

    /// How many damaged files were set aside in the folder. Only the latest is kept, with the count in its name:
    /// `run-history.damaged-3` is the third.
    public var setAsideCount: Int { file.setAsideCount }

    /// The device's export: one line of JSON with a line break, in the format that `freshness` reads.
    ///
    /// A run that is still open is exported without an outcome. A run has the same time in every export. If the last
    /// success of a task is no longer among the runs that are kept, it is exported as well, so that the device does not
    /// look as if it had never succeeded.
    ///
    /// - Parameters:
    ///   - device: a random id that the app creates at its first start and keeps, of 1 to 1,024 bytes in UTF-8.
    ///   - app: the same in every version of the app, of up to 1,024 bytes in UTF-8.
    ///   - bucket: Android's current app-standby bucket.
    ///   - installedAt: when the app was installed.
    ///   - now: the time of the export, by the same clock as the recorded runs.
    ///
    /// - Returns: the export; no bytes if the history is damaged or cannot be read, as before the first unlock after a
    ///   restart, or if `device` or `app` is not valid. An export without runs would say that there were none.
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
