import Records
import Testing

/// The values that every stage shares.
@Suite struct ValuesTests {
    @Test func `times lie from 2015 to 2040`() {
        // date -u -d 2015-01-01 +%s; date -u -d 2040-01-01 +%s
        #expect(Instant.earliest.milliseconds == 1_420_070_400 * 1_000)
        #expect(Instant.latest.milliseconds == 2_208_988_800 * 1_000)
        // date -u -d @<seconds>: 9,131 days of 86,400 s.
        #expect(Instant.latest - Instant.earliest == 9_131 * Milliseconds.day)
        #expect(Instant.earliest.advanced(by: -1) < .earliest)
        #expect(Instant.earliest.advanced(by: Milliseconds.hour) - .earliest == 3_600_000)
    }

    @Test(
        arguments: [
            (5, "exempted"), (10, "active"), (20, "working_set"), (30, "frequent"), (40, "rare"), (45, "restricted"),
            (50, "never"), (0, "unknown(0)"), (-1, "unknown(-1)"), (15, "unknown(15)"), (.max, "unknown(32767)"),
            (.min, "unknown(-32768)"),
        ] as [(Int16, String)])
    func `buckets have the names in the definitions`(_ code: Int16, _ name: String) {
        #expect(Bucket(rawValue: code).name == name)
    }

    @Test(
        arguments: [
            ("ACTIVE", 10), ("Working_Set", 20), ("rare", 40), ("RESTRICTED", 45), ("exempted", 5), ("Never", 50),
            ("", nil), ("working set", nil), ("active ", nil), ("unknown(7)", nil), ("40", nil),
        ] as [(String, Int16?)])
    func `a bucket is found by its name in any case`(_ name: String, _ code: Int16?) {
        #expect(Bucket(name: name)?.rawValue == code)
    }

    @Test(
        arguments: [
            (.success, true), (.unknown, nil), (.notSuccessful, false), (.failed, false), (.expired, false),
            (.skipped, false), (.retry, false), (.killed, false),
        ] as [(Outcome, Bool?)])
    func `only success is a success and only unknown is unknown`(_ outcome: Outcome, _ isSuccess: Bool?) {
        #expect(outcome.isSuccess == isSuccess)
    }

    @Test(
        arguments: [
            ("success", .success), ("failed", .failed), ("expired", .expired), ("skipped", .skipped),
            ("retry", .retry), ("killed", .killed), ("unknown", nil), ("", nil), ("notSuccessful", nil),
        ] as [(String, Outcome?)])
    func `outcomes have the names used in exports`(_ word: String, _ outcome: Outcome?) {
        #expect(Outcome(word: word) == outcome)
    }

    @Test func `unknown values of a run stay unknown`() {
        let bare = Run(at: moment(0))
        #expect(bare.scheduledAt == nil)
        #expect(bare.bucket == nil)
        #expect(bare.lowPower == nil)
        #expect(bare.outcome.isSuccess == nil)
        #expect(bare.task == .none)
        #expect(!bare.hasConflict)
    }

    @Test(arguments: [(true, 0), (false, -32_768), (nil, 32_766)] as [(Bool?, Int16)])
    func `a run returns the values it was given`(_ lowPower: Bool?, _ code: Int16) {
        let run = Run(
            at: .latest, task: TaskID(rawValue: .max), outcome: .retry, scheduledAt: .earliest,
            bucket: Bucket(rawValue: code), lowPower: lowPower, exported: .earliest ... .latest, hasConflict: true)
        #expect(run.firstExported == .earliest)
        #expect(run.lastExported == .latest)
        #expect(run.hasConflict)
        #expect(run.scheduledAt == .earliest)
        #expect(run.bucket?.rawValue == code)
        #expect(run.lowPower == lowPower)
        #expect(run.key == RunKey(at: .latest, task: TaskID(rawValue: .max)))
    }

    @Test func `an earlier history is put before a later one`() {
        let earlier = deviceExport(at: 3, run(0), run(2))
        let later = deviceExport(at: 9, run(5))
        var history = History(later)
        history.prepend(History(earlier))
        #expect(history == History(merging: [earlier, later]))
    }

    @Test func `the first run at or after a key is found`() {
        let runs = [run(0), run(2, task: 1), run(2, task: 3), run(5)]
        let keys = [
            key(-1), key(0), key(0, task: 1), key(2), key(2, task: 2), key(2, task: 3), key(5), key(5, task: 1),
        ]
        #expect(keys.map { runs.firstIndex(from: $0) } == [0, 0, 1, 1, 2, 2, 3, 4])
        #expect([Run]().firstIndex(from: key(0)) == 0)
    }

    @Test func `the first twenty places of a remark are named and all are counted`() {
        var ledger = Ledger()
        for number in 1...25 { ledger.note(Remark(.refused, .noTime), at: "entry \(number)") }
        ledger.note(Remark(.refused, .noDevice), count: 4)
        ledger.note(Remark(.clockAhead), at: "entry 1")
        let tally = ledger.tallies[Remark(.refused, .noTime)]
        #expect(tally?.count == 25)
        #expect(tally?.places == (1...20).map { "entry \($0)" })
        #expect(ledger.tallies[Remark(.refused, .noDevice)] == Ledger.Tally(count: 4))
        // A clock that ran ahead is a remark, not a refusal.
        #expect(ledger.refused == 29)
    }

    @Test func `a run packs into forty bytes`() {
        #expect(MemoryLayout<Run>.stride == 40)
    }

    @Test func `marks are sorted by moment and then by fingerprint, without duplicates`() {
        func mark(_ offset: Int64, _ fingerprint: UInt64) -> ExportMark {
            ExportMark(moment: moment(offset), fingerprint: fingerprint)
        }
        var ledger = Ledger()
        ledger.marks = [mark(2, 1), mark(1, 9), mark(2, 1), mark(1, 3), mark(2, 0), mark(1, 9)]
        ledger.sortMarks()
        #expect(ledger.marks == [mark(1, 3), mark(1, 9), mark(2, 0), mark(2, 1)])
        ledger.marks = []
        ledger.sortMarks()
        #expect(ledger.marks.isEmpty)
        ledger.marks = [mark(1, 1)]
        #expect(ledger.withoutMarks == Ledger())
    }
}
