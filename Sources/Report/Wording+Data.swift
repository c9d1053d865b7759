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
            let before = evidence.data.coverage.highestBefore.flatMap({ percent($0) })
        else { return nil }
        return Block.Item(
            text: "Devices fell silent: \(number(now.part)) of the \(number(now.whole, "device"))",
            parts: [
                "heard from in the last 28 days",
                "\(now.part == 1 ? "was" : "were") heard from in the last 7 (\(share)).",
                "Up to three weeks earlier it was \(before)",
                "(limit: \(percentLimit(objectives.data.coverageDrop)) points less).",
            ])
    }

    private var refusedExports: Block.Item? {
        guard holds(.exportsRefused), let share = percent(input.exportsRefused) else { return nil }
        return Block.Item(
            text: "Exports were refused: \(number(input.exportsRefused.part)) of \(number(input.exportsRefused.whole)) "
                + "in this week's files",
            parts: [
                "(\(share); limit: \(percentLimit(objectives.data.refused)) %).", "The reasons are below.",
            ] + [whoseRefused].compactMap(\.self))
    }

    /// Whether the devices of refused exports are in the figures all the same, by what else they sent.
    private var whoseRefused: String? {
        let (devices, read) = (input.devicesRefused, evidence.data.readRefused)
        guard devices > 0, read <= devices else { return nil }
        // Some may name none.
        let exports = input.exportsRefused.part == 1 ? "The refused export names" : "The refused exports name"
        let from = "\(exports) \(number(devices, "device"))"
        if devices == 1 {
            return
                "\(from), which \(read == 1 ? "is in the figures as of its last export that was used" : "is in no figure")."
        }
        if read == 0 { return "\(from), none of which is in the figures." }
        let which = read == devices ? "all" : number(read)
        return "\(from); \(which) of them \(read == 1 ? "is" : "are") in the figures, as of "
            + "\(read == 1 ? "its" : "their") last export that was used."
    }

    private var contradictions: Block.Item? {
        let data = evidence.data
        guard data.contradicted > 0 else { return nil }
        let names = data.contradictedNamed.map { name in
            markup.data(name.id) + (name.app.isEmpty ? "" : " of app \(markup.data(name.app))")
        }
        let more = data.contradicted > names.count ? ", …" : ""
        let bound = holds(.historiesContradict) ? "; limit: \(percentLimit(objectives.data.contradicted)) %" : ""
        let share = percent(assessment.contradicted).map { "(\($0) of the devices\(bound))" }
        return Block.Item(
            text: "\(number(data.contradicted, "device")) (\(names.joined(separator: ", "))\(more))",
            parts: ["sent histories that contradict each other"] + [share].compactMap(\.self).map { $0 + ":" }
                + [
                    "one id on two phones, an edited history, or times written in another precision.",
                    data.contradicted == 1
                        ? "Its figures rest on all that the id sent." : "Their figures rest on all that each id sent.",
                ])
    }

    private var seenOnce: Block.Item? {
        guard holds(.idsSeenOnce), let share = percent(assessment.seenOnceShare) else { return nil }
        let before = assessment.seenOnceBefore.flatMap({ percent($0) }).map { "In \(stretchBefore) it was \($0)." }
        return Block.Item(
            text:
                "Ids are seen once: \(number(evidence.data.seenOnce)) of \(number(assessment.seenOnceShare.whole, "device"))",
            parts: ["sent one export and none before (\(share); limit: 50 %)."] + [before].compactMap(\.self)
                + ["Perhaps the app makes a new id at each run."])
    }

    private var sameButForCase: Block.Item? {
        let devices = evidence.data.sameButForCase
        guard devices > 0 else { return nil }
        return Block.Item(
            text: "\(number(devices)) ids differ from another one only in upper and lower case,",
            parts: ["and count as devices of their own.", "Perhaps two writers spell one id differently."])
    }
}

/// Why the data are partial, each reason with its figure and its limit: as they follow a verdict.
func partialReasons(_ assessment: Assessment) -> String {
    assessment.partial.map { reason(assessment, $0) }.joined(separator: "; ")
}

private func reason(_ assessment: Assessment, _ reason: PartialReason) -> String {
    let (data, limits) = (assessment.evidence.data, assessment.objectives.data)
    switch reason.kind {
    case .dataEndEarly:
        let end = assessment.window.isComplete ? "the end of the week" : "the cut-off"
        return assessment.input.dataThrough.map {
            "they end \(hours(assessment.window.end - $0, apartFrom: [limits.age])) before \(end) (limit: "
                + "\(limit(limits.age)))"
        } ?? "there is no export in the week"
    case .devicesFellSilent:
        let before = data.coverage.highestBefore.flatMap { percent($0) } ?? "–"
        return
            "\(percent(data.coverage.now) ?? "–") of the known devices were heard from in the last 7 days, \(before) "
            + "before (limit: \(percentLimit(limits.coverageDrop)) points less)"
    case .exportsRefused:
        let share = assessment.input.exportsRefused
        return "\(number(share.part)) of \(number(share.whole)) exports were refused (limit: "
            + "\(percentLimit(limits.refused)) %)"
    case .historiesContradict:
        let share = assessment.contradicted
        return
            "\(number(share.part)) of \(number(share.whole, "device")) sent histories that contradict each other (limit: "
            + "\(percentLimit(limits.contradicted)) %)"
    case .idsSeenOnce:
        let share = assessment.seenOnceShare
        return "\(number(share.part)) of \(number(share.whole, "device")) were seen once and never before (limit: 50 %)"
    }
}
