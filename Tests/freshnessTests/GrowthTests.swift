import Foundation
import TestSupport
import Testing

/// How the cost grows with the input: of twice as much at most 2.3 times the instructions and the memory. What is in
/// proportion costs twice as much, what goes by the square four times.
@Suite struct GrowthTests {
    private static let most = 2.3

    @Test(
        .enabled(if: Tools.areHere, Tools.absence),
        .enabled(if: BuiltProgram.isNamed, "`make test` names the release build, of which instructions are counted"),
        arguments: GrowingInput.allCases)
    func `twice the input is at most 2·3 times the instructions`(_ input: GrowingInput) throws {
        if let first = input.firstSize {
            try Self.expectInProportion(try Self.instructions(input, first), try Self.instructions(input, 2 * first))
        }
        let once = try Self.instructions(input, input.size)
        // Else it would be the start that is compared with itself.
        let start = try Self.start.get()
        try #require(once >= 3 * start, "too few to see them grow: \(once) instructions")
        try Self.expectInProportion(once, try Self.instructions(input, 2 * input.size))
    }

    @Test(
        .enabled(if: Tools.areHere, Tools.absence),
        .enabled(if: BuiltProgram.isNamed, "`make test` names the release build, of which bytes are counted"))
    func `one id on twice as many phones takes at most 2·3 times the memory and store`() throws {
        let input = GrowingInput.sharedID
        for size in [input.firstSize, input.size].compactMap(\.self) {
            let once = try Self.bytes(input, size)
            for (name, bytes) in try Self.bytes(input, 2 * size) {
                try Self.expectInProportion(try #require(once[name]), bytes, name)
            }
        }
    }

    @Test(arguments: GrowingInput.allCases)
    func `growing input is counted, and a path that leads nowhere is reported`(_ input: GrowingInput) throws {
        let size = input.size / 8
        let stats = try input.root(size).stats("2026-W39", "--now", GrowthCall.now)
        #expect(stats.int("current.all.devices") == input.devices(size))
        #expect(stats.int("input.conflicts") == input.conflicts(size))
        let unusable = input == .unusablePaths ? size : 0
        #expect((stats["input.unusableFiles"] as? [Any])?.count == unusable)
        let refused = try #require(stats["input.refused"] as? [[String: Any]])
        #expect(refused.reduce(0) { $0 + ($1["count"] as? Int ?? 0) } == unusable)
    }

    /// Sees that the second count is at most 2.3 times the first, or ends the test.
    private static func expectInProportion(_ once: Int, _ twice: Int, _ name: String = "instructions") throws {
        let ratio = Double(twice) / Double(once)
        try #require(ratio <= most, "\(name): \(once), then \(twice): \(String(format: "%.2f", ratio)) times")
    }

    // MARK: Counts

    /// What a call costs that finds one export of one run.
    private static let start = Result {
        let root = try Root()
        try root.export(export(exportedAt: monday + day, ranAt: monday))
        return try instructions(root)
    }

    private static func instructions(_ input: GrowingInput, _ size: Int) throws -> Int {
        try instructions(try input.root(size))
    }

    private static func instructions(_ root: Root) throws -> Int {
        let call = [try Valgrind.program(in: root.folder)] + GrowthCall.arguments(root)
        return try #require(try Valgrind.callgrind.counts(of: call)["instructions"])
    }

    /// The bytes that a cold report allocates, in all and at most at once, and those of the store that it leaves.
    private static func bytes(_ input: GrowingInput, _ size: Int) throws -> [String: Int] {
        let root = try input.root(size)
        let call = [try Valgrind.program(in: root.folder)] + GrowthCall.arguments(root)
        let memory = try Valgrind.dhatBytes(of: call)
        let store = try root.folder.bytes(of: ".freshness/runs.sqlite").count
        return ["in all": memory.total, "at most at once": memory.most, "store": store]
    }
}

/// The call that is counted.
enum GrowthCall {
    /// Long after all that is reported.
    static let now = "2026-10-20T04:30:00Z"

    static func arguments(_ root: Root) -> [String] {
        ["report", "--week", "2026-W39", "--now", now, "--root", root.path]
    }
}

extension Valgrind {
    /// The bytes that a command allocates: all together, and those that it held when it held most.
    static func dhatBytes(of command: [String]) throws -> (total: Int, most: Int) {
        let log = try Tools.trace { file in
            ["valgrind", "--tool=dhat", "--dhat-out-file=/dev/null", "--log-file=\(file)"] + command
        }.joined()
        let plain = log.replacing(",", with: "")
        let total = try #require(plain.firstMatch(of: /Total: +(\d+) bytes/), "\(log)")
        let most = try #require(plain.firstMatch(of: /At t-gmax: +(\d+) bytes/), "\(log)")
        return (Int(total.1) ?? 0, Int(most.1) ?? 0)
    }
}
