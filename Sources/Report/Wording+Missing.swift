import Records
import Stats

extension Wording {
    /// What the figures lack, and where to look. What was merely read in another way is under the basis.
    var missing: [Block.Item] {
        let missing =
            partialItems + changedWeeks
            + [
                missingBaseline, silence, silentDevices, tooNew, truncated, goneBuckets, unknownOutcomes,
                unusableFiles,
            ].compactMap { $0 } + refusedItems
            + [ignoredValues, datedByName, passedOver, laterThanClock].compactMap { $0 }
        let known = missing.isEmpty ? [nothingMissing] : missing + [noneSilent].compactMap(\.self)
        return known + [firstWeek].compactMap(\.self)
    }

    /// Said, since a section that is left out says nothing.
    private var nothingMissing: Block.Item {
        let heard = evidence.data.coverage.now.whole
        guard heard > 0 else { return Block.Item(text: "No device was heard from in the last 28 days.") }
        return Block.Item(
            text: "Nothing is known to be missing:",
            parts: [
                heard == 1
                    ? "the one device heard from in the last 28 days was heard from in the last 7,"
                    : "all \(number(heard, "device")) heard from in the last 28 days were heard from in the last 7,",
                "and nothing was refused.", "Devices that never exported are unknown.",
            ])
    }

    /// Beside what else is missing: that no known device is.
    private var noneSilent: Block.Item? {
        let heard = evidence.data.coverage.now.whole
        guard evidence.silence.devices == 0, heard > 0 else { return nil }
        let which =
            heard == 1
            ? "The one device heard from in the last 28 days was"
            : "All \(number(heard, "device")) heard from in the last 28 days were"
        return Block.Item(text: "\(which) heard from in the last 7.")
    }

    private var missingBaseline: Block.Item? {
        guard assessment.baseline == nil else { return nil }
        return Block.Item(
            text: "There is no data for \(stretchBefore),", parts: ["so there is nothing to compare with."])
    }

    /// A week whose last exports are days old still has readings, and they look like any others.
    private var silence: Block.Item? {
        guard let last = input.dataThrough, window.end - last > Milliseconds.day else { return nil }
        if window.end - last > objectives.data.age { return nil }
        let length = hours(window.end - last, apartFrom: [])
        let end = window.isComplete ? "the end of the week" : "the cut-off"
        return Block.Item(
            text: "The newest export is from \(time(last)),", parts: ["\(length) before \(end)."])
    }

    private var silentDevices: Block.Item? {
        let silence = evidence.silence
        guard silence.devices > 0 else { return nil }
        let one = silence.devices == 1
        let text =
            "\(number(silence.devices, "device")) that \(one ? "was" : "were") heard from in the last 28 days"
        var parts = ["said nothing in the last 7."]
        if silence.refused > 0 {
            let which =
                one ? "it" : silence.refused == silence.devices ? "all of them" : "\(number(silence.refused)) of them"
            parts.append("Exports of \(which) were refused in this week.")
        }
        let bounds = [silence.p90.lower, silence.p90.upper].compactMap { $0.map(objectives.text) }
        if bounds.count == 2, assessment.hasReadings {
            parts.append(
                "With \(one ? "it" : "them"), whatever \(one ? "it" : "they") did, p90 "
                    + (bounds[0] == bounds[1] ? "is \(bounds[0])." : "lies between \(bounds[0]) and \(bounds[1])."))
        }
        return Block.Item(text: text, parts: parts)
    }

    private var tooNew: Block.Item? {
        guard evidence.tooNew > 0 else { return nil }
        let (are, their) = evidence.tooNew == 1 ? ("is", "its") : ("are", "their")
        return Block.Item(
            text: "\(number(evidence.tooNew, "device")) \(are) too new and left out:",
            parts: [
                "installed less than \(limit(objectives.p50)) before \(their) last export,",
                "with no successful refresh yet.",
            ])
    }

    private var truncated: Block.Item? {
        guard evidence.truncated > 0 else { return nil }
        let verbs = evidence.truncated == 1 ? ("holds", "begins") : ("hold", "begin")
        return Block.Item(
            text:
                "\(number(evidence.truncated, "export")) \(verbs.0) as many runs as the recorder keeps,",
            parts: ["and \(verbs.1) after the device's previous export:", "runs in between may be lost."])
    }

