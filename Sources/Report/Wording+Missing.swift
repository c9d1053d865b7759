import Records
import Stats

extension Wording {
    /// What the figures lack, and where to look. What was merely read in another way stands under the basis.
    var missing: [Block.Item] {
        partialItems + changedWeeks
            + [
                missingBaseline, silence, silentDevices, tooNew, truncated, goneBuckets, unknownOutcomes,
                unusableFiles,
                remarked(.refused, "Refused, and in no figure"),
                remarked(.ignoredValue, "Ignored values, which count as unknown"),
                datedByName, passedOver, laterThanClock,
            ].compactMap { $0 }
    }

    private var missingBaseline: Block.Item? {
        guard assessment.baseline == nil else { return nil }
        return Block.Item(
            text: "\(stretchBefore) has no reading,", parts: ["so there is nothing to compare with."])
    }

    /// A week whose last exports are days old still has readings, and they look like any others.
    private var silence: Block.Item? {
        guard let last = input.dataThrough, window.end - last > Milliseconds.day else { return nil }
        if window.end - last > objectives.data.age { return nil }
        let length = hours(window.end - last, apartFrom: [])
        return Block.Item(
            text: "No export in the last \(length) of the window;", parts: ["the last one is from \(time(last))."])
    }

    private var silentDevices: Block.Item? {
        let silence = evidence.silence
        guard silence.devices > 0 else { return nil }
        let devices = number(silence.devices, "device")
        let bounds = [silence.p90.lower, silence.p90.upper].compactMap { $0.map(objectives.text) }
        guard bounds.count == 2, assessment.hasReadings else {
            return Block.Item(text: "\(devices) heard from in the last 28 days said nothing in the last 7.")
        }
        return Block.Item(
            text: "\(devices) heard from in the last 28 days said nothing in the last 7.",
            parts: [
                "Whatever \(silence.devices == 1 ? "it" : "they") did, p90 "
                    + (bounds[0] == bounds[1] ? "is \(bounds[0])." : "lies between \(bounds[0]) and \(bounds[1]).")
            ])
    }

    private var tooNew: Block.Item? {
        guard evidence.tooNew > 0 else { return nil }
        return Block.Item(
            text: "\(number(evidence.tooNew, "device")) left out:",
            parts: [
                "installed less than \(limit(objectives.p50)) before \(evidence.tooNew == 1 ? "its" : "their") last export,",
                "and without a success so far.",
            ])
    }

    private var truncated: Block.Item? {
        guard evidence.truncated > 0 else { return nil }
        let verbs = evidence.truncated == 1 ? ("is", "begins") : ("are", "begin")
        return Block.Item(
            text:
                "\(number(evidence.truncated, "export")) \(verbs.0) full, and \(verbs.1) after the same device's previous one:",
            parts: ["runs between the two are unknown."])
    }

    /// Buckets of the week before that have no row in this one.
    private var goneBuckets: Block.Item? {
        let present = Set(assessment.current.buckets.map(\.label))
        let gone = (assessment.baseline?.buckets ?? []).filter { !present.contains($0.label) }
        guard !gone.isEmpty, assessment.hasReadings else { return nil }
        let parts = gone.map { "\(markup.label($0.label)) (\(number($0.figures.devices, "device")))" }
        return Block.Item(
            text: "Buckets with readings in \(stretchBeforeInside) and none now:", parts: enumerated(parts))
    }

    /// Runs of which nothing says whether they succeeded. What is left may be few, and looks as good as all.
    private var unknownOutcomes: Block.Item? {
        let all = assessment.current.all
        guard all.unknownOutcomes > 0 else { return nil }
        let runs = number(all.unknownOutcomes + all.knownOutcomes, "run")
        let saying = all.unknownOutcomes == 1 ? "does not say whether it" : "do not say whether they"
        return Block.Item(
            text: "\(number(all.unknownOutcomes)) of the window's \(runs) \(saying) succeeded:",
            parts: all.knownOutcomes == 0
                ? ["none counts as a success, and none as a failure."]
                : ["none counts as a success,", "and the share that succeeded is of the others."])
    }

    private var unusableFiles: Block.Item? {
        let files = input.unusableFiles
        guard !files.isEmpty else { return nil }
        return Block.Item(
            text: "Files of which nothing could be used: \(number(files.count)).",
            items: files.map { file in
                Block.Item(
                    text: "\(markup.data(file.file)): \(file.reasons.map(markup.sentence).joined(separator: "; "))")
            })
    }

    private func remarked(_ kind: Remark.Kind, _ heading: String) -> Block.Item? {
        let remarks = input.remarks(kind)
        guard !remarks.isEmpty else { return nil }
        return Block.Item(
            text: "\(heading): \(number(input.total(kind))).",
            items: remarks.map { remark in
                Block.Item(
                    text: "\(number(remark.count)) × \(markup.sentence(remark.remark))",
                    parts: places(remark))
            })
    }

    private var datedByName: Block.Item? {
        let exports = input.total(.datedByName)
        guard exports > 0 else { return nil }
        return Block.Item(text: "Exports dated by their file's name, at the end of that day: \(number(exports)).")
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
