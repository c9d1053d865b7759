import Foundation
import Records
import Stats
import Testing

@testable import Report

/// What a report says of data that are not all there; "met" is never said of them without that.
@Suite struct DataVerdictTests {
    /// Of 40 devices, for each reason with the figure that makes it hold.
    static let reasons: [(kind: PartialReason.Kind, change: @Sendable (inout Assessment) -> Void, figure: String)] = [
        (
            .dataEndEarly, { $0.input.dataThrough = Sample.thursday },
            "they end 96.0 h before the end of the week (limit: 36 h)"
        ),
        (
            // 20 of 40, and a week earlier 40 of 50.
            .devicesFellSilent, { $0.evidence.data.coverage = .of(heard: 20, fellSilent: 20, gone: 10) },
            "50.0 % of the known devices were heard from in the last 7 days, 80.0 % before (limit: 10 points less)"
        ),
        (
            .exportsRefused, { $0.input.exportsRefused = Share(120, of: 280) },
            "120 of 280 exports were refused (limit: 10 %)"
        ),
        (
            .historiesContradict, { $0.evidence.data.contradicted = 10 },
            "10 of 40 devices sent histories that contradict each other (limit: 5 %)"
        ),
        (
            .idsSeenOnce, { $0.evidence.data.seenOnce = 30 },
            "30 of 40 devices were seen once and never before (limit: 50 %)"
        ),
    ]

    private func assessment(
        _ now: Figures = Sample.figures(40), _ change: (inout Assessment) -> Void
    ) -> Assessment {
        var assessment = Sample.assessment(now, before: Sample.figures(40))
        change(&assessment)
        return assessment
    }

    private func verdict(_ assessment: Assessment) -> [String] {
        Wording(assessment: assessment, markup: .markdown).verdict
    }

