import Foundation
import Ingest
import Records
import Stats
import Store
import TestSupport
import Testing

@testable import Night

/// A read error in the middle of a file.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd"), "the fault is put in by /proc"))
struct BrokenReadTests {
    private let site: Site
    private static let exports = 6_000

    init() throws {
        site = try Site()
        try site.put(Self.text, as: "large.ndjson")
    }

    /// Over half a megabyte, so that it is read in pieces.
    private static let text = (0..<exports).map { export("d\($0)", at: 24, runs: [1, 2]) }.joined()

    /// Puts a folder in place of each open file of a path, so that reading on fails.
    private static func breakReading(of path: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? [] {
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + name)
            guard target == path, let descriptor = Int32(name) else { continue }
            let folder = open("/", O_RDONLY | O_CLOEXEC)
            dup2(folder, descriptor)
            close(folder)
        }
    }

    /// A night in which the file cannot be read further after some of it was used.
    private func brokenNight(_ name: String = "large.ndjson") throws -> Intake.Outcome {
        let path = URL(filePath: site.path(of: name)).resolvingSymlinksInPath().path
        return try site.takeIn(progress: { _ in Self.breakReading(of: path) })
    }

    private func contents() throws -> [StoredContent] { try site.store().contents(within: [.earliest ..< .latest]) }

    @Test func `what was read before a failure is kept and reported until the file is read completely`() throws {
        let broken = try brokenNight()
        let ledger = try #require(broken.read.first?.ledger)
        #expect(broken.read.count == 1)
        #expect(ledger.exports > 0 && ledger.exports < Self.exports)
        #expect(ledger.tallies[Remark(.refused, .unreadable)]?.count == 1)
        #expect(broken.newRuns == 2 * ledger.exports)
        #expect(try site.file("large.ndjson")?.refusal?.code == Refusal.unreadable.rawValue)
        #expect(try contents().map(\.exports) == [ledger.exports])
        var input = try site.assess().input
        #expect(input.exports == ledger.exports && input.exportsInNoFile == 0)
        #expect(input.unusableFiles.isEmpty)
        #expect(input.refused.map(\.remark) == [Remark(.refused, .unreadable)])

        // The file has not changed, and is read all the same.
        let whole = try site.takeIn()
        #expect(whole.newRuns == 2 * (Self.exports - ledger.exports))
        #expect(whole.read.map(\.ledger.exports) == [Self.exports])
        #expect(try contents().map(\.exports) == [Self.exports])
        #expect(try site.file("large.ndjson")?.refusal == nil)
        input = try site.assess().input
        #expect(input.exports == Self.exports && input.exportsInNoFile == 0)
        #expect(input.refused.isEmpty)
        #expect(try site.takeIn().unchanged == 1)
        #expect(try site.store().faults() == [])
    }

    @Test func `after two failed nights the ledger has what was read the last time`() throws {
        let first = try #require(try brokenNight().read.first?.ledger.exports)
        let second = try brokenNight()
        #expect(try contents().map(\.exports) == [first])
        #expect(second.newRuns == 0)
        try site.takeIn()
        #expect(try contents().map(\.exports) == [Self.exports])
    }

    @Test func `a complete earlier reading is kept while the file cannot be read`() throws {
        try site.put(export("x", at: 20, runs: [5]), as: "large.ndjson")
        try site.takeIn()
        try site.put(Self.text, as: "large.ndjson")
        _ = try brokenNight()
        #expect(try contents().count == 2)
        #expect(try site.assess().input.exportsInNoFile == 1)
        try site.takeIn()
        #expect(try contents().map(\.exports).sorted() == [1, Self.exports])
    }

    @Test func `other files are read the same night`() throws {
        for number in 0..<20 { try site.put(export("o\(number)", at: 24, runs: [1]), as: "small \(number).json") }
        let outcome = try brokenNight()
        #expect(outcome.read.count == 21)
        #expect(try site.assess().input.files == 21)
    }
}
