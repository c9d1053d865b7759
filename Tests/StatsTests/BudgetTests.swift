import Records
import Testing

@testable import Stats

/// How much of the objectives' allowance is used.
@Suite struct BudgetTests {
    struct Row: CustomTestStringConvertible {
        var stalenesses: [Staleness]
        /// Under 24 h, under 72 h.
        var under: (Int, Int)
        /// Of p50 and of p90.
        var budget: (Double, Double)
        var testDescription: String { "\(stalenesses)" }
    }

    static let rows = [
        // 1 of 10 is not under 72 h: 10 % of 10 %. 5 of 10 are not under 24 h: 50 % of 50 %.
        Row(
            stalenesses: [1, 2, 3, 4, 5, 30, 40, 50, 60, 90].map(hours), under: (5, 9), budget: (1, 1)),
        // 3 of 10: 3.0. 6 of 10: 1.2. *Never* is under no limit.
        Row(
            stalenesses: [1, 2, 3, 4, 30, 40, 50, 90, 100].map(hours) + [.never], under: (4, 7), budget: (1.2, 3)),
        // Exactly 24 h is not under 24 h, and exactly 72 h is not under 72 h.
        Row(
            stalenesses: [
                .known(milliseconds: 24 * hour - 1), hours(24), .known(milliseconds: 72 * hour - 1), hours(72),
            ],
            under: (1, 3), budget: (1.5, 2.5)),
        Row(stalenesses: [hours(1)], under: (1, 1), budget: (0, 0)),
        Row(stalenesses: [.never], under: (0, 0), budget: (2, 10)),
    ]

    @Test(arguments: rows)
    func `the budget is the share not under the limit, divided by the share allowed`(_ row: Row) {
        let all = figures(row.stalenesses.map { reading($0) }).all
        #expect((all.underP50, all.underP90) == row.under)
        #expect(all.never == row.stalenesses.count { $0 == .never })
        #expect(all.p50Budget.value == row.budget.0)
        #expect(all.p90Budget.value == row.budget.1)
    }

    @Test func `without a reading there is no budget`() {
        let nothing = figures([]).all
        #expect(nothing.p50Budget.value == nil)
        #expect(nothing.p90Budget.value == nil)
    }

    @Test func `a budget up to 1 is an objective that is met`() {
        // p90 is under 72 h if at least 90 % are, that is if at most 10 % are not.
        for count in 1...60 {
            for stale in 0...count {
                let all = figures(
                    (0..<count).map { reading($0 < stale ? hours(72) : .known(milliseconds: 72 * hour - 1)) }
                ).all
                let isMet = all.p90?.isUnder(72 * hour) ?? false
                #expect(isMet == (10 * stale <= count))
                #expect(((all.p90Budget.value ?? 0) <= 1) == isMet)
            }
        }
    }
}
