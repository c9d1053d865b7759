import Records
import Stats

extension Wording {
    /// A verdict inside a sentence: "met" is never said of partial data without saying so.
    func word(_ verdict: Verdict) -> String {
        verdict == .met && assessment.dataVerdict == .partial ? "met on partial data" : verdict.rawValue
    }

    /// Why the data are partial, each reason with its figure and its limit.
    var partialReasons: String { Report.partialReasons(assessment) }

    /// The items of "What is missing" that make the data partial, or would if there were more of them.
    var partialItems: [Block.Item] {
        [endEarly, fellSilent, refusedExports, contradictions, seenOnce, sameButForCase].compactMap(\.self)
    }

    private func holds(_ kind: PartialReason.Kind) -> Bool { assessment.partial.contains { $0.kind == kind } }

    private var endEarly: Block.Item? {
        guard holds(.dataEndEarly), let last = input.dataThrough else { return nil }
        let length = hours(window.end - last, apartFrom: [objectives.data.age])
        let end = window.isComplete ? "the end of the week" : "the cut-off"
        return Block.Item(
            text: "The data end early: the newest export is from \(time(last)),",
            parts: ["\(length) before \(end) (limit: \(limit(objectives.data.age)))."])
    }

    private var fellSilent: Block.Item? {
        let now = evidence.data.coverage.now
        guard holds(.devicesFellSilent), let share = percent(now),
            let before = evidence.data.coverage.highestBefore.flatMap(percent)
        else { return nil }
        return Block.Item(
            text: "Devices fell silent: of \(number(now.whole, "device")) heard from in the last 28 days,",
            parts: [
                "\(number(now.part)) were heard from in the last 7: \(share).",
                "In one of the three weeks before it was \(before)",
                "(limit: \(percentLimit(objectives.data.coverageDrop)) points less).",
            ])
    }

    private var refusedExports: Block.Item? {
        guard holds(.exportsRefused), let share = percent(input.exportsRefused) else { return nil }
        return Block.Item(
            text:
                "Exports were refused: \(number(input.exportsRefused.part)) of \(number(input.exportsRefused.whole)),",
            parts: ["\(share) (limit: \(percentLimit(objectives.data.refused)) %). The reasons are below."])
    }

    private var contradictions: Block.Item? {
        let data = evidence.data
        guard data.contradicted > 0 else { return nil }
        let names = data.contradictedNamed.map { name in
            markup.data(name.id) + (name.app.isEmpty ? "" : " of app \(markup.data(name.app))")
        }
        let more = data.contradicted > names.count ? ", …" : ""
        let share = percent(assessment.contradicted).map { "\($0) of those with a reading" } ?? ""
        let bound = holds(.historiesContradict) ? " (limit: \(percentLimit(objectives.data.contradicted)) %)" : ""
        return Block.Item(
            text: "\(number(data.contradicted, "device")) (\(names.joined(separator: ", "))\(more))",
            parts: [
                "sent histories that contradict each other, \(share)\(bound):",
                "one id on two phones, an edited history, or times written in another precision.",
                "Their readings are of all that each id told.",
            ])
    }

    private var seenOnce: Block.Item? {
        guard holds(.idsSeenOnce), let share = percent(assessment.seenOnceShare) else { return nil }
        let before = assessment.seenOnceBefore.flatMap(percent).map { "in \(weekBefore) it was \($0)" }
        return Block.Item(
            text:
                "Ids are seen once: \(number(evidence.data.seenOnce)) of \(number(assessment.seenOnceShare.whole, "device"))",
            parts: [
                "exported once and never before, \(share) (limit: 50 %);", "\(before ?? "").",
                "An id that is made anew at each run looks like this.",
            ])
    }

    private var sameButForCase: Block.Item? {
        let devices = evidence.data.sameButForCase
        guard devices > 0 else { return nil }
        return Block.Item(
            text: "\(number(devices)) ids differ from another one in upper and lower case alone,",
            parts: ["and count as devices of their own: perhaps two writers spell one id."])
    }
}

/// Why the data are partial, each reason with its figure and its limit: as they follow a verdict.
func partialReasons(_ assessment: Assessment) -> String {
    assessment.partial.map { reason(assessment, $0) }.joined(separator: ", and ")
}

private func reason(_ assessment: Assessment, _ reason: PartialReason) -> String {
    let (data, limits) = (assessment.evidence.data, assessment.objectives.data)
    let figure: String
    switch reason.kind {
    case .dataEndEarly:
        let end = assessment.window.isComplete ? "the end of the week" : "the cut-off"
        figure =
            assessment.input.dataThrough.map {
                "\(hours(assessment.window.end - $0, apartFrom: [limits.age])) before \(end), limit \(limit(limits.age))"
            } ?? "there is no export in the week"
    case .devicesFellSilent:
        let before = data.coverage.highestBefore.flatMap(percent) ?? "–"
        figure =
            "\(percent(data.coverage.now) ?? "–") of them heard from in 7 days, \(before) before; limit "
            + "\(percentLimit(limits.coverageDrop)) points less"
    case .exportsRefused:
        let share = assessment.input.exportsRefused
        figure = "\(number(share.part)) of \(number(share.whole)), limit \(percentLimit(limits.refused)) %"
    case .historiesContradict:
        let share = assessment.contradicted
        figure =
            "\(number(share.part)) of \(number(share.whole, "device")), limit \(percentLimit(limits.contradicted)) %"
    case .idsSeenOnce:
        let share = assessment.seenOnceShare
        figure = "\(number(share.part)) of \(number(share.whole, "device")), limit 50 %"
    }
    return "\(reason.kind.rawValue) (\(figure))"
}
