import Foundation
import Records
import Testing

@testable import Ingest

/// Large exports are read one at a time, and exports that are too large are refused alone.
@Suite struct LargeExportsTests {
    /// A text, another one many times, and a last one, generated while they are read.
    private final class RepeatedSource: ByteSource {
        private let block: [UInt8]
        private var parts: [MemorySource]
        private var left: Int

        init(_ first: String, _ again: String, _ count: Int, _ last: String) {
            parts = [MemorySource(Array(first.utf8)), MemorySource(Array(last.utf8))]
            block = Array(again.utf8)
            left = count
        }

        func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int {
            let count = try parts[0].read(into: buffer)
            if count > 0 || left == 0 && parts.count == 1 { return count }
            if left == 0 {
                parts.removeFirst()
            } else {
                left -= 1
                parts[0] = MemorySource(block)
            }
            return try read(into: buffer)
        }
    }

    private let unit = String(repeating: "y", count: 100_000)
    private let open = "{\"device\":\"d\",\"exportedAt\":1773705600,\"history\":[],\"x\":\""

    @Test func `a line just over 100 MB is reported as such, whatever follows`() throws {
        let text = open.utf8.count + 2
        let read = try TestReader().read {
            RepeatedSource(
                "\(open)\(String(repeating: "z", count: 100_000 - text + 1))", unit, 999, "\"}\n\(sample("b"))")
        }
        #expect(read.ids == ["b"] && read.refusals == [.tooLarge: 1] && read.places(.tooLarge) == ["line 1"])
    }

    @Test func `an export over 100 MB is refused without what follows on its line`() throws {
        let around = open.utf8.count + 2
        for (count, isTaken) in [(100_000_000 - around, true), (100_000_000 - around + 1, false)] {
            let filling = String(repeating: "z", count: count % 100_000)
            let read = try TestReader().read {
                RepeatedSource("[\(open)\(filling)", unit, count / 100_000, "\"},\(sample("a"))]\n\(sample("b"))")
            }
            #expect(read.ids == (isTaken ? ["d", "a", "b"] : ["a", "b"]))
            #expect(read.refusals == (isTaken ? [:] : [.tooLarge: 1]))
            if !isTaken { #expect(read.places(.tooLarge) == ["device 0"]) }
        }
        #expect(Refusal.tooLarge.sentence.contains("100 MB"))
    }

    @Test func `only an export with over 2,000,000 entries is refused`() throws {
        let open = "{\"device\":\"d\",\"exportedAt\":1773705600,\"history\":[{\"at\":1773619200}"
        for (count, isTaken) in [(1_999_999, true), (2_000_000, false)] {
            let read = try TestReader().read {
                RepeatedSource(
                    open + String(repeating: ",0", count: count % 1_000), String(repeating: ",0", count: 1_000),
                    count / 1_000, "]}\n\(sample("a"))")
            }
            #expect(read.ids == (isTaken ? ["d", "a"] : ["a"]))
            #expect(read.refusals == (isTaken ? [.entryNotAnObject: count] : [.tooManyEntries: 1]))
            if isTaken { #expect(read.places(.entryNotAnObject) == (1...20).map { "line 1, entry \($0)" }) }
        }
    }

    @Test func `only a line that never ends is refused, however much follows`() throws {
        let text = "{\"device\":\"x\",\"history\":[{\"at\":1}\n"
        let line = "\(padded("a", 1_000))\n"
        let counting = { RepeatedSource(text, line, 4_000, sample("b")) }
        var openings = 0
        let read = try TestReader().read {
            openings += 1
            return counting()
        }
        #expect(read.ids == Array(repeating: "a", count: 4_000) + ["b"])
        #expect(read.refusals == [.notJSON: 1] && read.places(.notJSON) == ["line 1"])
        #expect(openings == 1)
    }

    @Test func `a reader keeps its turn while it delivers a large export`() async {
        await #expect(processExitsWith: .success) {
            let watch = Watch(seconds: 60)
            watch.isAt(0)
            let gate = LargeExports()
            let names = Names(
                task: { _ in .none }, platform: { _ in .none }, version: { _ in .none }, arm: { _ in .none })
            let large = padded("l", 2_200_000)
            let files = [
                (large, [true]), ("\(large)\n\(padded("a", 10))\n\(large)", [true, false, true]),
                (
                    "{\"device\":\"x\",\"history\":[\n\(padded("a", 10))\n\(large)\n\(padded("b", 10))",
                    // What follows a value that did not end is read first.
                    [true, true, false]
                ), ("{\"device\":\"x\",\"x\":\"\(String(repeating: "y", count: 2_200_000))", []),
            ]
            let readers = try (0..<2).map { _ in try ExportFileReader(names: names, largeExports: gate) }
            for (number, (text, turns)) in files.enumerated() {
                watch.isAt(number)
                let bytes = Array(text.utf8)
                // One after another: memory that the first one kept would block the second.
                for reader in readers {
                    var seen: [Bool] = []
                    _ = reader.read(
                        FileContext(), from: MemorySource(bytes), again: { MemorySource(bytes) },
                        deliver: { _ in seen.append(reader.hasTurn) })
                    guard seen == turns, !reader.hasTurn else { exit(1) }
                }
            }
        }
    }

    @Test func `a source that fails inside a large export ends its turn`() throws {
        let gate = LargeExports()
        let names = Names(task: { _ in .none }, platform: { _ in .none }, version: { _ in .none }, arm: { _ in .none })
        let reader = try ExportFileReader(names: names, largeExports: gate)
        let half = Array(padded("l", 2_500_000).utf8.dropLast(100))
        for _ in 0..<2 {
            let ledger = reader.read(
                FileContext(), from: FailingSource(half), again: { FailingSource(half) }, deliver: { _ in })
            #expect(ledger.refused == 1 && ledger.exports == 0)
        }
    }
}
