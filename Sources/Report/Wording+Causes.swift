import Records
import Stats

extension Wording {
    /// Why devices are stale: each cause with what it points at, then crossed with the bucket.
    var causes: [Block] {
        let stale = evidence.stale
        guard stale.devices > 0 else { return [] }
        let verb = stale.devices == 1 ? "is" : "are"
        return [
            .section("Why \(number(stale.devices, "device")) \(verb) stale"),
            .list(kinds.map(item) + [withoutAny].compactMap(\.self)), .table(causeTable),
        ]
    }

    /// Where there is but one cause, its own item says it.
    private var withoutAny: Block.Item? {
        guard kinds.count > 1, let best = evidence.stale.withoutAny else { return nil }
        return Block.Item(text: "p90 without any of them, at best: \(objectives.text(best.p90)).")
    }

    /// The causes that occur, each once, whatever the outcome of the latest run.
    private var kinds: [(name: String, rows: [StaleDevices.Row])] {
        var kinds: [(name: String, rows: [StaleDevices.Row])] = []
        for row in evidence.stale.rows {
            if kinds.last?.name == row.cause.name {
                kinds[kinds.count - 1].rows.append(row)
            } else {
                kinds.append((row.cause.name, [row]))
            }
        }
        return kinds
    }

    private func item(_ kind: (name: String, rows: [StaleDevices.Row])) -> Block.Item {
        let devices = kind.rows.reduce(0) { $0 + $1.devices }
        let best = evidence.stale.without[kind.rows[0].cause.kind].map { best in
            "p90 without \(devices == 1 ? "it" : "them"), at best: \(objectives.text(best.p90))."
        }
        return Block.Item(
            text: "\(number(devices)) \(kind.name):", parts: meaning(kind.rows, devices) + [best].compactMap(\.self))
    }

    private func meaning(_ rows: [StaleDevices.Row], _ devices: Int) -> [String] {
        switch rows[0].cause {
        case .scheduledNotRun:
            let withheld = rows.flatMap(\.buckets).filter { $0.label.isWithheld }.reduce(0) { $0 + $1.devices }
            let rest = devices - withheld
            let share = rest > 0 ? number(withheld) : devices == 1 ? "It is" : "All"
            return [
                "a request stood, and the system did not run it" + (withheld == 0 ? ":" : "."),
                withheld == 0
                    ? nil
                    : "\(share) in rare, restricted or never: the system's limit at work.",
                rest == 0 ? nil : withheld == 0 ? "worth a look." : "\(number(rest)) elsewhere: worth a look.",
            ].compactMap(\.self)
        case .ranNoSuccess:
            if rows.allSatisfy({ $0.cause.outcome == .unknown }) {
                return ["nothing says whether the app did its work."]
            }
            let words = rows.map { $0.cause.outcome.map(word) ?? "unknown" }
            if words.count == 1 {
                return ["the app's own work.", "The latest run\(devices == 1 ? "" : " of each"): \(words[0])."]
            }
            let outcomes = zip(rows, words).map { "\(number($0.devices)) \($1)" }
            return ["the app's own work.", "By the latest run:"] + enumerated(outcomes)
        case .notScheduledAgain:
            return ["the chain broke;", "nothing was submitted after the last run."]
        case .unknown:
            return ["nothing says,", "since the exports carry no \(markup.literal("lastScheduledAt"))."]
        }
    }

    private func word(_ outcome: Outcome) -> String {
        switch outcome {
        case .unknown: "of unknown success"
        case .retry: "asked to retry"
        default: outcome.name
        }
    }

    private var causeTable: Table {
        let kinds = kinds
        var table = Table(
            columns: [.left("bucket"), .right("stale")] + kinds.map { .right($0.rows[0].cause.shortName) })
        var labels: [BucketLabel] = []
        for bucket in evidence.stale.rows.flatMap(\.buckets) where !labels.contains(bucket.label) {
            labels.append(bucket.label)
        }
        table.rows = labels.sorted().map { label in
            let counts = kinds.map { kind in
                kind.rows.flatMap(\.buckets).filter { $0.label == label }.reduce(0) { $0 + $1.devices }
            }
            return [markup.label(label), number(counts.reduce(0, +))] + counts.map { number($0) }
        }
        return table
    }
}

extension Cause {
    /// A column's name: with the full ones the table would be wider than a terminal.
    fileprivate var shortName: String {
        switch self {
        case .ranNoSuccess: "no success"
        case .scheduledNotRun: "not run"
        case .notScheduledAgain: "not scheduled"
        case .unknown: "unknown"
        }
    }
}

extension BucketLabel {
    /// Whether the system holds back what runs there.
    fileprivate var isWithheld: Bool {
        if case .standby(let bucket) = kind { return [40, 45, 50].contains(bucket.rawValue) }
        return false
    }
}
