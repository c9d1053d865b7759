import Foundation
import TestSupport
import Testing

/// One device is looked up, and the others' histories are left where they are: what that takes does not grow with the
/// fleet.
@Suite(.enabled(if: Tools.areHere, Tools.absence)) struct DeviceReadingTests {
    private static let sizes = [300, 3_000]

    /// A root with the exports of so many devices in its store, and the id of one of them.
    private func root(devices: Int) throws -> (root: Root, id: String) {
        let root = try Root.made(devices: devices, days: 4)
        #expect(try root.run("ingest").exitCode == 0)
        let text = try root.folder.text(of: "metrics/bg_runs/2026-09-27.json")
        let ids = text.matches(of: /"device": ?"(\w+)"/).map { String($0.1) }
        return (root, try #require(ids.dropFirst(ids.count / 2).first))
    }

    @Test(.enabled(if: Sanitizer.running == nil, "a sanitizer reads files of its own"))
    func `one device of ten times as many is shown by reading about as many bytes of the store`() throws {
        let read = try Self.sizes.map { size in
            let (root, id) = try root(devices: size)
            let store = root.folder.path + "/.freshness/runs.sqlite"
            let calls = try SystemCalls(of: ["device", id, "--root", root.folder.path])
            let bytes = calls.bytesRead.filter { $0.key.hasPrefix(store) }.values.reduce(0, +)
            let whole = try root.folder.bytes(of: ".freshness/runs.sqlite").count
            try #require(bytes > 0)
            return (bytes: bytes, whole: whole)
        }
        try #require(read[1].whole > 3 * read[0].whole, "\(read)")
        #expect(read[1].bytes < 2 * read[0].bytes, "\(read)")
        #expect(read[1].bytes < read[1].whole / 3, "\(read)")
    }

    @Test(.enabled(if: BuiltProgram.isNamed, "a debug build is too slow for it; `make test` names the release build"))
    func `one device of ten times as many is shown by about as many instructions`() throws {
        let instructions = try Self.sizes.map { size in
            let (root, id) = try root(devices: size)
            let program = try Valgrind.program(in: root.folder)
            let counts = try Valgrind.callgrind.counts(of: [program, "device", id, "--root", root.folder.path])
            return try #require(counts["instructions"])
        }
        #expect(instructions[1] < instructions[0] * 3 / 2, "\(instructions)")
    }
}
