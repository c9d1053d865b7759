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
                == ["- The first 3 days of 2026-W38 have no reading, so there is nothing to compare with."])
    }

    @Test func `files of which nothing could be used are named with the reason`() {
        let lines = missing {
            $0.unusableFiles = [
                UnusableFile(file: "cut.json.gz", reason: "fails its own check"),
                UnusableFile(file: "a`b.json", reason: "not JSON: <b>"),
            ]
        }
        #expect(
            lines == [
                "- Files of which nothing could be used: 2.",
                "  - `cut.json.gz`: fails its own check",
                "  - ``a`b.json``: `not JSON: <b>`",
            ])
    }

    @Test func `refusals are counted by reason, the most frequent first, with three places`() {
        let lines = missing {
            $0.remarks = [
                RemarkCount(
                    remark: Remark(.refused, "without a time"), count: 1,
                    places: [Place(file: "b.json", position: "line 4")]),
                RemarkCount(
                    remark: Remark(.refused, "later than its export"), count: 5,
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
                "  - 5 × later than its export (`a.json`: device 17, entry 29; device 18, entry 3; `c.json`; …)",
                "  - 1 × without a time (`b.json`: line 4)",
            ])
    }

    @Test func `three places of three do not say that there are more`() {
        let places = (1...3).map { Place(file: "a.json", position: "line \($0)") }
        let lines = missing {
            $0.remarks = [RemarkCount(remark: Remark(.refused, "not JSON"), count: 3, places: places)]
        }
        #expect(lines.last == "  - 3 × not JSON (`a.json`: line 1; line 2; line 3)")
    }

    @Test func `values set aside and exports dated by name are counted`() {
        let lines = missing {
            $0.remarks = [
                RemarkCount(remark: Remark(.datedByName), count: 1_234, places: []),
                RemarkCount(
                    remark: Remark(.setAside, "bucket: not a bucket"), count: 2,
                    places: [Place(file: "a.json", position: "device 3")]),
            ]
        }
        #expect(
            lines == [
                "- Values set aside, which count as unknown: 2.",
                "  - 2 × bucket: not a bucket (`a.json`: device 3; …)",
                "- Exports dated by their file's name, at the end of that day: 1,234.",
            ])
    }

    @Test func `a silence of more than a day before the end is said`() {
        // Friday 12:00 is 60 h before the week's end.
        let friday = Sample.thursday.advanced(by: 36 * Sample.hour)
        #expect(
            missing { $0.dataThrough = friday } == [
                "- No export in the last 60.0 h of the window; the last one is from 2026-09-25 12:00 UTC."
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
}