    /// Buckets of the week before that have no row in this one.
    private var goneBuckets: Block.Item? {
        let present = Set(assessment.current.buckets.map(\.label))
        let gone = (assessment.baseline?.buckets ?? []).filter { !present.contains($0.label) }
        guard !gone.isEmpty, assessment.hasReadings else { return nil }
        let parts = gone.map { "\(markup.label($0.label)) (\(number($0.figures.devices, "device")))" }
        return Block.Item(
            text: "Buckets with devices in \(stretchBefore) and none now:", parts: enumerated(parts))
    }

    /// Runs of which nothing says whether they succeeded. What is left may be few, and looks as good as all.
    private var unknownOutcomes: Block.Item? {
        let all = assessment.current.all
        guard all.unknownOutcomes > 0 else { return nil }
        if all.unknownOutcomes == 1, all.knownOutcomes == 0 {
            return Block.Item(
                text: "The week's one run does not say whether it succeeded.",
                parts: ["So there is no share that succeeded."])
        }
        let runs = number(all.unknownOutcomes + all.knownOutcomes, "run")
        let saying = all.unknownOutcomes == 1 ? "does not say whether it" : "do not say whether they"
        return Block.Item(
            text: "\(number(all.unknownOutcomes)) of the week's \(runs) \(saying) succeeded.",
            parts: [
                all.knownOutcomes == 0
                    ? "So no share of them can be given." : "The share that succeeded is of the others."
            ])
    }

    private var unusableFiles: Block.Item? {
        let files = input.unusableFiles
        guard !files.isEmpty else { return nil }
        return Block.Item(
            text: "\(number(files.count, "file")) could not be used at all:",
            items: files.map { file in
                Block.Item(
                    text: "\(markup.data(file.file)): \(file.reasons.map(markup.sentence).joined(separator: "; "))")
            })
    }

    /// What was refused, by how much each refusal costs. What is of unusable files only was said with them.
    private var refusedItems: [Block.Item] {
        let unusable = Set(input.unusableFiles.map(\.file))
        let refused = input.remarks(.refused).filter { remark in
            remark.places.count < remark.count || remark.places.contains { !unusable.contains($0.file) }
        }
        let weeks = assessment.baseline == nil ? "" : " of the two weeks"
        // A code of a later version has no level that is known here.
        let levels: [(Refusal.Level?, String)] = [
            (.file, "file"), (.export, "export"), (.entry, "entry"), (nil, "item"),
        ]
        return levels.compactMap { level, noun in
            let remarks = refused.filter { $0.remark.level == level }
            let count = remarks.reduce(0) { $0 + $1.count }
            guard count > 0 else { return nil }
            let nouns = count == 1 ? noun : level == .entry ? "entries" : noun + "s"
            return Block.Item(
                text: "\(number(count)) \(nouns) \(count == 1 ? "was" : "were") refused in the files\(weeks):",
                items: remarks.map(item))
        }
    }

    private var ignoredValues: Block.Item? {
        let remarks = input.remarks(.ignoredValue)
        guard !remarks.isEmpty else { return nil }
        let count = input.total(.ignoredValue)
        return Block.Item(
            text:
                "\(number(count, "value")) \(count == 1 ? "was" : "were") ignored and \(count == 1 ? "counts" : "count") as "
                + "unknown:", items: remarks.map(item))
    }

    private func item(_ remark: RemarkCount) -> Block.Item {
        Block.Item(text: "\(number(remark.count)) × \(markup.sentence(remark.remark))", parts: places(remark))
    }

    private var datedByName: Block.Item? {
        let exports = input.total(.datedByName)
        guard exports > 0 else { return nil }
        let (carry, they) =
            exports == 1
            ? ("carries", "it is dated by its file's name") : ("carry", "they are dated by their file's name")
        return Block.Item(
            text: "\(number(exports, "export")) \(carry) no time of \(exports == 1 ? "its" : "their") own:",
            parts: ["\(they), at the end of that day."])
    }

    /// The first three places, each file named once where it holds several of them.
    private func places(_ remark: RemarkCount) -> [String] {
        let named = remark.places.prefix(3)
        var parts: [String] = []
        for (index, place) in named.enumerated() {
            let isSameFile = index > 0 && named[index - 1].file == place.file
            let position = place.position.isEmpty ? nil : markup.words(place.position)
            let file = isSameFile ? nil : markup.data(place.file)
            parts.append([file, position].compactMap { $0 }.joined(separator: ": "))
        }
        parts.removeAll(where: \.isEmpty)
        guard !parts.isEmpty else { return [] }
        if remark.count > named.count { parts.append("…") }
        for index in parts.indices.dropLast() { parts[index] += ";" }
        parts[0] = "(" + parts[0]
        parts[parts.count - 1] += ")"
        return parts
    }
}
