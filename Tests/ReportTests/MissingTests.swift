import Records
import Stats
import Testing

@testable import Report

/// What is missing, and where to look for it.
@Suite struct MissingTests {
    private func missing(_ assessment: Assessment) -> [String] {
        Block.list(Wording(assessment: assessment, markup: .markdown).missing).lines(.markdown)
    }

    private func missing(_ change: (inout Input) -> Void) -> [String] {
        var input = Input()
        change(&input)
        return missing(Sample.assessment(Sample.figures(), before: Sample.figures(), input: input))
    }

    @Test func `where nothing is missing the section is left out`() {
        let assessment = Sample.assessment(Sample.figures(), before: Sample.figures())
        #expect(missing(assessment) == [])
        #expect(!markdown(assessment).contains("What is missing"))
    }

    @Test func `the week before is named where it has no reading`() {
        #expect(
            missing(Sample.assessment(Sample.figures(), before: nil))
                == ["- 2026-W38 has no reading, so there is nothing to compare with."])
        #expect(
            missing(Sample.assessment(Sample.figures(), before: nil, upTo: Sample.thursday))
                == ["- The same part of 2026-W38 has no reading, so there is nothing to compare with."])
    }

    @Test func `files of which nothing could be used are named with the reason`() {
        let lines = missing {
            $0.unusableFiles = [
                UnusableFile(
                    file: "cut.json.gz", reasons: [Remark(.refused, .notAnObject), Remark(.refused, .notJSON)]),
                UnusableFile(file: "a`b.json", reasons: [Remark(.refused, "not JSON: <b>")]),
            ]
        }
        #expect(
            lines == [
                "- Files of which nothing could be used: 2.",
                "  - `cut.json.gz`: value where an export's object should be; text that is not JSON",
                "  - ``a`b.json``: `not JSON: <b>`",
            ])
    }

    @Test func `refusals are counted by reason, the most frequent first, with three places`() {
        let lines = missing {
            $0.remarks = [
                RemarkCount(
                    remark: Remark(.refused, .noTime), count: 1,
                    places: [Place(file: "b.json", position: "line 4")]),
                RemarkCount(
                    remark: Remark(.refused, .timeWithoutOffset, of: "exportedAt"), count: 5,
                    places: [
                        Place(file: "a.json", position: "device 17, entry 29"),
                        Place(file: "a.json", position: "device 18, entry 3"), Place(file: "c.json", position: ""),
                        Place(file: "d.json", position: "line 1"),
                    ]),
            ]
        }
        #expect(
            lines == [
                "- Refused, and in no figure: 6.",
                "  - 5 × `exportedAt`: time without `Z` or an offset (`a.json`: device 17, entry 29;",
                "    device 18, entry 3; `c.json`; …)",
                "  - 1 × entry without `at` (`b.json`: line 4)",
            ])
    }

    @Test func `three places of three do not say that there are more, and a later program's code stands for itself`() {
        let places = (1...3).map { Place(file: "a.json", position: "line \($0)") }
        let lines = missing {
            $0.remarks = [RemarkCount(remark: Remark(.refused, "code-of-2031"), count: 3, places: places)]
        }
        #expect(lines.last == "  - 3 × code-of-2031 (`a.json`: line 1; line 2; line 3)")
    }

    @Test func `ignored values and exports dated by name are counted`() {
        let lines = missing {
            $0.remarks = [
                RemarkCount(remark: Remark(.datedByName), count: 1_234, places: []),
                RemarkCount(
                    remark: Remark(.ignoredValue, .notABucket, of: "bucket"), count: 2,
                    places: [Place(file: "a.json", position: "device 3")]),
            ]
        }
        #expect(
            lines == [
                "- Ignored values, which count as unknown: 2.",
                "  - 2 × `bucket` ignored: neither a bucket's code nor its name (`a.json`: device 3; …)",
                "- Exports dated by their file's name, at the end of that day: 1,234.",
            ])
    }

    @Test func `a silence of more than a day before the end is said`() {
        // Saturday 12:00 is 36 h before the week's end: a millisecond more and the data end early.
        let saturday = Sample.thursday.advanced(by: 60 * Sample.hour)
        #expect(
            missing { $0.dataThrough = saturday } == [
                "- No export in the last 36.0 h of the window; the last one is from 2026-09-26 12:00 UTC."
            ])
        #expect(
            missing { $0.dataThrough = saturday.advanced(by: -1) } == [
                "- The data end early: the newest export is from 2026-09-26 11:59 UTC,",
                "  36.0000003 h before the end of the week (limit: 36 h).",
            ])
        #expect(missing { $0.dataThrough = Sample.thursday.advanced(by: 72 * Sample.hour) } == [])
    }

    @Test func `a bucket of the week before without a row in this one is named`() {
        let assessment = Sample.assessment(
            Sample.figures(), before: Sample.figures(), buckets: [Sample.standby(40, Sample.figures())],
            bucketsBefore: [Sample.standby(5, Sample.figures(1)), Sample.standby(40, Sample.figures())])
        #expect(
            missing(assessment) == ["- Buckets with readings in 2026-W38 and none now: android/exempted (1 device)."])
    }

    @Test func `in a week that is not over it was there in the same days`() {
        let assessment = Sample.assessment(
            Sample.figures(), before: Sample.figures(), upTo: Sample.thursday,
            buckets: [Sample.standby(40, Sample.figures())],
            bucketsBefore: [Sample.standby(5, Sample.figures(3)), Sample.standby(40, Sample.figures())])
        #expect(
            missing(assessment) == [
                "- Buckets with readings in the same part of 2026-W38 and none now: android/exempted (3 devices)."
            ])
    }

    @Test(arguments: [
        (1, 19, "1 of the window's 20 runs does not say whether it succeeded:"),
        (2, 1, "2 of the window's 3 runs do not say whether they succeeded:"),
    ])
    func `runs that do not say whether they succeeded are counted`(_ unknown: Int, _ known: Int, _ text: String) {
        var figures = Sample.figures(successes: known, outcomes: known)
        #expect(missing(Sample.assessment(figures, before: figures)) == [])
        figures.unknownOutcomes = unknown
        #expect(
            missing(Sample.assessment(figures, before: figures)).joined(separator: " ").replacing("   ", with: " ")
                == "- \(text) none counts as a success, and the share that succeeded is of the others.")
    }

    @Test func `where no run says whether it succeeded there is no share of others`() {
        var figures = Sample.figures(successes: 0, outcomes: 0)
        figures.unknownOutcomes = 1_200
        #expect(
            missing(Sample.assessment(figures, before: figures)) == [
                "- 1,200 of the window's 1,200 runs do not say whether they succeeded:",
                "  none counts as a success, and none as a failure.",
            ])
    }

    // MARK: What devices did not tell

    private func missing(_ figures: Figures = Sample.figures(), _ change: (inout Evidence) -> Void) -> [String] {
        var evidence = Evidence()
        change(&evidence)
        return missing(Sample.assessment(figures, before: Sample.figures(), evidence: evidence))
    }

    @Test(
        arguments: [
            (6, Interval(.h(88.44), .h(91.19)), "6 devices", "Whatever they did, p90 lies between 88.4 h and 91.2 h."),
            (
                1_200, Interval(.h(71.98), .never), "1,200 devices",
                "Whatever they did, p90 lies between 71.98 h and never."
            ),
            // So few among so many that p90 is the same device's either way.
            (2, Interval(.h(50), .h(50)), "2 devices", "Whatever they did, p90 is 50.0 h."),
            (2, Interval(.never, .never), "2 devices", "Whatever they did, p90 is never."),
            (1, Interval(.h(40), .h(50)), "1 device", "Whatever it did, p90 lies between 40.0 h and 50.0 h."),
        ] as [(Int, Interval, String, String)])
    func `silent devices are counted, with where p90 lies whatever they did`(
        _ devices: Int, _ bounds: Interval, _ counted: String, _ sentence: String
    ) {
        let lines = missing { $0.silence = Silence(devices: devices, p90: bounds) }
        #expect(
            lines.joined(separator: " ").replacing("   ", with: " ")
                == "- \(counted) heard from in the last 28 days said nothing in the last 7. \(sentence)")
    }

    @Test func `without a reading silent devices bound nothing`() {
        #expect(
            missing(Sample.nothing) { $0.silence = Silence(devices: 1, p90: Interval(.h(0), .never)) } == [
                "- 1 device heard from in the last 28 days said nothing in the last 7."
            ])
    }

    @Test func `devices that are too new are counted, by the objective of p50`() {
        let rest = "  and without a success so far."
        #expect(
            missing { $0.tooNew = 1 } == [
                "- 1 device left out: installed less than 24 h before its last export,", rest,
            ])
        #expect(
            missing { $0.tooNew = 1_200 } == [
                "- 1,200 devices left out: installed less than 24 h before their last export,", rest,
            ])
        let half = Sample.assessment(
            Sample.figures(), before: Sample.figures(), objectives: Sample.objectives(p50: 1_800_000),
            evidence: {
                var evidence = Evidence()
                evidence.tooNew = 2
                return evidence
            }())
        #expect(missing(half)[0].hasPrefix("- 2 devices left out: installed less than 0.5 h before"))
    }

    @Test func `exports that may have lost runs are counted`() {
        #expect(
            missing { $0.truncated = 1 } == [
                "- 1 export is full, and begins after the same device's previous one:",
                "  runs between the two are unknown.",
            ])
        #expect(
            missing { $0.truncated = 1_200 } == [
                "- 1,200 exports are full, and begin after the same device's previous one:",
                "  runs between the two are unknown.",
            ])
    }

    @Test func `they stand in this order, and also where there is no reading`() {
        let lines = missing(Sample.nothing) {
            $0.silence = Silence(devices: 3, p90: Interval(.h(0), .h(1)))
            $0.tooNew = 2
            $0.truncated = 1
        }
        #expect(lines.filter { $0.hasPrefix("-") }.map { $0.prefix(9) } == ["- 3 devic", "- 2 devic", "- 1 expor"])
        #expect(missing { _ in } == [])
    }
}
