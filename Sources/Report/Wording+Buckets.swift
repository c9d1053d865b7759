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
                change(assessment.p90Change(of: bucket), isRegression: assessment.isRegression(bucket)),
                percent(figures.runRate) ?? "–", number(figures.broken),
            ]
        }
        return table
    }
}
