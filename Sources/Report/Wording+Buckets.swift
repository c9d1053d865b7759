import Stats

extension Wording {
    /// A row for each bucket, from the least restricted to the most. The rows add up to all devices.
    var bucketTable: Table {
        var table = Table(columns: [
            .left("bucket"), .right("devices"), .right("p50"), .right("p90"), .right("change"), .right("ran in 24 h"),
            .right("over " + objectives.brokenLimit(day: "d", days: "d")),
        ])
        table.rows = assessment.current.buckets.map { bucket in
            let figures = bucket.figures
            return [
                markup.label(bucket.label), number(figures.devices), figures.p50.map(objectives.text) ?? "–",
                figures.p90.map(objectives.text) ?? "–",
                change(
                    assessment.p90Change(of: bucket), assessment.p90ChangeInterval(of: bucket),
                    isRegression: assessment.isRegression(bucket)),
                percent(figures.runRate) ?? "–", number(figures.broken),
            ]
        }
        return table
    }

    /// What the rows do not say by themselves.
    var besideBuckets: [String?] {
        let figures = assessment.current.buckets.map(\.figures)
        let few = figures.contains { $0.p90 != .never && $0.p90Interval.upper == nil }
        let hasMark = assessment.current.buckets.contains {
            isMarked(assessment.p90Change(of: $0), assessment.p90ChangeInterval(of: $0))
        }
        return [
            hasMark && !isMarked ? noiseLegend : nil,
            // The least count whose interval has an upper rank; see the table in the definitions.
            few && figures.count > 1
                ? "Of fewer than 36 devices, p90 says little: it may be much worse than shown." : nil,
        ]
    }
}
