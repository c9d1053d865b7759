import Stats
import Testing

@testable import Report

/// What is shown of an exact value, worked out by hand. Limits are 24, 72 and 168 h unless said otherwise.
@Suite struct NumbersTests {
    struct Hours: CustomTestStringConvertible {
        var milliseconds: Int64
        var shown: String
        var testDescription: String { "\(milliseconds) ms is \(shown)" }
    }

    @Test(arguments: [
        Hours(milliseconds: 0, shown: "0.0 h"),
        // 1 ms is 0.000000278 h; nothing asks for more than one decimal.
        Hours(milliseconds: 1, shown: "0.0 h"),
        // 0.05 h: half away from zero.
        Hours(milliseconds: 180_000, shown: "0.1 h"),
        Hours(milliseconds: 179_999, shown: "0.0 h"),
        Hours(milliseconds: 65_291_069, shown: "18.1 h"),
        // 23.98 h and 71.98 h would round to 24.0 and 72.0.
        Hours(milliseconds: 86_328_000, shown: "23.98 h"),
        Hours(milliseconds: 259_128_000, shown: "71.98 h"),
        Hours(milliseconds: 259_200_000, shown: "72.0 h"),
        Hours(milliseconds: 259_272_000, shown: "72.02 h"),
        // 71.95 h rounds up to 72.0; 71.94 h does not.
        Hours(milliseconds: 259_020_000, shown: "71.95 h"),
        Hours(milliseconds: 258_984_000, shown: "71.9 h"),
        // 72 h and 1 ms: 72.000000277… needs seven decimals.
        Hours(milliseconds: 259_200_001, shown: "72.0000003 h"),
        Hours(milliseconds: 259_199_999, shown: "71.9999997 h"),
        Hours(milliseconds: 604_800_000, shown: "168.0 h"),
        Hours(milliseconds: 604_800_036, shown: "168.00001 h"),
        // 1,024.087091 h; ten years of 8,766 h.
        Hours(milliseconds: 3_686_713_528, shown: "1,024.1 h"),
        Hours(milliseconds: 315_576_000_000, shown: "87,660.0 h"),
        Hours(milliseconds: -5_400_000, shown: "−1.5 h"),
        Hours(milliseconds: .max, shown: "2,562,047,788,015.2 h"),
        Hours(milliseconds: .min, shown: "−2,562,047,788,015.2 h"),
    ])
    func `a staleness does not read as the other side of a limit`(_ row: Hours) {
        let limits: [Int64] = [86_400_000, 259_200_000, 604_800_000]
        #expect(hours(row.milliseconds, apartFrom: limits) == row.shown)
    }

    @Test func `a limit that is no short decimal is kept apart from its neighbours too`() {
        // A third of an hour, and 1 ms on each side of it.
        #expect(limit(1_200_000) == "0.3333333 h")
        #expect(hours(1_200_000, apartFrom: [1_200_000]) == "0.3333333 h")
        #expect(hours(1_200_001, apartFrom: [1_200_000]) == "0.333334 h")
        // 0.33333306 h: one decimal is below the limit already.
        #expect(hours(1_199_999, apartFrom: [1_200_000]) == "0.3 h")
    }

    @Test(
        arguments: [
            (86_400_000, "24 h"), (5_400_000, "1.5 h"), (0, "0 h"), (3_600_000_000, "1,000 h"),
            (259_128_000, "71.98 h"),
        ] as [(Int64, String)])
    func `a limit is exact`(_ milliseconds: Int64, _ shown: String) {
        #expect(limit(milliseconds) == shown)
    }

    @Test(arguments: [
        Hours(milliseconds: 0, shown: "0.0 h"),
        Hours(milliseconds: 59_726_146, shown: "+16.6 h"),
        Hours(milliseconds: -59_675_652, shown: "−16.6 h"),
        Hours(milliseconds: 279_879, shown: "+0.1 h"),
        // Exactly what is allowed, and one millisecond more and less.
        Hours(milliseconds: 43_200_000, shown: "+12.0 h"),
        Hours(milliseconds: 43_200_001, shown: "+12.0000003 h"),
        Hours(milliseconds: 43_199_999, shown: "+11.9999997 h"),
        Hours(milliseconds: -43_200_000, shown: "−12.0 h"),
        Hours(milliseconds: -43_200_001, shown: "−12.0000003 h"),
        // 0.04 h is a change; "0.0 h" would read as none.
        Hours(milliseconds: 144_000, shown: "+0.04 h"),
        Hours(milliseconds: -1, shown: "−0.0000003 h"),
    ])
    func `a change does not read as none or as just allowed`(_ row: Hours) {
        #expect(hourChange(row.milliseconds, allowed: 43_200_000) == row.shown)
    }

    @Test(arguments: [
        (595, 994, "59.9 %"), (34, 994, "3.4 %"), (0, 9, "0.0 %"), (9, 9, "100.0 %"), (1, 2, "50.0 %"),
        // 1/800 is 0.125 %, 1/2000 is 0.05 %: half away from zero.
        (1, 800, "0.1 %"), (1, 2_000, "0.1 %"),
        (2_499, 2_500, "99.96 %"), (1, 5_000, "0.02 %"), (999_999, 1_000_000, "99.9999 %"), (1, 3_000_000, "0.00003 %"),
        // 99.95 % rounds to 100.0, 99.9 % does not.
        (1_999, 2_000, "99.95 %"), (1_998, 2_000, "99.9 %"),
    ])
    func `a share reads as all or none only where it is`(_ part: Int, _ whole: Int, _ shown: String) {
        #expect(percent(Share(part, of: whole)) == shown)
    }

    @Test func `a share of nothing is unknown`() {
        #expect(percent(Share(0, of: 0)) == nil)
        #expect(pointChange(from: Share(0, of: 0), to: Share(1, of: 2)) == nil)
        #expect(pointChange(from: Share(1, of: 2), to: Share(0, of: 0)) == nil)
    }

    @Test(arguments: [
        // 60.4814 to 59.8592 %, 5.6169 to 3.4205 %.
        (603, 997, 595, 994, "−0.6 pt"), (56, 997, 34, 994, "−2.2 pt"),
        (1, 3, 2, 6, "0.0 pt"), (0, 5, 5, 5, "+100.0 pt"), (1, 2, 1_001, 2_000, "+0.1 pt"), (1, 2, 1, 2, "0.0 pt"),
        // Half and half less one in 10,000: 0.01 points.
        (5_000, 10_000, 4_999, 10_000, "−0.01 pt"),
    ])
    func `a change of a share is in points`(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ shown: String) {
        #expect(pointChange(from: Share(a, of: b), to: Share(c, of: d)) == shown)
    }

    @Test func `counts have groups of three and their noun's number`() {
        #expect(number(0) == "0")
        #expect(number(999) == "999")
        #expect(number(13_935) == "13,935")
        #expect(number(1_000_000) == "1,000,000")
        #expect(number(1, "device") == "1 device")
        #expect(number(0, "device") == "0 devices")
        #expect(number(1_994, "device") == "1,994 devices")
    }

    @Test func `a broken limit is in days where they are whole`() {
        #expect(Sample.objectives().brokenLimit == "7 days")
        #expect(Sample.objectives(broken: 24 * Sample.hour).brokenLimit == "1 day")
        #expect(Sample.objectives(broken: 100 * Sample.hour).brokenLimit == "100 h")
    }
}
