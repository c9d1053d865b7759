import Records
import Stats
import Testing

@testable import Report

@Suite struct MarkdownReportTests {
    @Test func `the whole report of a week that regressed`() {
        // 322,886,146 − 263,160,000 ms = 59,726,146 ms = 16.59 h; 595/994 − 603/997 = 59.859 − 60.481 %.
        let expected = """
            # ⚠ Background freshness 2026-W39

            **p90 staleness is 89.7 h, the objective is under 72 h: missed.**
            It was 73.1 h in 2026-W38; +16.6 h is more than the 12 h allowed: a regression.
            At least half of the 994 devices had been refreshed within 18.1 h; the objective is under 24 h: met.

            | objective       |  limit |         this week |  last week |    change |
            |:----------------|-------:|------------------:|-----------:|----------:|
            | p50 staleness   | < 24 h |        18.1 h met |     18.1 h |    +0.1 h |
            | p90 staleness   | < 72 h | 89.7 h **missed** |     73.1 h | ⚠ +16.6 h |
            | over 7 days     |        |        34 (3.4 %) | 56 (5.6 %) |   −2.2 pt |
            | ran within 24 h |        |            59.9 % |     60.5 % |   −0.6 pt |
            | runs succeeded  |        |            94.0 % |     93.8 % |   +0.2 pt |

            ## By bucket

            | bucket         | devices |    p50 |     p90 |    change | ran in 24 h | over 7 d |
            |:---------------|--------:|-------:|--------:|----------:|------------:|---------:|
            | android/active |      90 |  7.9 h |  41.4 h |   −15.0 h |      82.2 % |        0 |
            | android/rare   |     100 | 42.0 h | 135.7 h | ⚠ +19.3 h |      28.0 % |        7 |
            | android/never  |       9 |  never |   never | no change |       0.0 % |        9 |
            | ios/normal     |     523 | 16.6 h |  59.1 h |    −7.6 h |      63.9 % |        2 |
            | ios/low_power  |     272 | 15.7 h |  55.7 h |         – |      58.5 % |       16 |

            ## What is missing

            - Buckets with readings in 2026-W38 and none now: android/exempted (3 devices).
            - Files of which nothing could be used: 2.
              - `cut.json.gz`: fails its own check
              - `x.json`: not JSON
            - Refused, and in no figure: 6.
              - 5 × later than its own export (`2026-09-23.json`: device 17, entry 29; device 18, entry 3;
                `2026-09-24.json`: device 2, entry 1; …)
              - 1 × without a time (`2026-09-22.json`: line 4)
            - Values set aside, which count as unknown: 12.
              - 12 × bucket: not a bucket (`2026-09-22.json`: device 3; …)
            - Exports dated by their file's name, at the end of that day: 3.

            ## Basis

            """
        let report = markdown(Sample.regression)
        #expect(report.hasPrefix(expected))
        #expect(report.hasSuffix("Definitions: `metrics/README.md`.\n"))
        #expect(!report.hasSuffix("\n\n"))
    }

    @Test func `the heading is marked only where p90 regressed`() {
        let better = Sample.assessment(Sample.figures(p90: .h(20)), before: Sample.figures(p90: .h(30)))
        let missedBefore = Sample.assessment(Sample.figures(p90: .h(200)), before: Sample.figures(p90: .h(199)))
        let noBaseline = Sample.assessment(Sample.figures(p90: .never), before: nil)
        for assessment in [better, missedBefore, noBaseline] {
            #expect(markdown(assessment).hasPrefix("# Background freshness 2026-W39\n\n"))
        }
        let worse = Sample.assessment(Sample.figures(p90: .never), before: Sample.figures())
        #expect(markdown(worse).hasPrefix("# ⚠ Background freshness 2026-W39\n\n"))
    }

    @Test func `the heading says what the report is narrowed to`() {
        let assessment = Sample.assessment(
            Sample.figures(), before: nil, scope: Scope(app: "net.example.app", task: "# a\nb"))
        #expect(
            markdown(assessment).hasPrefix(
                "# Background freshness 2026-W39 · app `net.example.app` · task `# a\\u{A}b`\n\n"))
    }

    @Test func `without a reading there is no table, but what is missing and the basis are there`() {
        let report = markdown(Sample.assessment(Sample.nothing, before: nil, input: Sample.richInput))
        #expect(!report.contains("|") && !report.contains("## By bucket"))
        #expect(report.contains("## What is missing") && report.contains("## Basis"))
        #expect(report.contains("`cut.json.gz`"))
    }

    @Test func `no name breaks a table or makes a line or a heading of its own`() {
        let names = MarkupTests.names.map(\.name)
        let assessment = hostile(names)
        let lines = markdown(assessment).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let rows = lines.filter { $0.hasPrefix("|") }
        let objectives = rows.prefix(7)
        let buckets = rows.dropFirst(7)
        #expect(objectives.allSatisfy { unescapedPipes($0) == 6 })
        #expect(buckets.count == names.count + 2)
        #expect(buckets.allSatisfy { unescapedPipes($0) == 8 })
        #expect(
            lines.filter { $0.hasPrefix("#") }.dropFirst() == ["## By bucket", "## What is missing", "## Basis"])
        #expect(lines.joined().unicodeScalars.allSatisfy { $0.canBeSeen })
        // One line for each unusable file, and one for each reason of a refusal.
        #expect(lines.filter { $0.hasPrefix("  - ") }.count == 2 * names.count)
    }

    private func hostile(_ names: [String]) -> Assessment {
        var input = Input()
        input.unusableFiles = names.map { UnusableFile(file: $0, reason: $0) }
        input.changedFiles = names
        input.remarks = names.map {
            RemarkCount(remark: Remark(.refused, $0), count: 9, places: [Place(file: $0, position: $0)])
        }
        input.remarks += names.map { RemarkCount(remark: Remark(.unknownField, $0), count: 1, places: []) }
        input.remarks += names.map { RemarkCount(remark: Remark(.timeForm, $0), count: 1, places: []) }
        let name = names.joined()
        return Sample.assessment(
            Sample.figures(), before: Sample.figures(), objectives: Sample.objectives(zone: name),
            scope: Scope(app: name, task: name), buckets: names.map { Sample.bucket($0, .normal, Sample.figures()) },
            input: input)
    }

    /// Pipes that end a cell: those behind an even number of backslashes.
    private func unescapedPipes(_ line: String) -> Int {
        var count = 0
        var isEscaped = false
        for scalar in line.unicodeScalars {
            if scalar == "|", !isEscaped { count += 1 }
            isEscaped = scalar == "\\" && !isEscaped
        }
        return count
    }
}
