import Foundation
import TestSupport
import Testing

/// The store keeps histories by 28 days. Where one ends, runs that are a little ahead of the export that tells them belong
/// to the one by their own time and count in the other: whatever is read first, it is the same.
@Suite struct PeriodBorderTests {
    /// Monday 2026-10-19 00:00 UTC: 154 · 28 days after Monday 2014-12-29, and where 2026-W42 ends.
    static let border = monday + 28 * day

    struct Telling: Sendable {
        var at: Int
        var runs: [(at: Int, success: String)]

        var text: String {
            let history = runs.map { "{\"at\":\($0.at),\"success\":\($0.success)}" }
            return """
                {"device":"d","platform":"ios","exportedAt":\(at),"history":[\(history.joined(separator: ","))]}

                """
        }
    }

    /// What one device tells around the border.
    struct Case: CustomTestStringConvertible {
        var testDescription: String
        var tellings: [Telling]

        /// The tellings in every order.
        var orders: [[Telling]] { Self.permutations(Array(tellings.indices)).map { $0.map { tellings[$0] } } }

        private static func permutations(_ numbers: [Int]) -> [[Int]] {
            if numbers.isEmpty { return [[]] }
            return numbers.flatMap { first in permutations(numbers.filter { $0 != first }).map { [first] + $0 } }
        }
    }

    private static let ahead = Case(
        testDescription: "runs ahead, told again and told otherwise",
        tellings: [
            Telling(at: border - 240, runs: [(border - 3_600, "false"), (border + 30, "true"), (border + 60, "true")]),
            Telling(at: border - 60, runs: [(border + 30, "false"), (border + 240, "true"), (border, "null")]),
            Telling(at: border, runs: [(border + 300, "true"), (border, "false"), (border - 3_600, "false")]),
            Telling(
                at: border + 2 * day,
                runs: [
                    (border - 3_600, "true"), (border + 30, "true"), (border + 240, "false"), (border + 300, "false"),
                ]),
        ])

    static let cases = [
        ahead,
        Case(
            testDescription: "a run behind the border, between those that an export before it tells",
            tellings: [
                Telling(
                    at: border - 60,
                    runs: [(border - 7_200, "true"), (border - 3_600, "false"), (border + 30, "false")]),
                Telling(at: border + day, runs: [(border + 10, "true")]),
                Telling(at: border + 2 * day, runs: [(border + 10, "true"), (border + 20, "false")]),
            ]),
        Case(
            testDescription: "a run before the border, between those that an export behind it tells",
            tellings: [
                Telling(at: border - 4_000, runs: [(border - 5_000, "false")]),
                Telling(at: border - 2_000, runs: [(border - 5_000, "true")]),
                Telling(at: border + day, runs: [(border - 7_200, "false"), (border + 3_600, "true")]),
            ]),
        Case(
            testDescription: "exports a second before and behind it, and at the very end of what may be ahead",
            tellings: [
                Telling(at: border - 300, runs: [(border, "true"), (border - 1, "false")]),
                Telling(at: border - 1, runs: [(border + 299, "true"), (border, "false")]),
                Telling(at: border, runs: [(border + 300, "true"), (border - 1, "true")]),
                Telling(at: border + 1, runs: [(border + 301, "false"), (border, "true")]),
            ]),
    ]

    /// All that is said of the weeks around the border.
    private func answers(_ root: Root) throws -> [String] {
        try ["2026-W41", "2026-W42", "2026-W43", "2026-W44"].map { try root.stats($0).text }
            + ["2026-10-18T23:59:30Z", "2026-10-19T00:00:00Z", "2026-10-19T00:00:01Z", "2026-11-01T00:00:00Z"].map {
                try root.run("device", "d", "--as-of", $0).output
            }
    }

    @Test(arguments: cases) func `any order of reading across the border of a period gives the same`(
        _ row: Case
    ) throws {
        let atOnce = try Root()
        for telling in row.tellings { try atOnce.export(telling.text, to: "\(telling.at).json") }
        let expected = try answers(atOnce)
        for order in row.orders {
            let root = try Root()
            for telling in order {
                try root.export(telling.text, to: "\(telling.at).json")
                #expect(try root.run("ingest").exitCode == 0)
            }
            #expect(try answers(root) == expected, "\(order.map(\.at))")
            #expect(try root.run("check").exitCode == 0, "\(order.map(\.at))")
        }
    }

    /// By one file that is overwritten, too: then only the store knows the exports before.
    @Test(arguments: cases) func `any order of overwriting across the border of a period gives the same figures`(
        _ row: Case
    ) throws {
        let figures = try row.orders.map { order in
            let root = try Root()
            for telling in order {
                try root.export(telling.text, to: "latest.json")
                #expect(try root.run("ingest").exitCode == 0)
            }
            return try ["2026-W42", "2026-W43"].map { try root.stats($0).figures }.joined()
        }
        #expect(Set(figures).count == 1)
    }

    /// The last export tells of the run 30 s past the border that it succeeded. It counts where it was first told, 240 s before
    /// the border; the week's last export is that of 60 s before it.
    @Test func `a run ahead counts at its first export, not at a later one`() throws {
        let root = try Root()
        for telling in Self.ahead.tellings { try root.export(telling.text, to: "\(telling.at).json") }
        let stats = try root.stats("2026-W42")
        #expect(milliseconds(stats.double("current.all.p50Hours")) == 180_000)
        #expect(stats.int("input.runs") == 5)
    }
}
