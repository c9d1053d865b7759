package import Records
package import Stats
import Store

/// The weeks that were reported after they were over, so that a missed night does not cost a week its report.
extension Night {
    /// The week that ended last, where it has exports and was never reported whole; nil otherwise. An older week does not
    /// come first: its report would look like news.
    package func unreportedWeek(at now: Instant, _ scope: Scope) throws(NightFailure) -> Week? {
        try attempt { () throws in
            let last = Week(containing: now.date, in: thresholds.zone).previous
            // True on all nights but one of a week: then exports need not be searched.
            if try store.has(WholeReport(last, scope)) { return nil }
            let window = Window(last, in: thresholds.zone)
            guard let export = try store.latestExport(before: window.end), export >= window.start else { return nil }
            return last
        }
    }

    /// Records that the report of a window was written, if its week is over. A week without exports is not recorded:
    /// later exports of it have not been reported.
    package func remember(reportOf window: Window, _ scope: Scope) throws(NightFailure) {
        try attempt { () throws in
            let week = WholeReport(window.week, scope)
            guard window.isComplete, try !store.has(week),
                let export = try store.latestExport(before: window.end), export >= window.start
            else { return }
            try store.transaction { try store.add(week) }
            try store.checkpoint()
        }
    }
}

extension WholeReport {
    fileprivate init(_ week: Week, _ scope: Scope) {
        self.init(app: scope.app, task: scope.task, week: week.description)
    }
}
