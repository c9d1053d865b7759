import Records
import Stats

extension Wording {
    /// A row for each bucket, from the least restricted to the most. The rows add up to all devices.
    var bucketTable: Table {
        var table = Table(columns: [
            .left("bucket"), .right("devices"), .right("devices \(inWeekBefore)"), .right("p50"), .right("p90"),
            .right("p90 change"),
            .right("ran in 24 h"), .right("> \(objectives.brokenLimit)"),
        ])
        table.rows = assessment.current.buckets.map { bucket in
            let figures = bucket.figures
            return [
                markup.label(bucket.label), number(figures.devices),
                assessment.baseline == nil ? "–" : number(assessment.baseline(of: bucket.label)?.devices ?? 0),
                figures.p50.map(objectives.text) ?? "–", figures.p90.map(objectives.text) ?? "–", change(bucket),
                percent(figures.runRate) ?? "–", number(figures.broken),
            ]
        }
        return table
    }

    /// The least devices of each week for a bucket's change to be shown: of fewer it is the change of one or two of them.
    private static let leastForChange = 10

    private static let tooFew = "n < \(leastForChange)"

    private func change(_ bucket: BucketFigures) -> String {
        guard let before = assessment.baseline(of: bucket.label) else { return "–" }
        guard min(bucket.figures.devices, before.devices) >= Self.leastForChange else { return Self.tooFew }
        let interval = assessment.p90ChangeInterval(of: bucket)
        // A mark on what may be chance teaches people to overlook the marks.
        let isRegression = assessment.isRegression(bucket) && interval?.isWithinNoise != true
        return change(assessment.p90Change(of: bucket), interval, isRegression: isRegression)
    }

    /// What a bucket is, and what the rows do not say by themselves.
    var besideBuckets: [String?] {
        let buckets = assessment.current.buckets
        let figures = buckets.map(\.figures)
        let few = figures.contains { $0.p90 != .never && $0.p90Interval.upper == nil }
        let changes = buckets.map(change)
        let hasMark = buckets.contains { bucket in
            mayBeChance(assessment.p90Change(of: bucket), assessment.p90ChangeInterval(of: bucket))
        }
        let isLegendAbove =
            mayBeChance(assessment.p50Change, assessment.p50ChangeInterval)
            || mayBeChance(assessment.p90Change, assessment.p90ChangeInterval)
        return [
            bucketSentence, before,
            changes.contains(Self.tooFew)
                ? "\(Self.tooFew): fewer than \(number(Self.leastForChange)) devices in one of the weeks, so no change is shown."
                : nil,
            changes.contains { $0.hasPrefix("⚠") }
                ? "⚠ before a change: worse by more than the \(limit(objectives.p90Regression)) allowed, and not by chance."
                    + (changes.contains("⚠ to never") ? " A change to never is not tested for chance." : "") : nil,
            hasMark && !isLegendAbove && changes.contains { $0.contains("~") } ? chanceLegend : nil,
            // The least count whose interval has an upper rank; see the table in the definitions.
            few && figures.count > 1
                ? "p90 of fewer than 36 devices has no upper end of its 95 % interval: it may be much worse than shown."
                : nil,
            mixSentence,
        ]
    }

    /// A title of a column has no room for the week, where only a part of it is meant.
    private var before: String? {
        window.isComplete || assessment.baseline == nil ? nil : "Devices before: in \(stretchBefore)."
    }

    private var bucketSentence: String? {
        let kinds = assessment.current.buckets.map(\.label.kind)
        let hasStandby = kinds.contains { if case .standby = $0 { true } else { false } }
        let hasPower = kinds.contains { [.normal, .lowPower].contains($0) }
        let android =
            "On Android, the bucket is the system's standby bucket: the less an app is used, the lower its bucket and the "
            + "less often it may run; \(markup.literal("never")) is for apps that were never opened."
        let ios =
            "On iOS, it is \(markup.literal("low_power")) if low power mode was on at the last run, else "
            + "\(markup.literal("normal"))."
        let none = "\(markup.literal("none")): the exports name neither a bucket nor low power mode."
        let parts = [(hasStandby, android), (hasPower, ios), (kinds.contains(.none), none)].filter(\.0).map(\.1)
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    /// How p90's change comes about: so that the table of buckets and the change of all can be reconciled.
    private var mixSentence: String? {
        // With one bucket in both weeks there is nothing to tell apart.
        guard let mix = evidence.mix, let change = assessment.p90Change?.milliseconds, change != 0,
            let weighted = mix.weighted, let within = mix.behaviour?.milliseconds, let moved = mix.mix?.milliseconds,
            max(assessment.current.buckets.count, assessment.baseline?.buckets.count ?? 0) > 1
        else { return nil }
        // Their names stand under what is missing: a sentence holds no name out of the data.
        let without = mix.without.isEmpty ? "" : " Buckets with no device now are left out of this."
        let whole = objectives.text(.by(milliseconds: change))
        let others = "devices that changed bucket, came or went"
        if moved == 0 {
            return "p90's change of \(whole) comes from changes within the buckets, and not from \(others).\(without)"
        }
        return
            "Of p90's change of \(whole), \(objectives.text(.by(milliseconds: within))) comes from changes within the buckets "
            + "and \(objectives.text(.by(milliseconds: moved))) from \(others): had each bucket kept its share of the devices, p90 "
            + "would be \(objectives.text(weighted)).\(without)"
    }
}
