import Records
import Stats
import Testing

/// `--task` narrows a reading to the runs of one task.
@Suite struct TaskReadingTests {
    private let device = merged([
        deviceExport(
            at: wednesday,
            [
                run(wednesday.advanced(by: -50 * hour), .success, task: 1, bucket: 10),
                run(wednesday.advanced(by: -40 * hour), .failed, task: 1, bucket: 20),
                run(wednesday.advanced(by: -30 * hour), .success, task: 2, bucket: 30),
                run(wednesday.advanced(by: -2 * hour), .failed, task: 2, bucket: 40),
                run(wednesday, .success, task: 0, bucket: 45),
            ])
    ])

    struct Row: CustomTestStringConvertible {
        var task: UInt32?
        var staleness: Staleness
        var ranInDay: Bool
        var successes: Int
        var knownOutcomes: Int
        var bucket: Int16?
        var testDescription: String { task.map { "task \($0)" } ?? "all tasks" }
    }

    @Test(arguments: [
        Row(task: nil, staleness: .known(milliseconds: 0), ranInDay: true, successes: 3, knownOutcomes: 5, bucket: 45),
        Row(task: 0, staleness: .known(milliseconds: 0), ranInDay: true, successes: 1, knownOutcomes: 1, bucket: 45),
        Row(
            task: 1, staleness: .known(milliseconds: 50 * hour), ranInDay: false, successes: 1, knownOutcomes: 2,
            bucket: 20),
        Row(
            task: 2, staleness: .known(milliseconds: 30 * hour), ranInDay: true, successes: 1, knownOutcomes: 2,
            bucket: 40),
        Row(task: 3, staleness: .never, ranInDay: false, successes: 0, knownOutcomes: 0, bucket: nil),
    ])
    func `a reading uses only the task's runs`(_ row: Row) throws {
        let rules = readingRules(task: row.task)
        let reading = try #require(device.reading(in: week39, rules))
        #expect(reading.staleness == row.staleness)
        #expect(reading.ranInDay == row.ranInDay)
        #expect(reading.successes == row.successes)
        #expect(reading.knownOutcomes == row.knownOutcomes)
        #expect(reading.label.kind == row.bucket.map { .standby(Bucket(rawValue: $0)) } ?? .none)
    }

    @Test func `the export's bucket stays, whichever task is asked for`() {
        let device = deviceExport(at: wednesday, [run(wednesday, task: 1, bucket: 10)], bucket: 40)
        let reading = device.reading(in: week39, readingRules(task: 2))
        #expect(reading?.label.kind == .standby(Bucket(rawValue: 40)))
        #expect(reading?.staleness == .never)
    }
}
