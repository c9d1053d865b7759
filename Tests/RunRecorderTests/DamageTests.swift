import Foundation
import RunRecorder
import TestSupport
import Testing

/// Damaged files are set aside and counted, and never crash the app.
@Suite struct DamageTests {
    private let folder: TemporaryFolder
    private let file = "run-history"

    init() throws { folder = try TemporaryFolder() }

    /// A history with every kind of record.
    private func whole() throws -> Data {
        let made = try TemporaryFolder()
        let recorder = made.recorder(task: "refresh", capacity: 2)
        try recorder.markScheduled(at: hours(-1))
        try recorder.finish(try recorder.begin(at: monday, lowPower: true), .success, at: hours(1))
        try recorder.submitFailed(NSError(domain: "d", code: 1), at: hours(1))
        try recorder.skipped(reason: "x", at: hours(2), bucket: .rare)
        _ = try recorder.begin(at: hours(3))
        return try Data(contentsOf: made.url.appendingPathComponent(file))
    }

    private static let header = "run-history\t1\t5"

    /// The last ones have a valid checksum: even then no call may trap.
    static let damages =
        [
            "", " ", "\n", "\n\n\n", "\0", "{}", "run-history\t1\t5\n", "run-history\t2\t5\nsum\t5\n", "sum\t5\n",
            "sum\n\n",
            String(repeating: "\n", count: 100_000), String(repeating: "\t", count: 100_000),
            sealed(header).replacing("5\nsum", with: "6\nsum"), sealed(header) + "\n", sealed(header, "") + "x",
            String(sealed(header).dropLast()),
        ]
        + [
            [], [""], ["run-history"], ["run-history\t1"], ["run-history\t1\t-"], ["run-history\t1\t5\t6"],
            ["run-history\t0\t5"], ["run-history\t-2\t5"], ["run-history\t1.5\t5"], ["run-history\tx\t5"],
            ["run-history\t1\t0"], ["run-history\t1\t-1"], ["run-history\t1\t9223372036854775807"],
            ["run-history\t1\t99999999999999999999"], ["history\t1\t5"], [header, ""], [header, "what"],
            [header, header],
            [header, "success\t9223372036854775807"], [header, "success\t-9223372036854775808"],
            [header, "success\t-"],
            [header, "success\t5\t6"], [header, "success"], [header, "refused\t5\tx\t=d"], [header, "request\t5"],
            [header, "request\t5\twaiting\tno mark"], [header, "run\t1\t5"],
            [header, "run\t1\t9223372036854775807\t-\t-\t-\t-\t-\t-\t-\t-\t-"],
            [header, "run\t1\t5\t-\t-\t-\t-\tvanished\t-\t-\t-\t-"],
            [header, "run\t1\t5\t-\t-\tyes\t-\t-\t-\t-\t-\t-"],
            [header, "run\t1\t5\t-\t-\t-\t99999\t-\t-\t-\t-\t-"], [header, "run\t1\t5\t-\t-\t-\t-\t-\t7\t-\t-\t-"],
            [header, "run\t1\t5\t-\t-\t-\t-\t-\t99999999999\t1\t-\t-"],
            [header, "run\t1\t5\t-\t-\t-\t-\t-\t-\t-\t-\t-\t-"],
        ].map(seal)

    private static func seal(_ lines: [String]) -> String {
        lines.isEmpty ? sealed() : lines.count == 1 ? sealed(lines[0]) : sealed(lines[0], lines[1])
    }

    @Test func `the file is valid before it is damaged`() throws {
        try folder.write(
            sealed(
                Self.header, "run\t4\t1789948800000\t-\t-\tlow\t40\tsuccess\t-\t-\t=a\\tb\\\\\t=",
                "request\t5\tserved\t-",
                "success\t2\t1789945200000\t-\t-\t-\t-\tsuccess\t-\t-\t=b\t-", "refused\t5\t3\t=d"), to: file)
        #expect(try folder.recorder().exported().entries.first?.task == "b")
        let entry = try #require(try folder.recorder().exported().entries.last)
        #expect(entry.at == "2026-09-21T00:00:00.000Z" && entry.task == "a\tb\\" && entry.reason == "")
        #expect(entry.lowPower == true && entry.bucket == 40 && entry.outcome == "success")
        #expect(folder.recorder().lastSubmitFailure?.code == 3 && folder.recorder().recover(at: monday) == 0)
        #expect(folder.recorder().setAsideCount == 0)
    }

    @Test(arguments: damages) func `a damaged file is set aside and counted, and recording goes on`(_ text: String)
        throws
    {
        try folder.write(text, to: file)
        let recorder = folder.recorder()
        #expect(recorder.stalenessHours(now: monday) == nil && recorder.lastSubmitFailure == nil)
        // No bytes: an export without runs would say that there were none.
        #expect(recorder.exportJSON(device: "d", app: "a", platform: .iOS, now: monday).isEmpty)
        // Reading alone moves nothing.
        #expect(recorder.setAsideCount == 0 && folder.files == [file])
        let run = try recorder.begin(at: monday)
        try recorder.finish(run, .success, at: hours(1))
        #expect(recorder.setAsideCount == 1)
        #expect(try folder.text(of: "run-history.damaged-1") == text)
        #expect(try recorder.exported().outcomes == ["success"])
    }

