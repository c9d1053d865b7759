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
        input.dataThrough = Sample.assessment(Sample.figures(), before: nil).input.dataThrough
        change(&input)
        return missing(Sample.assessment(Sample.figures(), before: Sample.figures(), input: input))
    }

    /// An item as one text, wherever its lines end.
    private func joined(_ lines: [String]) -> String {
        lines.map { $0.drop { $0 == " " } }.joined(separator: " ")
    }

    @Test(arguments: [
        (1, "the one device heard from in the last 28 days was heard from in the last 7,"),
        (1_200, "all 1,200 devices heard from in the last 28 days were heard from in the last 7,"),
    ])
    func `where nothing is missing that is said, as far as it goes`(_ devices: Int, _ said: String) {
        let assessment = Sample.ordinary {
            $0.evidence.data.coverage = .of(heard: devices)
        }
        #expect(
            joined(missing(assessment))
                == "- Nothing is known to be missing: \(said) and nothing was refused. Devices that never exported are unknown."
        )
        #expect(markdown(assessment).contains("## What is missing\n\n- Nothing is known to be missing:"))
        // What is missing of one kind takes that word back.
        var new = assessment
        new.evidence.tooNew = 1
        #expect(!missing(new).joined().contains("Nothing"))
        // That no known device is missing is said all the same.
        let known =
            devices == 1
            ? "- The one device heard from in the last 28 days was heard from in the last 7."
            : "- All 1,200 devices heard from in the last 28 days were heard from in the last 7."
        #expect(missing(new).last == known)
        new.evidence.silence = Silence(devices: 1, p90: Interval(.h(1), .h(2)))
        #expect(!missing(new).contains(known))
    }

    @Test func `that the data begin late does not make anything missing`() {
        let assessment = Sample.ordinary {
            $0.evidence.data.coverage = .of(heard: 10)
            $0.evidence.weeks = Sample.weeks([Sample.nothing, Sample.figures(), Sample.figures()])
        }
        let lines = missing(assessment)
        #expect(lines.first?.hasPrefix("- Nothing is known to be missing") == true)
        #expect(
            lines.last == "- In the last 3 weeks, there is no data before 2026-W38. Exports may tell of earlier runs.")
    }

    @Test func `the week before is named where it has no reading`() {
        #expect(
            missing(Sample.assessment(Sample.figures(), before: nil))
                == ["- There is no data for 2026-W38, so there is nothing to compare with."])
        #expect(
            missing(Sample.assessment(Sample.figures(), before: nil, upTo: Sample.thursday))
                == ["- There is no data for the same part of 2026-W38, so there is nothing to compare with."])
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
                "- 2 files could not be used at all:",
                "  - `cut.json.gz`: value where an export's object should be; text that is not JSON",
                "  - ``a`b.json``: `not JSON: <b>`",
            ])
        #expect(
            missing { $0.unusableFiles = [UnusableFile(file: "a", reasons: [Remark(.refused, .notJSON)])] }[0]
                == "- 1 file could not be used at all:")
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
                "- 5 exports were refused in the files of the two weeks:",
                "  - 5 × `exportedAt`: time without `Z` or an offset (`a.json`: device 17, entry 29;",
                "    device 18, entry 3; `c.json`; …)",
                "- 1 entry was refused in the files of the two weeks:",
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
                "- 2 values were ignored and count as unknown:",
                "  - 2 × `bucket` ignored: neither a bucket's code nor its name (`a.json`: device 3; …)",
                "- 1,234 exports carry no time of their own:",
                "  they are dated by their file's name, at the end of that day.",
            ])
        #expect(
            joined(missing { $0.remarks = [RemarkCount(remark: Remark(.datedByName), count: 1, places: [])] })
                == "- 1 export carries no time of its own: it is dated by its file's name, at the end of that day.")
    }

    @Test func `a silence of more than a day before the end is said`() {
        // Saturday 12:00 is 36 h before the week's end: a millisecond more and the data end early.
        let saturday = Sample.thursday.advanced(by: 60 * Sample.hour)
        #expect(
            missing { $0.dataThrough = saturday } == [
                "- The newest export is from 2026-09-26 12:00 UTC, 36.0 h before the end of the week."
            ])
        #expect(
            joined(missing { $0.dataThrough = saturday.advanced(by: -1) })
                == "- The data end early: the newest export is from 2026-09-26 11:59 UTC, 36.0000003 h before the end of "
                + "the week (limit: 36 h).")
        #expect(
            missing { $0.dataThrough = Sample.thursday.advanced(by: 72 * Sample.hour) }[0].contains("newest") == false)
    }

    @Test func `in a week that is not over the silence is before the cut-off`() {
        var input = Input()
        input.dataThrough = Sample.thursday.advanced(by: -30 * Sample.hour)
        let assessment = Sample.assessment(
            Sample.figures(), before: Sample.figures(), upTo: Sample.thursday, input: input)
        #expect(
            missing(assessment) == ["- The newest export is from 2026-09-22 18:00 UTC, 30.0 h before the cut-off."])
    }

    @Test func `a bucket of the week before without a row in this one is named`() {
        let assessment = Sample.assessment(
            Sample.figures(), before: Sample.figures(), buckets: [Sample.standby(40, Sample.figures())],
            bucketsBefore: [Sample.standby(5, Sample.figures(1)), Sample.standby(40, Sample.figures())])
        #expect(
            missing(assessment) == ["- Buckets with devices in 2026-W38 and none now: android/exempted (1 device)."])
    }

    @Test func `in a week that is not over it was there in the same days`() {
        let assessment = Sample.assessment(
            Sample.figures(), before: Sample.figures(), upTo: Sample.thursday,
            buckets: [Sample.standby(40, Sample.figures())],
            bucketsBefore: [Sample.standby(5, Sample.figures(3)), Sample.standby(40, Sample.figures())])
        #expect(
            missing(assessment) == [
                "- Buckets with devices in the same part of 2026-W38 and none now: android/exempted (3 devices)."
            ])
    }

    @Test(arguments: [
        (1, 19, "1 of the week's 20 runs does not say whether it succeeded."),
        (2, 1, "2 of the week's 3 runs do not say whether they succeeded."),
    ])
    func `runs that do not say whether they succeeded are counted`(_ unknown: Int, _ known: Int, _ text: String) {
        var figures = Sample.figures(successes: known, outcomes: known)
        #expect(!missing(Sample.assessment(figures, before: figures)).joined().contains("of the week's"))
        figures.unknownOutcomes = unknown
        #expect(
            joined(missing(Sample.assessment(figures, before: figures)))
                == "- \(text) The share that succeeded is of the others.")
    }

    @Test func `where no run says whether it succeeded there is no share of others`() {
        var figures = Sample.figures(successes: 0, outcomes: 0)
        figures.unknownOutcomes = 1_200
        #expect(
            joined(missing(Sample.assessment(figures, before: figures)))
                == "- 1,200 of the week's 1,200 runs do not say whether they succeeded. So no share of them can be given."
        )
        figures.unknownOutcomes = 1
        #expect(
            joined(missing(Sample.assessment(figures, before: figures)))
                == "- The week's one run does not say whether it succeeded. So there is no share that succeeded.")
    }

    // MARK: What devices did not tell

    private func missing(_ figures: Figures = Sample.figures(), _ change: (inout Evidence) -> Void) -> [String] {
        var evidence = Evidence()
        change(&evidence)
        return missing(Sample.assessment(figures, before: Sample.figures(), evidence: evidence))
    }

    @Test(
        arguments: [
            (
                6, Interval(.h(88.44), .h(91.19)), "6 devices that were",
                "With them, whatever they did, p90 lies between 88.4 h and 91.2 h."
            ),
            (
                1_200, Interval(.h(71.98), .never), "1,200 devices that were",
                "With them, whatever they did, p90 lies between 71.98 h and never."
            ),
            // So few among so many that p90 is the same device's either way.
            (2, Interval(.h(50), .h(50)), "2 devices that were", "With them, whatever they did, p90 is 50.0 h."),
            (2, Interval(.never, .never), "2 devices that were", "With them, whatever they did, p90 is never."),
            (
                1, Interval(.h(40), .h(50)), "1 device that was",
                "With it, whatever it did, p90 lies between 40.0 h and 50.0 h."
            ),
        ] as [(Int, Interval, String, String)])
    func `silent devices are counted, with where p90 lies whatever they did`(
        _ devices: Int, _ bounds: Interval, _ counted: String, _ sentence: String
    ) {
        #expect(
            joined(missing { $0.silence = Silence(devices: devices, p90: bounds) })
                == "- \(counted) heard from in the last 28 days said nothing in the last 7. \(sentence)")
    }

    @Test(
        arguments: [
            (1, 1, "it"), (20, 20, "all of them"), (20, 12, "12 of them"), (1_300, 1_200, "1,200 of them"),
            (20, 0, nil),
        ] as [(Int, Int, String?)])
    func `of silent devices whose exports were refused it is said: they are not gone`(
        _ devices: Int, _ refused: Int, _ which: String?
    ) {
        let said = joined(
            missing { $0.silence = Silence(devices: devices, refused: refused, p90: Interval(.h(1), .h(2))) })
        let sentence = which.map { " Exports of \($0) were refused in this week." } ?? ""
        #expect(said.contains("said nothing in the last 7.\(sentence) With "), "\(said)")
    }

    @Test func `without a reading silent devices bound nothing`() {
        #expect(
            missing(Sample.nothing) { $0.silence = Silence(devices: 1, p90: Interval(.h(0), .never)) } == [
                "- 1 device that was heard from in the last 28 days said nothing in the last 7."
            ])
    }

    @Test func `devices that are too new are counted, by the objective of p50`() {
        #expect(
            joined(missing { $0.tooNew = 1 })
                == "- 1 device is too new and left out: installed less than 24 h before its last export, with no "
                + "successful refresh yet.")
        #expect(
            joined(missing { $0.tooNew = 1_200 })
                == "- 1,200 devices are too new and left out: installed less than 24 h before their last export, with no "
                + "successful refresh yet.")
        var evidence = Evidence()
        evidence.tooNew = 2
        let half = Sample.assessment(
            Sample.figures(), before: Sample.figures(), objectives: Sample.objectives(p50: 1_800_000),
            evidence: evidence)
        #expect(missing(half)[0].hasPrefix("- 2 devices are too new and left out: installed less than 0.5 h before"))
    }

    @Test func `exports that may have lost runs are counted`() {
        #expect(
            joined(missing { $0.truncated = 1 })
                == "- 1 export holds as many runs as the recorder keeps, and begins after the device's previous export: "
                + "runs in between may be lost.")
        #expect(
            joined(missing { $0.truncated = 1_200 })
                == "- 1,200 exports hold as many runs as the recorder keeps, and begin after the device's previous export: "
                + "runs in between may be lost.")
    }

    @Test func `they stand in this order, and also where there is no reading`() {
        let lines = missing(Sample.nothing) {
            $0.silence = Silence(devices: 3, p90: Interval(.h(0), .h(1)))
            $0.tooNew = 2
            $0.truncated = 1
        }
        #expect(lines.filter { $0.hasPrefix("-") }.map { $0.prefix(9) } == ["- 3 devic", "- 2 devic", "- 1 expor"])
        #expect(missing { (_: inout Evidence) in }[0] == "- No device was heard from in the last 28 days.")
    }
}
