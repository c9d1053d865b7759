extension HandedCase {
    static let all: [HandedCase] = figures + forms + texts

    private static let figures = [
        HandedCase(
            folder: "07-low-power-survivorship", week: "2026-W11", devices: 1, runs: 30, p50: 3_600, p90: 3_600,
            buckets: ["ios/normal": 1]),
        HandedCase(
            folder: "08-runs-but-never-succeeds", devices: 1, runs: 30, p50: 345_660, p90: 345_660,
            successRate: 6.0 / 30,
            buckets: ["android/working_set": 1]),
        // The last run is 60 s before the export; of the 25 those of the week from Monday 00:00 count, one.
        HandedCase(
            // Of 25 runs, 12 lie before 2026-03-02, where the week before begins.
            folder: "10-bucket-decay", week: "2026-W11", devices: 1, runs: 13, p50: 60, p90: 60,
            buckets: ["android/restricted": 1]),
        // The last run, at 20:00, says no bucket, and so does the export.
        HandedCase(
            folder: "11-bucket-codes", devices: 1, runs: 14, p50: 3_600, p90: 3_600, buckets: ["android/none": 1]),
        HandedCase(
            folder: "14-never-ran", devices: 4, runs: 0, runRate: 0, successRate: nil,
            buckets: ["android/never": 1, "android/none": 1, "ios/none": 2]),
        HandedCase(
            folder: "18-boolean-shapes", devices: 1, runs: 6, p50: 10_800, p90: 10_800, successRate: 3.0 / 5,
            buckets: ["android/none": 1]),
        // The runs before Monday are no part of the week's success rate; the one that is counts.
        HandedCase(
            folder: "19-future-timestamps", devices: 1, runs: 9, p50: 0, p90: 0, buckets: ["ios/normal": 1], refused: 1,
            told: [("f1.json", ["1 entry refused: time before 2015 or after 2039", "line 1, entry 8"])]),
        HandedCase(
            folder: "21-clock-set-back", devices: 1, runs: 15, p50: 1_200, p90: 1_200, buckets: ["android/none": 1]),
        HandedCase(
            folder: "28-dst-days", week: "2026-W13", devices: 1, runs: 23, p50: 3_600, p90: 3_600,
            buckets: ["android/active": 1]),
        HandedCase(
            folder: "28-dst-days", week: "2026-W43", devices: 1, runs: 25, p50: 3_600, p90: 3_600,
            buckets: ["android/active": 1]),
        HandedCase(
            folder: "28-dst-days", week: "2026-W14", zone: "Europe/Amsterdam", devices: 1, runs: 23, p50: 3_600,
            p90: 3_600,
            successRate: nil, buckets: ["android/active": 1]),
        HandedCase(
            folder: "53-snapshot-only", asOf: "2026-03-16T06:00:00.001Z", devices: 1, runs: 1, p50: 3_600, p90: 3_600,
            buckets: ["android/working_set": 1]),
        HandedCase(
            folder: "53-snapshot-only", asOf: "2026-03-16T07:00:00.001Z", devices: 1, runs: 1, p50: 7_200, p90: 7_200,
            buckets: ["android/frequent": 1]),
        HandedCase(
            folder: "53-snapshot-only", devices: 1, runs: 2, p50: 1_800, p90: 1_800, buckets: ["android/rare": 1]),
        HandedCase(
            folder: "55-overlapping-exports", devices: 1, runs: 42, p50: 60, p90: 60, buckets: ["android/active": 1]),
        HandedCase(
            folder: "57-true-repeats", devices: 1, runs: 4, p50: 14_400, p90: 14_400, buckets: ["ios/normal": 1],
            conflicts: 1),
        HandedCase(
            folder: "58-older-export-later", devices: 1, runs: 8, p50: 21_600, p90: 21_600, buckets: ["android/rare": 1]
        ),
    ]

    private static let forms = [
        HandedCase(
            folder: "23-epoch-milliseconds", devices: 1, runs: 8, p50: 10_799.877, p90: 10_799.877,
            buckets: ["android/working_set": 1],
            forms: ["Unix milliseconds"]),
        HandedCase(
            folder: "24-mixed-time-units", devices: 1, runs: 7, p50: 61_200, p90: 61_200, buckets: ["android/none": 1],
            refused: 1,
            told: [("m2.json", ["1 entry refused: time before 2015 or after 2039", "line 1, entry 5"])],
            forms: ["Unix milliseconds", "Unix microseconds", "Unix nanoseconds", "text"]),
        HandedCase(
            folder: "25-apple-reference-date", devices: 1, runs: 6, p50: 14_399.75, p90: 14_399.75,
            buckets: ["ios/normal": 1],
            forms: ["seconds since 2001-01-01"]),
        HandedCase(
            folder: "26-iso8601-offsets", devices: 1, runs: 8, p50: 39_600, p90: 39_600, buckets: ["android/none": 1],
            refused: 9,
            told: [
                (
                    "z1.json",
                    [
                        "2 entries refused: hour over 23 (hour-out-of-range)",
                        "z1.json: line 1, entry 9; line 1, entry 16", "1 entry refused: second over 59",
                        "line 1, entry 10", "line 1, entry 11", "1 entry refused: value that is not a time",
                        "line 1, entry 12", "1 entry refused: date that does not exist", "line 1, entry 13",
                        "line 1, entry 14", "1 entry refused: time with other text after it", "line 1, entry 15",
                        "1 entry refused: minute over 59", "line 1, entry 17",
                    ]
                )
            ], forms: ["text"]),
    ]

    private static let texts = [
        HandedCase(
            folder: "33-utf8-bom", devices: 3, runs: 12, p50: 75_600, p90: 75_600, buckets: ["ios/normal": 3],
            refused: 1,
            told: [("utf16le.json", ["1 file refused: file in UTF-16 (utf-16)"])], useless: ["utf16le.json"]),
        HandedCase(
            folder: "35-concatenated-pretty-json", devices: 5, runs: 20, p50: 75_600, p90: 75_600,
            buckets: ["ios/normal": 5]),
        HandedCase(
            folder: "36-ndjson-one-bad-line", devices: 3, runs: 12, p50: 75_600, p90: 75_600,
            buckets: ["ios/normal": 3], refused: 2,
            told: [("bad.ndjson", ["line 3", "line 4"])]),
        HandedCase(
            folder: "38-truncated-json", devices: 1, runs: 25, p50: 0, p90: 0, buckets: ["ios/normal": 1], refused: 8,
            told: [
                (
                    "20260316-good.json",
                    ["5 entries refused: run more than 5 minutes later than", "line 1, entry 25", "line 1, entry 29"]
                ),
                ("20260317-cut.json", ["2 exports refused: file or line that ends"]),
                ("20260318-cut-at-row.json", ["2 exports refused: file or line that ends"]),
                ("20260319-zero.json", ["1 file refused: empty file (empty-file)"]),
            ], useless: ["20260317-cut.json", "20260318-cut-at-row.json", "20260319-zero.json"]),
        // The one run of the one device is the last history's, at 02:00.
        HandedCase(
            folder: "40-duplicate-keys", devices: 1, runs: 1, p50: 79_200, p90: 79_200, buckets: ["ios/normal": 1]),
        // In hours: 15, 17, 18, 19, 20, 21, 22 and three times 24; ranks 5 and 9 of 10. What is exactly 24 h old is no run of
        // the 24 h before.
        HandedCase(
            folder: "41-huge-integers", devices: 10, runs: 11, p50: 72_000, p90: 86_400, runRate: 0.7,
            buckets: ["android/active": 8, "ios/normal": 2],
            refused: 3,
            told: [
                ("ids.ndjson", ["line 9"]), ("at-1e400.json", ["line 1, entry 0"]),
                ("at-overflow.json", ["line 1, entry 0"]),
            ]),
        HandedCase(
            folder: "43-lone-surrogate", devices: 1, runs: 1, p50: 86_400, p90: 86_400, runRate: 0,
            buckets: ["ios/normal": 1], refused: 3,
            told: [("surrogate.ndjson", ["line 1", "line 2", "line 3"])]),
        HandedCase(
            folder: "54-odd-rows", devices: 1, runs: 2, p50: 82_800, p90: 82_800, buckets: ["ios/none": 1], refused: 8,
            told: [("odd.json", [0, 1, 2, 3, 4, 5, 6, 9].map { "line 1, entry \($0)" })]),
        HandedCase(
            folder: "66-markdown-injection", devices: 17, runs: 68, p50: 75_600, p90: 75_600,
            buckets: ["ios/normal": 17]),
    ]
}
