import Records
import Stats

extension Wording {
    /// Why devices are stale: each cause with what mending it could bring, what it means, and in which buckets it occurs.
    var causes: [Block] {
        let stale = evidence.stale
        let all = assessment.current.all
        guard stale.devices > 0 else {
            let asFar = assessment.dataVerdict == .partial ? ", as far as the data show" : ""
            let which = all.devices == 1 ? "The one device" : "All \(number(all.devices, "device"))"
            return [
                .section("No device is stale"),
                .sentences([
                    "\(which) had refreshed less than \(limit(objectives.p90)) before last contact\(asFar)."
                        + (staleBefore.map { " \($0)" } ?? "")
                ]),
            ]
        }
        let verb = stale.devices == 1 ? "is" : "are"
        return [
            .section("Why \(number(stale.devices, "device")) \(verb) stale"),
            .sentences([staleSentence]), .table(causeTable), .list(kinds.map(item) + [firstToMend].compactMap(\.self)),
            .table(causeBucketTable),
        ]
    }

    private var staleSentence: String {
        let stale = evidence.stale.devices
        let most = assessment.mostStale
        let allowed =
            "The objective allows \(number(most, "stale device")) of \(number(assessment.current.all.devices))"
        return
            "Stale: no successful refresh in the \(limit(objectives.p90)) before last contact, or none at all. \(allowed)"
            + (stale > most ? ", \(number(stale - most)) fewer than there are." : ".")
            + (staleBefore.map { " \($0)" } ?? "")
    }

    private var staleBefore: String? {
        guard assessment.baseline != nil else { return nil }
        let before = evidence.stale.before.values.reduce(0, +)
        let either = evidence.stale.devices == 0 && before == 0 ? " either" : ""
        return
            "In \(stretchBefore), \(before == 0 ? "none" : number(before)) \(before > 1 ? "were" : "was") stale\(either)."
    }

    /// The causes that occur, each once, whatever the outcome of the latest run.
    private var kinds: [StaleKind] {
        var kinds: [StaleKind] = []
        for row in evidence.stale.rows {
            if kinds.last?.kind == row.cause.kind {
                kinds[kinds.count - 1].rows.append(row)
            } else {
                kinds.append(StaleKind(name: row.cause.name, kind: row.cause.kind, rows: [row]))
            }
        }
        return kinds
    }

    private var causeTable: Table {
        var table = Table(columns: [
            .left("cause"), .right("devices"), .right(inWeekBefore), .right("p90 without it, at best"),
        ])
        table.rows = Cause.Kind.allCases.compactMap { kind in
            let devices = kinds.first { $0.kind == kind }?.devices ?? 0
            let before = evidence.stale.before[kind] ?? 0
            // One that is gone has a row too: the rows of each week add up.
            guard devices > 0 || assessment.baseline != nil && before > 0 else { return nil }
            return [
                kind.name, number(devices), assessment.baseline == nil ? "–" : number(before),
                best(evidence.stale.without[kind]) ?? "–",
            ]
        }
        // Where there is but one cause, its own row says it.
        if table.rows.count > 1, let best = best(evidence.stale.withoutAny) {
            table.rows.append(["any of them", number(evidence.stale.devices), totalBefore, best])
        }
        return table
    }

    private var totalBefore: String {
        assessment.baseline == nil ? "–" : number(evidence.stale.before.values.reduce(0, +))
    }

    /// p90 without a cause, and what the verdict on it would be.
    private func best(_ figures: BestFigures?) -> String? {
        guard let p90 = figures?.p90 else { return nil }
        // Without the colon this would read as "never missed".
        return "\(objectives.text(p90))\(p90 == .never ? ":" : "") \(p90.isUnder(objectives.p90) ? "met" : "missed")"
    }

    /// The cause without which p90 would be least, of equal ones that of most devices.
    private var firstToMend: Block.Item? {
        let ranked = kinds.compactMap { kind in
            evidence.stale.without[kind.kind].map { (kind: kind, p90: $0.p90) }
        }
        guard
            let first = ranked.min(by: { ($0.p90, -$0.kind.devices) < ($1.p90, -$1.kind.devices) })
        else { return nil }
        let explained =
            "\(markup.term("At best")): as if all devices of that cause had just refreshed,"
        let held = "also those that the system held back."
        if ranked.count == 1 {
            return Block.Item(text: explained, parts: [held, onlyCause(first.kind)])
        }
        guard let now = assessment.current.all.p90 else { return Block.Item(text: explained, parts: [held]) }
        let grown = grown(besides: first.kind)
        guard first.p90 < now else {
            return Block.Item(
                text: explained,
                parts: [held, "Mending one cause alone would leave p90 as it is."] + (grown ?? []))
        }
        let name = markup.term(first.kind.name)
        let alone = first.p90.isUnder(objectives.p90) ? "which would meet" : "which alone would not meet"
        // What is met already is not to be met by that.
        let bound = now.isUnder(objectives.p90) ? "" : ", \(alone) the objective"
        let brings = "a p90 of \(objectives.text(first.p90))\(bound)."
        return Block.Item(
            text: explained,
            parts: [held]
                + (grown.map { $0 + ["Mending \(name) would bring most:", brings] }
                    ?? ["Look at \(name) first:", "mending it would bring most,", brings]))
    }

    /// What to look at where there is but one cause.
    private func onlyCause(_ kind: StaleKind) -> String {
        guard kind.kind == .scheduledNotRun else { return "It is the only cause, so look there first." }
        let rest = kind.devices - kind.withheld
        if rest == 0 { return "It is the only cause, and the app itself can do little about it." }
        return kind.withheld == 0
            ? "It is the only cause, so look there first."
            : "It is the only cause: look at the other \(number(rest, "device")) first."
    }