    @Test func `only the latest damaged file is kept, and all are counted`() throws {
        for number in 1...3 {
            try folder.write("damage \(number)", to: file)
            #expect(folder.recorder().recover(at: monday) == 0)
            #expect(folder.recorder().setAsideCount == number)
        }
        #expect(folder.files == ["run-history.damaged-3", "run-history.lock"])
        #expect(try folder.text(of: "run-history.damaged-3") == "damage 3")
    }

    @Test func `a file cut at any byte is set aside`() throws {
        let bytes = try whole()
        try #require(bytes.count > 200)
        for length in 0..<bytes.count {
            try folder.write(bytes.prefix(length), to: file)
            _ = try folder.recorder().begin(at: monday)
            #expect(folder.recorder().setAsideCount == length + 1)
        }
        try folder.write(bytes, to: file)
        // The two that are kept, and the success before them.
        #expect(try folder.recorder().exported().entries.count == 3)
    }

    @Test func `a file with any byte changed is set aside`() throws {
        let bytes = [UInt8](try whole())
        for place in bytes.indices {
            var damaged = bytes
            damaged[place] ^= 1
            try folder.write(Data(damaged), to: file)
            _ = try folder.recorder().begin(at: monday)
            #expect(folder.recorder().setAsideCount == place + 1)
        }
    }

    @Test(arguments: UInt64(1)...4) func `random bytes do not crash`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let bytes = [UInt8](try whole())
        var count = 0
        for _ in 0..<250 {
            var damaged = Bool.random(using: &random) ? bytes : []
            for _ in 0...Int.random(in: 0..<40, using: &random) {
                let place = Int.random(in: 0...damaged.count, using: &random)
                let end = min(place + Int.random(in: 0..<3, using: &random), damaged.count)
                // Some of it resembles a valid file.
                let byte = Bool.random(using: &random) ? .random(in: .min ... .max, using: &random) : bytes[place % 200]
                damaged.replaceSubrange(place..<end, with: [byte])
            }
            if damaged == bytes { continue }
            try folder.write(Data(damaged), to: file)
            let recorder = folder.recorder()
            #expect(recorder.stalenessHours(now: hours(9)) == nil)
            let run = try recorder.begin(at: hours(9))
            try recorder.finish(run, .success, at: hours(9))
            count += 1
            #expect(recorder.setAsideCount == count && recorder.stalenessHours(now: hours(10)) == 1)
        }
    }

    @Test func `a file of a later version is not changed, and recording fails`() throws {
        let later = sealed("run-history\t2\twhatever", "{}")
        try folder.write(later, to: file)
        let recorder = folder.recorder()
        let error = #expect(throws: RecorderError.self) { try recorder.begin(at: monday) }
        #expect(error?.path == folder.path + "/run-history")
        #expect(error?.reason == "it was written by a later version (2), and is left as it is")
        #expect(throws: RecorderError.self) { try recorder.markScheduled(at: monday) }
        #expect(throws: RecorderError.self) { try recorder.skipped(reason: "", at: monday) }
        #expect(recorder.recover(at: monday) == 0 && recorder.stalenessHours(now: monday) == nil)
        // An unknown history is not an empty one.
        #expect(recorder.exportJSON(device: "d", app: "a", platform: .iOS, now: monday).isEmpty)
        #expect(try folder.text(of: file) == later && recorder.setAsideCount == 0)
    }

    @Test func `a file that is too large is not read to its end`() throws {
        try folder.write(Data(repeating: UInt8(ascii: " "), count: 5 << 20), to: file)
        try folder.recorder().skipped(reason: "x", at: monday)
        #expect(folder.recorder().setAsideCount == 1)
    }

    @Test func `a half-written file of a killed process is neither read nor kept`() throws {
        try folder.recorder().skipped(reason: "x", at: monday)
        try folder.write("run-history\t1", to: "run-history.new")
        #expect(try folder.recorder().exported().entries.count == 1)
        try folder.recorder().skipped(reason: "y", at: hours(1))
        #expect(try folder.recorder().exported().entries.count == 2)
        #expect(folder.files == ["run-history", "run-history.lock"])
    }

    @Test func `an unwritable folder is an error that says where and why`() throws {
        try folder.write("a file", to: "a")
        let recorder = RunRecorder(folder: folder.url.appendingPathComponent("a"))
        let error = #expect(throws: RecorderError.self) { try recorder.begin(at: monday) }
        #expect(error?.path == folder.path + "/a/run-history.lock")
        #expect(error?.reason == "cannot be opened: Not a directory")
        #expect(recorder.recover(at: monday) == 0)
    }

    @Test func `a history that cannot be opened is not taken for an empty one`() throws {
        // A folder in the file's place, which even root cannot read as a file.
        try folder.write("", to: "run-history/inside")
        let recorder = folder.recorder()
        #expect(throws: RecorderError.self) { try recorder.skipped(reason: "x", at: monday) }
        #expect(recorder.exportJSON(device: "d", app: "a", platform: .iOS, now: monday).isEmpty)
        #expect(recorder.stalenessHours(now: monday) == nil && recorder.setAsideCount == 0)
    }
}
