import Records
import Stats

extension Wording {
    /// What the figures rest on: enough to compute them again.
    var basis: [Block.Item] {
        [
            windowItem, baselineItem, readItem,
            counted(
                input.conflicts, "run is reported differently by two exports:",
                "runs are reported differently by two exports:",
                "the later one is used.", "the later one is used."),
            counted(
                input.total(.nothingRecorded), "export has an empty history: no run was recorded.",
                "exports have an empty history: no run was recorded.", "That is no fault.", "That is no fault."),
            counted(
                input.total(.clockAhead), "run is dated up to 5 minutes after its export,",
                "runs are dated up to 5 minutes after their export,", "and counts at the export's time.",
                "and count at the export's time."),
            details(.timeForm, "Times in other forms than Unix seconds are read too:"),
            details(.mixedTimeForms, "Exports that write times in more than one form; one of them may be wrong:"),
            details(.unknownField, "Unknown fields, ignored:"),
            counted(
                input.exportsInNoFile, "export is in no file any more;", "exports are in no file any more;",
                "what it said is kept.", "what they said is kept."),
            thresholdsItem, dataLimitsItem, thresholdsFileItem, definitionsItem,
        ].compactMap { $0 }
    }

    private var windowItem: Block.Item {
        let extent = window.isComplete ? "over" : "not over: \(number(window.wholeDays, "whole day")) of 7"
        let data = input.dataThrough.map { "Newest export: \(time($0))." } ?? "No export in it."
        return Block.Item(text: "Week: \(stretch(window)), \(extent).", parts: [data])
    }

    private var baselineItem: Block.Item? {
        guard assessment.baseline != nil else { return nil }
        return Block.Item(text: "Compared with \(weekBefore): \(stretch(assessment.baselineWindow)).")
    }

    private var readItem: Block.Item {
        let exports = number(input.exports, "export")
        let weeks = assessment.baseline == nil ? "" : " of the two weeks"
        return Block.Item(
            text: "Used: \(number(input.files, "file")), \(exports) and \(number(input.runs, "run"))\(weeks).")
    }

    private func counted(
        _ count: Int, _ one: String, _ many: String, _ oneMore: String, _ manyMore: String
    ) -> Block.Item? {
        guard count > 0 else { return nil }
        return Block.Item(
            text: "\(number(count)) \(count == 1 ? one : many)", parts: [count == 1 ? oneMore : manyMore])
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
            text: "Objectives: p50 under \(limit(objectives.p50)), p90 under \(limit(objectives.p90)).",
            parts: [
                "Regression: p90 worse by more than \(limit(objectives.p90Regression)).",
                "More than \(objectives.brokenLimit) without a refresh count as broken.",
            ])
    }

    private var dataLimitsItem: Block.Item {
        let limits = objectives.data
        return Block.Item(
            text: isPartial ? "Data are partial" : "The data count as whole. Data are partial",
            parts: [
                "if they end more than \(limit(limits.age)) early,",
                "if the share of known devices that are heard from",
                "falls by more than \(percentLimit(limits.coverageDrop)) points,",
                "if more than \(percentLimit(limits.refused)) % of the exports are refused,",
                "if more than \(percentLimit(limits.contradicted)) % of the devices send histories that contradict each other,",
                "or if half of the devices or more sent only one export ever,",
                "and at least 25 points more of them than in the week before.",
            ])
    }

    private var isPartial: Bool { assessment.dataVerdict == .partial }

    private var thresholdsFileItem: Block.Item {
        Block.Item(
            text: "These limits are from \(markup.literal("slo.json")),",
            parts: ["SHA-256", "\(markup.literal(objectives.sha256))."] + sinceEarlier)
    }

    private var sinceEarlier: [String] {
        guard !assessment.passedOverReports.isEmpty else { return [comparedWithEarlier] }
        let named = assessment.passedOverReports.map { markup.data($0) }
        return ["Not readable as an earlier report:"] + enumerated(named, atMost: 3) + [comparedWithEarlier]
    }

    private var comparedWithEarlier: String {
        guard let before = assessment.earlierThresholds else {
            return "No earlier report says whether they were changed."
        }
        if !assessment.movedThresholds.isEmpty {
            return "They were changed since the report of \(before.week): see above."
        }
        return before.sha256 == objectives.sha256
            ? "Unchanged since the report of \(before.week)."
            : "They are the same as in the report of \(before.week), though the file is not."
    }

    private var definitionsItem: Block.Item {
        Block.Item(
            text: "Percentiles are nearest rank.",
            parts: ["Every figure is defined in \(markup.literal("metrics/README.md"))."])
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
