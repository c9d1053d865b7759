import Dispatch
import Foundation
import Records
import Synchronization
import TestSupport
import Testing

@testable import Ingest

/// Ends this process with a message if its work takes too long.
final class Watch: Sendable {
    private let place = Atomic<Int>(0)

    init(seconds: Double) {
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [self] in
            fatalError("no end after \(seconds) s, at case \(place.load(ordering: .relaxed))")
        }
    }

    func isAt(_ number: Int) { place.store(number, ordering: .relaxed) }
}

/// Reading ends, whatever the bytes. Each test runs in its own process, so that a hang or a trap fails only that test.
@Suite struct EndTests {
    @Test(arguments: [
        "[}", "[]}", "[{}}]", "[:]", "[\"", "[\"x", "[\"x\\", "[x", "[{\"device\":\"a\"}}", "[1}2]", "[,]", "[,,", "[[",
        "[{", "[[}", "[{]", "[}}}}]",
        "{\"devices\":[}", "{\"devices\":[}}", "{\"devices\":[}]}", "{\"devices\":[:", "{\"devices\":[\"",
        "{\"devices\":[]", "{\"devices\":[],", "{\"devices\":[]x",
        "{\"devices\":[],}", "{\"devices\":[],\"exportedAt\":}", "{\"devices\":[],\"exportedAt\":]}",
        "{\"devices\":[],\"exportedAt\"",
        "{\"exportedAt\":\"", "{\"exportedAt\":\",\"devices\":[]}", "{\"devices\":[],\"x\":}",
        "{\"devices\":[],\"x\":]}", "{\"", "{\"\\", "}", "]", "\"", "\\",
    ]) func `reading ends even with a bracket in the wrong place`(text: String) async {
        await #expect(processExitsWith: .success) { [text] in
            let watch = Watch(seconds: 5)
            watch.isAt(0)
            let read = try readFile(text)
            guard read.exports.isEmpty, read.ledger.refused > 0 else {
                fatalError("something was read, or nothing refused")
            }
        }
    }

    @Test(arguments: [
        ("lists", "[", "]"), ("objects", "{\"a\":", "}"), ("envelopes", "{\"devices\":[", "]}"),
        ("mixed", "[{\"a\":", "}]"),
    ]) func `values 100,000 deep are refused`(name: String, open: String, close: String) async {
        await #expect(processExitsWith: .success) { [open, close] in
            let watch = Watch(seconds: 20)
            let (opening, closing) = (String(repeating: open, count: 100_000), String(repeating: close, count: 100_000))
            let texts = [
                opening, "\(opening)1\(closing)", "\(sample("b"))\n\(opening)\(closing)\n\(sample("a"))",
                "\(withEntry("\"at\":1773619200,\"x\":\(opening)1\(closing)"))\n\(sample("a"))",
                "{\"device\":\"d\",\"exportedAt\":1773705600,\"history\":\(opening)1\(closing)}\n\(sample("a"))",
                "[\(withEntry("\"at\":1773619200", ",\"x\":\(opening)1\(closing)")),\(sample("a"))]",
            ]
            for (number, text) in texts.enumerated() {
                watch.isAt(number)
                let read = try readFile(text)
                guard read.ledger.refused > 0 else { fatalError("nothing is refused in text \(number)") }
                if number > 1, read.ids.last != "a" { fatalError("what follows is lost in text \(number)") }
            }
        }
    }

    @Test func `a file of nothing but cut lines is abandoned and reported`() async {
        await #expect(processExitsWith: .success) {
            let watch = Watch(seconds: 60)
            watch.isAt(0)
            // Each line is scanned to the file's end in vain: 3,000 times 300 KB.
            let line = "{\"device\":\"a\",\"history\":[\(String(repeating: "{\"at\":1},", count: 10))\n"
            let read = try readFile(String(repeating: line, count: 3_000) + sample("z"))
            guard read.exports.isEmpty || read.ids == ["z"], read.ledger.refused > 0 else { fatalError("\(read.ids)") }
        }
    }

    @Test func `whatever is cut, changed or doubled in a file, reading it returns a consistent ledger`() async {
        await #expect(processExitsWith: .success) {
            let watch = Watch(seconds: 60)
            var dice = SeededGenerator(20_260_316)
            let reader = try TestReader()
            for number in 0..<3_000 {
                watch.isAt(number)
                let bytes = dice.mutated(Mutation.files[number % Mutation.files.count])
                let read = reader.read { MemorySource(bytes) }
                if let fault = read.fault(in: bytes) { fatalError("case \(number): \(fault)") }
            }
        }
    }

    @Test func `whatever is changed in a compressed file, reading it returns`() async {
        await #expect(processExitsWith: .success) {
            let watch = Watch(seconds: 60)
            var dice = SeededGenerator(7)
            let reader = try TestReader()
            for number in 0..<1_000 {
                watch.isAt(number)
                let bytes = dice.mutated(gzip(Mutation.files[number % Mutation.files.count]))
                let read = reader.read { () throws(ReadFailure) in try GzipSource(PieceSource(bytes, 1 + number % 97)) }
                if let fault = read.fault(in: [UInt8](repeating: 0, count: 1 << 20)) {
                    fatalError("case \(number): \(fault)")
                }
            }
        }
    }
}
