import Foundation
import Ingest
import Records
import Stats
import Store

/// Computes a week's assessment from the store.
struct WeekAssessment {
    let store: Store
    let objectives: Objectives
    let window: Window
    let scope: Scope

    func assess() throws -> Assessment {
        let ranges = TimeRanges(window)
        let rules = ReadingRules(
            task: try scope.task.map {
                TaskID(rawValue: try store.names(.task).knownNumber(of: Array($0.utf8)) ?? .max)
            },
            platforms: try store.names(.platform).names, tooNewPeriod: objectives.p50)
        let inScope = try devicesInScope(rules)
        let spellings = try store.spellings()
        let ledger = try InputLedger(store, window.range, ranges.baseline.range)
        let refused = try ledger.refusedDevices
        let input = try ledger.input(refused)
        // The other devices' ids need a look-up each, so only if the verdict uses them.
        let asksOfAll = input.isRefusedOften(objectives.data)
        // A run of a clock that is ahead counts earlier than its own time.
        let (first, last) = (ranges.start, window.end.advanced(by: Export.clockTolerance))

        // Devices are independent, so they are read in parallel, a part of them on each core.
        let source = store.historySource
        let parts = try Threads.map(store.deviceNumbers()) { [objectives] numbers in
            var partial = Partial(ranges, objectives)
            var contribution = Contribution()
            let reader = try source.reader()
            let read = try reader.forEachHistory(
                of: numbers, from: first, through: last, isEnough: { $0.reaches(ranges, rules) },
                { device, history in
                    contribution.take(history, isInScope: inScope?.contains(device) ?? true, ranges, rules)
                    if !spellings.isEmpty { contribution.spelling = spellings[device] }
                    if contribution.isContradicted { contribution.device = try reader.key(of: device) }
                    if !refused.isEmpty, asksOfAll || contribution.silence != nil {
                        contribution.isRefused = refused.contains(Store.hash(of: try reader.key(of: device)))
                    }
                    partial.add(contribution)
                })
            partial.sort()
            return (partial, read)
        }
        var (partial, read) = parts[0]
        for (otherPartial, otherRead) in parts.dropFirst() {
            partial.add(otherPartial)
            read.add(otherRead)
        }
        try store.check(read, from: first, through: last)
        return partial.assessment(scope, input)
    }

    /// The devices that `--app` and `--task` select; nil for all. For a task, only devices of apps known to run it: on
    /// others its absence means nothing.
    private func devicesInScope(_ rules: ReadingRules) throws -> Set<Int64>? {
        if scope.app == nil, scope.task == nil { return nil }
        var apps: Set<UInt32>?
        if let app = scope.app {
            apps = Set(try store.names(.app).knownNumber(of: Array(app.utf8)).map { [$0] } ?? [])
        }
        if let task = rules.task {
            let running = try store.apps(running: task)
            apps = apps.map { $0.intersection(running) } ?? running
        }
        return try apps.map { try store.devices(of: $0) }
    }
}