    @Test(arguments: reasons.indices)
    func `each reason stands right behind the verdict, and is there for programs`(_ index: Int) {
        let row = Self.reasons[index]
        let assessment = assessment { row.change(&$0) }
        #expect(assessment.partial.map(\.kind) == [row.kind] && assessment.dataVerdict == .partial)
        #expect(
            verdict(assessment).prefix(2) == [
                "**Met on partial data: p90 staleness is 50.0 h, the objective is under 72 h.**",
                "The data are partial: \(row.figure). What is missing could change every figure below.",
            ])
        let json = statsJSON(assessment)
        #expect(json.contains("\"data\": \"partial\"") && json.contains("\"reason\": \"\(row.kind.rawValue)\""))
    }

    @Test func `several reasons are all named, in the order of the definitions`() {
        let assessment = assessment { assessment in for row in Self.reasons { row.change(&assessment) } }
        #expect(
            verdict(assessment)[1]
                == "The data are partial: " + Self.reasons.map(\.figure).joined(separator: "; ")
                + ". What is missing could change every figure below.")
    }

    @Test func `a week that is not over ends early before its cut-off`() {
        var assessment = Sample.assessment(Sample.figures(), before: Sample.figures(), upTo: Sample.thursday)
        assessment.input.dataThrough = Sample.thursday.advanced(by: -48 * Sample.hour)
        #expect(
            verdict(assessment)[1].hasPrefix("The data are partial: they end 48.0 h before the cut-off (limit: 36 h)."))
    }

    @Test func `met is never said of partial data without it`() {
        let exposure = Exposure(
            p50: .h(1), p90: .h(2), overP50: Share(0, of: 1), overP90: Share(0, of: 1), overBroken: Share(0, of: 1))
        let assessment = assessment {
            $0.input.dataThrough = Sample.thursday
            $0.evidence.exposure = exposure
        }
        // The verdict, p50's sentence and three rows; in a file also the line for programs.
        for (text, count) in [(markdown(assessment), 6), (statsText(assessment), 5)] {
            let met = text.split(separator: "\n").filter { $0.contains(/\b[Mm]et\b/) }
            #expect(met.count == count)
            for line in met { #expect(line.contains("partial"), "\(line)") }
        }
    }

    @Test func `a missed objective stays missed`() {
        let assessment = assessment(Sample.figures(40, p90: .h(80))) { $0.input.dataThrough = Sample.thursday }
        #expect(
            verdict(assessment).prefix(2) == [
                "**Missed on partial data: p90 staleness is 80.0 h, the objective is under 72 h.**",
                "The data are partial: they end 96.0 h before the end of the week (limit: 36 h). What is missing could "
                    + "change every figure below.",
            ])
    }

    @Test func `met on partial data with a regression says all three`() {
        let assessment = assessment {
            $0.input.dataThrough = Sample.thursday
            $0.baseline?.all.p90 = .h(30)
        }
        #expect(verdict(assessment)[0].hasPrefix("**Met on partial data, but much worse than the week before: p90"))
    }

    @Test func `of whole data nothing is said, and programs are told that they are whole`() {
        let assessment = assessment { _ in }
        #expect(assessment.partial.isEmpty)
        #expect(!verdict(assessment).joined().contains("partial"))
        #expect(statsJSON(assessment).contains("\"data\": \"whole\""))
        #expect(statsJSON(assessment).contains("\"partial\": []"))
    }

    @Test func `without a reading nothing says how early the data end, and they are not whole`() {
        let assessment = Sample.assessment(Sample.nothing, before: nil)
        #expect(assessment.partial == [PartialReason(kind: .dataEndEarly, value: nil, limit: 36)])
        #expect(!verdictLine(assessment).contains(/\bmet\b/))
    }

    // MARK: What is missing

    private func missing(_ change: (inout Assessment) -> Void) -> String {
        let items = Wording(assessment: assessment(Sample.figures(40), change), markup: .plain).missing
        return items.first.map { ([$0.text] + $0.parts).joined(separator: " ") } ?? ""
    }

    @Test func `each reason has its item, with figure and limit`() {
        #expect(
            missing { $0.input.dataThrough = Sample.thursday }
                == "The data end early: the newest export is from 2026-09-24 00:00 UTC, 96.0 h before the end of the week "
                + "(limit: 36 h).")
        #expect(
            missing { $0.evidence.data.coverage = .of(heard: 20, fellSilent: 20, gone: 10) }
                == "Devices fell silent: 20 of the 40 devices heard from in the last 28 days were heard from in the last 7 "
                + "(50.0 %). Up to three weeks earlier it was 80.0 % (limit: 10 points less).")
        #expect(
            missing { $0.evidence.data.coverage = .of(heard: 1, fellSilent: 1) }
                .hasPrefix(
                    "Devices fell silent: 1 of the 2 devices heard from in the last 28 days was heard from in the"))
        #expect(
            missing { ($0.evidence.data.seenOnce, $0.evidence.data.seenOnceBefore) = (30, 4) }
                == "Ids are seen once: 30 of 40 devices sent one export and none before (75.0 %; limit: 50 %). In 2026-W38 "
                + "it was 10.0 %. Perhaps the app makes a new id at each run.")
        #expect(
            missing { $0.evidence.data.sameButForCase = 2 }
                == "2 ids differ from another one only in upper and lower case, and count as devices of their own. Perhaps "
                + "two writers spell one id differently.")
    }

    @Test(
        arguments: [
            // Refused exports, the devices that they name, and those of them in the figures.
            (120, 0, 0, nil), (120, 20, 0, "exports name 20 devices, none of which is in the figures."),
            (
                120, 20, 20,
                "exports name 20 devices; all of them are in the figures, as of their last export that was used."
            ),
            (
                120, 20, 5,
                "exports name 20 devices; 5 of them are in the figures, as of their last export that was used."
            ),
            (120, 20, 1, "exports name 20 devices; 1 of them is in the figures, as of its last export that was used."),
            (120, 1, 0, "exports name 1 device, which is in no figure."),
            (120, 1, 1, "exports name 1 device, which is in the figures as of its last export that was used."),
            (1, 1, 0, "export names 1 device, which is in no figure."),
        ] as [(Int, Int, Int, String?)])
    func `of refused exports it is said whose they are, and whether those are in the figures`(
        _ exports: Int, _ devices: Int, _ read: Int, _ said: String?
    ) {
        let text = missing {
            $0.input.exportsRefused = Share(exports, of: exports == 1 ? 5 : 280)
            $0.input.devicesRefused = devices
            $0.evidence.data.readRefused = read
        }
        let share = exports == 1 ? "1 of 5 in this week's files (20.0 %;" : "120 of 280 in this week's files (42.9 %;"
        #expect(
            text == "Exports were refused: \(share) limit: 10 %). The reasons are below."
                + (said.map { " The refused " + $0 } ?? ""))
    }

    @Test(arguments: [1, 3, 4])
    func `up to three devices that contradict themselves are named, whatever stands in their ids`(_ devices: Int) {
        let ids = ["a`b", "|\n# c", "<!-- d"]
        let change: (inout Assessment) -> Void = {
            $0.evidence.data.contradicted = devices
            $0.evidence.data.contradictedNamed = ids.prefix(devices).map { DeviceName(app: "x", id: $0) }
        }
        let text = missing(change)
        #expect(text.hasPrefix("\(devices) device\(devices == 1 ? "" : "s") ("))
        #expect(text.contains(", …)") == (devices > 3))
        // 2 of 40 are 5 %, which is the limit.
        let share = [1: "(2.5 % of the devices):", 3: "(7.5 % of the devices; limit: 5 %):"][devices]
        #expect(
            text.contains(
                "sent histories that contradict each other \(share ?? "(10.0 % of the devices; limit: 5 %):")"))
        #expect(
            text.hasSuffix(
                devices == 1
                    ? "Its figures rest on all that the id sent." : "Their figures rest on all that each id sent."))
        #expect(
            !markdown(assessment(Sample.figures(40), change)).split(separator: "\n").contains { $0.hasPrefix("# c") })
    }
}
