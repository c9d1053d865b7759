import Records
import Stats

extension Wording {
    /// What the figures rest on: enough to compute them again.
    var basis: [Block.Item] {
        [
            windowItem, baselineItem, readItem,
            counted(input.conflicts, "Runs told in more than one way; the word of the later export stands"),
            counted(input.total(.nothingRecorded), "Exports with nothing recorded; their devices count, with no run"),
            counted(input.total(.clockAhead), "Runs up to 5 minutes ahead of their export; they count at its time"),
            details(.timeForm, "Times in other forms than Unix seconds:"),
            details(.mixedTimeForms, "Exports that write times in more than one form, so that one may be wrong:"),
            details(.unknownField, "Fields that the definitions do not know, ignored:"),
            counted(input.exportsInNoFile, "Exports that stand in no file any more; what they told stays"),
            thresholdsItem, definitionsItem,
        ].compactMap { $0 }
    }

    private var windowItem: Block.Item {
        let extent = window.isComplete ? "complete" : "not over, \(window.wholeDays) of 7 days"
        let data = input.dataThrough.map { "data through \(time($0))" } ?? "no export in it"
        return Block.Item(text: "Window: \(stretch(window)), \(extent);", parts: ["\(data)."])
    }

    private var baselineItem: Block.Item? {
        guard assessment.baseline != nil else { return nil }
        return Block.Item(text: "Week before, \(weekBefore): \(stretch(assessment.baselineWindow)).")
    }

    private var readItem: Block.Item {
        let exports = number(input.exports, "export")
        return Block.Item(text: "Read: \(number(input.files, "file")), \(exports), \(number(input.runs, "run")).")
    }

    private func counted(_ count: Int, _ text: String) -> Block.Item? {
        count > 0 ? Block.Item(text: "\(text): \(number(count)).") : nil
    }

    private func details(_ kind: Remark.Kind, _ heading: String) -> Block.Item? {
        let remarks = input.remarks(kind)
        guard !remarks.isEmpty else { return nil }
        return Block.Item(
            text: heading,
            parts: enumerated(remarks.map { "\(markup.sentence($0.remark)) (\(number($0.count)))" }, atMost: 10))
    }

    private var thresholdsItem: Block.Item {
        Block.Item(
            text: "Thresholds: p50 < \(limit(objectives.p50)), p90 < \(limit(objectives.p90)),",
            parts: [
                "broken over \(limit(objectives.broken)),", "regression over \(limit(objectives.p90Regression));",
            ] + dataLimits + [
                "\(markup.literal("slo.json")),", "SHA-256", "\(markup.literal(objectives.sha256)).",
            ] + sinceEarlier)
    }

    private var dataLimits: [String] {
        let limits = objectives.data
        return [
            "data partial where they end over \(limit(limits.age)) early,",
            "coverage fell by over \(percentLimit(limits.coverageDrop)) points,",
            "over \(percentLimit(limits.refused)) % of exports were refused",
            "or over \(percentLimit(limits.contradicted)) % of devices contradict themselves;",
        ]
    }

    private var sinceEarlier: [String] {
        guard !assessment.passedOverReports.isEmpty else { return [comparedWithEarlier] }
        let named = assessment.passedOverReports.map { markup.data($0) }
        return ["Not readable as a report of an earlier week:"] + enumerated(named, atMost: 3) + [comparedWithEarlier]
    }

    private var comparedWithEarlier: String {
        guard let before = assessment.earlierThresholds else { return "No report of an earlier week to compare with." }
        if !assessment.movedThresholds.isEmpty {
            return "Moved since the report of \(before.week): see above."
        }
        return before.sha256 == objectives.sha256
            ? "Unchanged since the report of \(before.week)."
            : "The same as in the report of \(before.week), though the file is another."
    }

    private var definitionsItem: Block.Item {
        Block.Item(
            text: "Percentiles are nearest rank over each device's last reading.",
            parts: ["Definitions: \(markup.literal("metrics/README.md"))."])
    }

    private func stretch(_ window: Window) -> String {
        "\(window.start.moment(in: window.zone)) to \(window.end.moment(in: window.zone)) \(zone)"
    }

    /// A moment to the minute, with its zone.
    func time(_ moment: Instant) -> String { "\(moment.minute(in: window.zone)) \(zone)" }

    /// The program checked that there is such a zone; in Markdown an underscore in it would still act.
    private var zone: String { markup == .plain ? visible(objectives.timeZone) : markup.words(objectives.timeZone) }

    /// Parts of a sentence with commas between them and a full stop at the end; those past the most are counted.
    func enumerated(_ parts: [String], atMost most: Int = .max) -> [String] {
        var shown = Array(parts.prefix(most))
        if parts.count > shown.count { shown.append("and \(number(parts.count - shown.count)) more") }
        for index in shown.indices { shown[index] += index == shown.count - 1 ? "." : "," }
        return shown
    }
}
