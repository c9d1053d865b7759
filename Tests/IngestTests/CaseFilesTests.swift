import Records
import Testing

@testable import Ingest

/// What the program's figures do not show of the case files: single runs.
@Suite struct CaseFilesTests {
    private func runs(_ file: String) throws -> [Run] { try readCase(file).exports.flatMap(\.runs) }

    @Test func `case 07: 30 runs, all successful, one in low power`() throws {
        let runs = try runs("07-low-power-survivorship/ios-07.json")
        #expect(runs.count == 30 && runs.allSatisfy { $0.outcome == .success })
        #expect(runs.filter { $0.lowPower == true }.map(\.at) == [.seconds(1_773_554_400)])
    }

    @Test func `case 08: the first 6 of 30 runs succeed`() throws {
        let runs = try runs("08-runs-but-never-succeeds/and-08.json")
        #expect(
            runs.map { $0.outcome == .success } == [Bool](repeating: true, count: 6)
                + [Bool](repeating: false, count: 24))
    }

    @Test func `case 10: runs keep their own bucket, the export has its own`() throws {
        let read = try readCase("10-bucket-decay/and-10.json")
        let codes = [(10, 10), (40, 10), (45, 5)].flatMap { [Int16?](repeating: Int16($0), count: $1) }
        #expect(read.exports.flatMap(\.runs).map(\.bucket?.rawValue) == codes)
        #expect(read.exports.map(\.export.bucket?.name) == ["restricted"])
    }

    @Test func `case 11: buckets by code, name in any case, and code as text`() throws {
        let names = [
            "exempted", "active", "working_set", "frequent", "rare", "restricted", "never", "unknown(60)", "unknown(0)",
            "rare", "rare",
            "rare", nil, nil,
        ]
        #expect(try runs("11-bucket-codes/and-11.json").map(\.bucket?.name) == names)
    }

    @Test func `case 18: booleans in every form`() throws {
        let runs = try runs("18-boolean-shapes/b1.json")
        #expect(runs.map(\.outcome.isSuccess) == [true, false, true, false, nil, true])
        #expect(runs.map(\.lowPower) == [false, false, true, nil, nil, false])
    }

    @Test func `case 19: the run 90 s after the export is used`() throws {
        let read = try readCase("19-future-timestamps/f1.json")
        #expect(read.exports.flatMap(\.runs).last?.at == .seconds(1_773_640_890))
        #expect(read.refusals == [.timeOutOfRange: 1] && read.places(.timeOutOfRange) == ["line 1, entry 8"])
        #expect(read.counts(.clockAhead) == ["": 1])
    }

    @Test func `case 21: runs are sorted by time`() throws {
        let at = [(1_773_648_000, 6), (1_773_662_400, 6), (1_773_664_200, 3)].flatMap { start, count in
            (0..<count).map { Instant.seconds(start + 300 * $0) }
        }
        #expect(try runs("21-clock-set-back/c1.json").map(\.at) == at)
    }

    @Test func `case 24: each run is an hour after its schedule`() throws {
        let runs = try runs("24-mixed-time-units/m2.json")
        // By time: 01:00 to 03:00, 04:00:00 without a schedule, 04:00:00.5, 06:00, 07:00.
        let delays = runs.map { run in run.scheduledAt.map { run.at - $0 } }
        #expect(delays == [3_600_000, 3_600_000, 3_600_000, nil, 3_600_500, 3_600_000, 3_600_000])
    }

    @Test func `case 25: seconds since 2001 with fractions`() throws {
        let read = try readCase("25-apple-reference-date/r1.json")
        let at = (0..<6).map { Int64(monday + 14_400 * $0) * 1_000 + 500 }
        #expect(read.exports.flatMap(\.runs).map(\.at.milliseconds) == at)
        #expect(read.exports.first?.export.exportedAt.milliseconds == 1_773_705_600_250)
    }

    @Test func `case 26: offsets, fractions and the basic form, and nine refusals`() throws {
        let read = try readCase("26-iso8601-offsets/z1.json")
        // Hours of 2026-03-16, by hand: 06, 07, 08, 09 and 250 ms, 10 and 123.456 ms, 11, 12, 13.
        let milliseconds: [Int64] = [0, 0, 0, 250, 123, 0, 0, 0]
        let at = milliseconds.enumerated().map { Int64(monday + 3_600 * (6 + $0)) * 1_000 + $1 }
        #expect(read.exports.flatMap(\.runs).map(\.at.milliseconds) == at)
        #expect(read.ledger.repeated == 1)
        #expect(
            read.refusals == [
                .hourOutOfRange: 2, .secondOutOfRange: 1, .timeWithoutOffset: 1, .notATime: 1, .noSuchDate: 1,
                .noTime: 1, .textAfterTime: 1,
                .minuteOutOfRange: 1,
            ])
    }

    @Test func `case 40: the last of a repeated key, at every depth`() throws {
        let read = try readCase("40-duplicate-keys/dup.json")
        #expect(read.ids == ["dk2"])
        let run = exportedRun(1_773_626_400, .success, scheduledAt: .seconds(1_773_626_340), lowPower: false)
        #expect(read.exports.map(\.runs) == [[run]])
    }

    @Test func `case 41: ids as exact digits`() throws {
        let read = try readCase("41-huge-integers/ids.ndjson")
        #expect(
            read.ids == [
                "9007199254740992", "9007199254740993", "9223372036854775807", "9223372036854775808",
                "18446744073709551615",
                "18446744073709551616", String(repeating: "1", count: 40), "-1", "9007199254740993",
            ])
        #expect(read.refusals == [.invalidDevice: 1] && read.places(.invalidDevice) == ["line 9"])
    }

    @Test(arguments: ["41-huge-integers/at-1e400.json", "41-huge-integers/at-overflow.json"])
    func `case 41: the first entry is refused and the second used`(file: String) throws {
        let read = try readCase(file)
        #expect(read.exports.flatMap(\.runs).map(\.at) == [.seconds(monday)])
        #expect(read.refusals == [.timeOutOfRange: 1] && read.places(.timeOutOfRange) == ["line 1, entry 0"])
    }

    @Test func `case 43: an escaped and a raw emoji are the same id`() throws {
        let read = try readCase("43-lone-surrogate/surrogate.ndjson")
        #expect(read.ids == ["phone 😀", "phone 😀"] && read.refusals == [.invalidEscape: 3])
        #expect(read.places(.invalidEscape) == ["line 1", "line 2", "line 3"])
    }

    @Test func `case 54: entries are refused by their index, an empty schedule is unknown`() throws {
        let read = try readCase("54-odd-rows/odd.json")
        #expect(read.exports.flatMap(\.runs).map(\.scheduledAt) == [nil, nil])
        #expect(read.places(.entryNotAnObject) == [0, 1, 2, 9].map { "line 1, entry \($0)" })
        #expect(read.places(.noTime) == [3, 4, 5, 6].map { "line 1, entry \($0)" })
        #expect(read.ledger.refused == 8 && read.counts(.unknownField) == ["note": 1])
    }

    @Test func `case 57: two tasks in one second are two runs`() throws {
        let read = try readCase("57-true-repeats/first.json")
        #expect(
            read.exports.first?.runs.map(\.at.milliseconds) == [
                1_773_622_800_000, 1_773_622_800_000, 1_773_626_400_000,
            ])
        #expect(read.tasks == ["net.example.app.refresh", "net.example.app.db"])
    }
}