    /// The cause that grew most since the week before, where p90 got worse and it is not the one that brings most: it is
    /// likelier to say what went wrong.
    private func grown(besides first: StaleKind) -> [String]? {
        guard let change = assessment.p90Change, change.isWorse(byMoreThan: 0) else { return nil }
        let growth = kinds.map { (kind: $0, more: $0.devices - (evidence.stale.before[$0.kind] ?? 0)) }
        guard let most = growth.max(by: { $0.more < $1.more }), most.more > 0, most.kind.kind != first.kind,
            most.more > growth.first(where: { $0.kind.kind == first.kind })?.more ?? 0
        else { return nil }
        return [
            "Look at \(markup.term(most.kind.name)) first:", "it grew most since \(stretchBefore),",
            "from \(number(evidence.stale.before[most.kind.kind] ?? 0)) to \(number(most.kind.devices)) devices.",
        ]
    }

    private func item(_ kind: StaleKind) -> Block.Item {
        let name = markup.term(kind.name.prefix(1).uppercased() + kind.name.dropFirst())
        return Block.Item(text: "\(name):", parts: meaning(kind))
    }

    private func meaning(_ kind: StaleKind) -> [String] {
        switch kind.kind {
        case .scheduledNotRun:
            return ["the app asked for a run, and the system did not run it."] + withheld(kind)
        case .ranNoSuccess:
            let known = kind.rows.filter { $0.cause.outcome != .unknown }
            if known.isEmpty {
                return [
                    "after its last refresh, if any,", "the app ran, and its exports do not say whether it succeeded.",
                ]
            }
            // "Not successful" would only repeat the cause.
            let told = kind.rows.compactMap { row in row.cause.outcome.flatMap { word($0, row.devices) } }
            let untold = kind.rows.reduce(0) { $0 + ($1.cause.outcome == .notSuccessful ? $1.devices : 0) }
            let rest = untold > 0 && !told.isEmpty ? ["\(number(untold)) without a reason"] : []
            let isSure = known.count == kind.rows.count
            return [
                "after its last refresh, if any,",
                "the app ran without success\(isSure ? "" : ", as far as the exports say"):",
                "that is the app's doing.",
            ]
                + (told.isEmpty ? [] : ["Outcome of the latest run:"] + enumerated(told + rest))
        case .notScheduledAgain:
            return ["after its last run", "the app did not ask for another one: that is the app's doing."]
        case .unknown:
            return [
                "the exports do not say", "whether the app had asked for a run (\(markup.literal("lastScheduledAt"))).",
            ]
        }
    }

    /// How many of the devices that were not run the system holds back by its own rules.
    private func withheld(_ kind: StaleKind) -> [String] {
        let withheld = kind.withheld
        let rest = kind.devices - withheld
        let names = "\(markup.literal("rare")), \(markup.literal("restricted")) or \(markup.literal("never"))"
        let unsaid = [
            "the exports do not say why:", "perhaps low power mode, background refresh switched off,",
            "or an app that was force-quit.",
        ]
        if withheld == 0 { return [kind.devices == 1 ? "For this one" : "For these"] + unsaid }
        let are = withheld == 1 ? "is in a bucket" : "are in buckets"
        let which = rest > 0 ? "\(number(withheld)) of the \(number(kind.devices))" : withheld == 1 ? "It" : "All"
        return ["\(which) \(are) that Android throttles", "(\(names)):", "that is the system's doing."]
            + (rest > 0 ? ["For the other \(rest == 1 ? "one" : number(rest))"] + unsaid : [])
    }

    private func word(_ outcome: Outcome, _ devices: Int) -> String? {
        switch outcome {
        case .unknown: "\(number(devices)) unknown"
        case .notSuccessful, .success: nil
        case .failed: "\(number(devices)) failed"
        case .expired: "\(number(devices)) expired (took longer than the system allows)"
        case .skipped: "\(number(devices)) skipped (the app chose not to refresh)"
        case .retry: "\(number(devices)) asked to retry"
        case .killed: "\(number(devices)) killed (the process ended during the run)"
        }
    }

    private var causeBucketTable: Table {
        let kinds = kinds
        var table = Table(columns: [.left("bucket"), .right("stale"), .right("of")] + kinds.map { .right($0.name) })
        let labels = Set(kinds.flatMap(\.buckets).map(\.label))
        table.rows = labels.sorted().map { label in
            let counts = kinds.map { kind in
                kind.buckets.filter { $0.label == label }.reduce(0) { $0 + $1.devices }
            }
            let all = assessment.current.buckets.first { $0.label == label }?.figures.devices
            return [markup.label(label), number(counts.reduce(0, +)), all.map { number($0) } ?? "–"]
                + counts.map { number($0) }
        }
        return table
    }
}

/// A cause, with its rows for each outcome of the latest run.
private struct StaleKind {
    var name: String
    var kind: Cause.Kind
    var rows: [StaleDevices.Row]

    var devices: Int { rows.reduce(0) { $0 + $1.devices } }
    /// Those in buckets in which Android holds back what runs.
    var withheld: Int { buckets.reduce(0) { $0 + ($1.label.isWithheld ? $1.devices : 0) } }
    var buckets: [(label: BucketLabel, devices: Int)] { rows.flatMap(\.buckets) }
}

extension BucketLabel {
    /// Whether Android holds back what runs there.
    fileprivate var isWithheld: Bool {
        if case .standby(let bucket) = kind { return [40, 45, 50].contains(bucket.rawValue) }
        return false
    }
}
