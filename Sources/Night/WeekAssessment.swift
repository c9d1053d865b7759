import Foundation
import Records
import Stats
import Store

/// Computes a week's figures from the store.
struct WeekAssessment {
    let store: Store
    let objectives: Objectives
    let window: Window
    let scope: Scope

    func assess() throws -> Assessment {
        let stretches = Stretches(window)
        let windows = [window, stretches.baseline]
        let contents = try store.contents()
        let replaced = ContentSet(contents.lazy.filter(\.isReplaced).map(\.id))
        let counted = try contents.filter { content in
            try !content.isReplaced && windows.contains { try holdsExport(content, in: $0) }
        }
        let countedIDs = ContentSet(counted.map(\.id))
        let rules = ReadingRules(
            task: scope.task.map { TaskID(rawValue: store.tasks.knownNumber(of: Array($0.utf8)) ?? .max) },
            platforms: store.platforms.names, newFor: objectives.p50)
        let devices = try devicesInScope(rules)
        let conflicts = try store.conflicts()
        let first = min(stretches.start, counted.compactMap(\.firstMoment).min() ?? stretches.start)
        let last = max(window.end, counted.compactMap(\.lastMoment).max() ?? window.end)

        // What no remaining export told is not known, so all exports must be seen.
        let end = replaced.isEmpty ? last.advanced(by: Export.clockTolerance) : .latest

        // Devices never look at each other, so they are read side by side, a stretch of them for each core.
        let source = store.historySource
        let parts = try SideBySide.map(store.deviceNumbers()) { [objectives] numbers in
            var part = Part(fleet: FleetTally(stretches, rules, objectives))
            part.read = try source.reader().forEachHistory(
                of: numbers, from: first, through: end,
                isEnough: { history, start in
                    history.reachesTold(by: countedIDs.contains, from: start)
                        && history.ignoring(replaced).reaches(stretches, rules)
                },
                { device, stored in
                    let history = stored.ignoring(replaced)
                    part.runs += history.toldRuns(by: countedIDs.contains)
                    if let conflicts = conflicts[device] {
                        part.conflicts += history.toldConflicts(conflicts, by: countedIDs.contains)
                    }
                    if devices?.contains(device) ?? true { part.fleet.add(history) }
                })
            part.fleet.sort()
            return part
        }
        let all = parts.dropFirst().reduce(into: parts[0]) { $0.add($1) }
        try store.check(all.read, from: first, through: end)

        var input = Input()
        input.runs = all.runs
        input.conflicts = all.conflicts
        input.files = counted.count
        input.exports = counted.reduce(0) { $0 + $1.exports }
        try note(contents, counted: countedIDs, in: &input)
        return all.fleet.assessment(
            scope, input, platforms: store.platforms.names.map { String(decoding: $0, as: UTF8.self) })
    }

    /// What a stretch of the devices gives.
    private struct Part: Sendable {
        var fleet: FleetTally
        var read = HistorySums()
        var runs = 0
        var conflicts = 0

        mutating func add(_ other: Part) {
            read.add(other.read)
            fleet.add(other.fleet)
            runs += other.runs
            conflicts += other.conflicts
        }
    }

    private func holdsExport(_ content: StoredContent, in window: Window) throws -> Bool {
        guard let first = content.firstMoment, let last = content.lastMoment else { return false }
        if window.contains(first) || window.contains(last) { return true }
        guard first < window.start, last >= window.end else { return false }
        return try store.moments(of: content.id).contains { window.contains($0) }
    }

    /// The devices that `--app` and `--task` leave; nil for all. A task is asked of the devices of apps that are known
    /// to run it: elsewhere, that it never ran says nothing.
    private func devicesInScope(_ rules: ReadingRules) throws -> Set<Int64>? {
        if scope.app == nil, scope.task == nil { return nil }
        try store.checkDevices()
        var apps: Set<Int64>?
        if let app = scope.app { apps = Set(store.number(ofApp: Array(app.utf8)).map { [$0] } ?? []) }
        if let task = rules.task {
            let running = try store.apps(running: task)
            apps = apps.map { $0.intersection(running) } ?? running
        }
        return try apps.map { try store.devices(of: $0) }
    }

    // MARK: What is to be said of the files

    private func note(_ contents: [StoredContent], counted: ContentSet, in input: inout Input) throws {
        var places: [Remark: [(name: [UInt8], places: [String])]] = [:]
        var counts: [Remark: Int] = [:]
        for content in contents {
            let isUnusable = content.exports == 0 && !content.paths.isEmpty
            guard counted.contains(content.id) || isUnusable else { continue }
            let name = content.paths.first ?? content.name
            let remarks = try store.remarks(of: content.id)
            for (remark, tally) in remarks {
                counts[remark, default: 0] += tally.count
                places[remark, default: []].append((name, tally.places))
            }
            if isUnusable {
                let reasons = remarks.keys.filter { $0.kind == .refused }.map(\.detail).sorted()
                input.unusableFiles.append(UnusableFile(file: text(name), reason: reasons.joined(separator: "; ")))
            }
            if content.isChanged { input.changedFiles.append(text(name)) }
        }
        input.unusableFiles.sort { ($0.file, $0.reason) < ($1.file, $1.reason) }
        input.changedFiles.sort()
        input.remarks = counts.map { remark, count in
            let files = (places[remark] ?? []).sorted { $0.name.lexicographicallyPrecedes($1.name) }
            let named = files.lazy.flatMap { file in file.places.map { Place(file: text(file.name), position: $0) } }
            return RemarkCount(remark: remark, count: count, places: Array(named.prefix(Ledger.namedPlaces)))
        }
        input.remarks.sort {
            let kinds = Remark.Kind.allCases
            let a = (kinds.firstIndex(of: $0.remark.kind) ?? 0, -$0.count, $0.remark.detail)
            return a < (kinds.firstIndex(of: $1.remark.kind) ?? 0, -$1.count, $1.remark.detail)
        }
    }

    private func text(_ name: [UInt8]) -> String { String(decoding: name, as: UTF8.self) }
}
