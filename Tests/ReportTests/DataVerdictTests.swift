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
            "the data end early (96.0 h before the end of the week, limit 36 h)"
        ),
        (
            .exportsRefused, { $0.input.exportsRefused = Share(120, of: 280) },
            "exports were refused (120 of 280, limit 10 %)"
        ),
        (
            .historiesContradict, { $0.evidence.data.contradicted = 10 },
            "histories contradict each other (10 of 40 devices, limit 5 %)"
        ),
        (
            .idsSeenOnce, { $0.evidence.data.seenOnce = 30 },
            "ids are seen once (30 of 40 devices, limit 50 %)"
        ),
    ]

    private func assessment(
        _ now: Figures = Sample.figures(40), _ change: (inout Assessment) -> Void
    ) -> Assessment {
        var assessment = Sample.assessment(now, before: Sample.figures(40))
        change(&assessment)
        return assessment
    }

    @Test(arguments: reasons.indices)
    func `each reason stands in the first sentence, in the line of verdicts and for programs`(_ index: Int) throws {
        let row = Self.reasons[index]
        let assessment = assessment { row.change(&$0) }
        #expect(assessment.partial.map(\.kind) == [row.kind] && assessment.dataVerdict == .partial)
        let first = try #require(markdown(assessment).split(separator: "\n").dropFirst().first)
        #expect(
            first == "**Met on partial data: p90 staleness is 50.0 h, the objective is under 72 h; \(row.figure).**")
        let json = statsJSON(assessment)
        #expect(json.contains("\"data\": \"partial\"") && json.contains("\"reason\": \"\(row.kind.rawValue)\""))
    }

    @Test func `several reasons are all named, in the order of the definitions`() {
        let assessment = assessment { assessment in for row in Self.reasons { row.change(&assessment) } }
        let line = verdictLine(assessment)
        let kinds = Self.reasons.compactMap { line.range(of: $0.kind.rawValue)?.lowerBound }
        #expect(kinds.count == Self.reasons.count && kinds == kinds.sorted(), "\(line)")
    }

    @Test func `met is never said of partial data without it`() {
        let exposure = Exposure(
            p50: .h(1), p90: .h(2), overP50: Share(0, of: 1), overP90: Share(0, of: 1), overBroken: Share(0, of: 1))
        let assessment = assessment {
            $0.input.dataThrough = Sample.thursday
            $0.evidence.exposure = exposure
        }
        for text in [markdown(assessment), statsText(assessment)] {
            let met = text.split(separator: "\n").filter { $0.contains(/\b[Mm]et\b/) }
            #expect(met.count >= 4)
            for line in met { #expect(line.contains("partial"), "\(line)") }
        }
    }

    @Test func `a missed objective stays missed`() throws {
        let assessment = assessment(Sample.figures(40, p90: .h(80))) { $0.input.dataThrough = Sample.thursday }
        let first = try #require(markdown(assessment).split(separator: "\n").dropFirst().first)
        #expect(
            first.hasPrefix("**Missed, on partial data: p90 staleness is 80.0 h, the objective is under 72 h; the data")
        )
    }

    @Test func `of whole data nothing is said, and programs are told that they are whole`() {
        let assessment = assessment { _ in }
        #expect(assessment.partial.isEmpty)
        #expect(!markdown(assessment).contains("on partial") && !verdictLine(assessment).contains("partial"))
        #expect(statsJSON(assessment).contains("\"data\": \"whole\""))
        #expect(statsJSON(assessment).contains("\"partial\": []"))
    }

    @Test func `without a reading nothing says how early the data end, and they are not whole`() {
        let assessment = Sample.assessment(Sample.nothing, before: nil)
        #expect(assessment.partial == [PartialReason(kind: .dataEndEarly, value: nil, limit: 36)])
        #expect(!verdictLine(assessment).contains("met"))
    }

    @Test(arguments: [1, 3, 4])
    func `up to three devices that contradict themselves are named, whatever stands in their ids`(_ devices: Int) {
        let ids = ["a`b", "|\n# c", "<!-- d"]
        let assessment = assessment {
            $0.evidence.data.contradicted = devices
            $0.evidence.data.contradictedNamed = ids.prefix(devices).map { DeviceName(app: "x", id: $0) }
        }
        let item = Wording(assessment: assessment, markup: .plain).missing.first { $0.text.contains("device") }
        let text = item.map { ([$0.text] + $0.parts).joined(separator: " ") } ?? ""
        #expect(text.hasPrefix("\(devices) device\(devices == 1 ? "" : "s") ("))
        #expect(text.contains(", …)") == (devices > 3))
        #expect(text.contains("sent histories that contradict each other"))
        #expect(!markdown(assessment).split(separator: "\n").contains { $0.hasPrefix("# c") })
    }

    @Test func `who joined and who left is said only where somebody did`() {
        let quiet = assessment { _ in }
        #expect(!markdown(quiet).contains("joined"))
        let moved = assessment { ($0.evidence.data.joined, $0.evidence.data.left) = (196, 1) }
        #expect(markdown(moved).contains("Since 2026-W38, 196 devices joined and 1 left"))
    }
}
