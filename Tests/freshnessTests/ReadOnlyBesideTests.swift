import Foundation
import TestSupport
import Testing

/// Figures that are only read while another run writes: they are of one night, or there are none.
@Suite(.enabled(if: Inside.works, Inside.absence)) struct ReadOnlyBesideTests {
    private static let figures = ["stats", "--week", "2026-W39", "--read-only", "--wait", "0"]

    private func environment(_ more: [String: String] = [:]) throws -> [String: String] {
        try Inside.environment(["STOP_PATH": "/.freshness/runs.sqlite"].merging(more) { $1 })
    }

    @Test func `figures read before and while another run writes are refused`() throws {
        let undisturbed = try Undisturbed(.nightly)
        let call = Self.figures + ["--root", undisturbed.root.path]
        let quiet = try BuiltProgram.run(call, environment: environment(["TELL_READS": "1"]))
        let reads = try Inside.told("reads", by: quiet)
        try #require(quiet.exitCode == 0 && reads > 2)
        // Behind the last read all that is computed rests on what is no longer there.
        for number in Set([reads, reads - 1, reads * 3 / 4, reads / 2]).sorted() {
            let root = try Root(like: undisturbed.root)
            let read = try BuiltProgram.run(
                Self.figures + ["--root", root.path], environment: environment(["STOP_AT": "\(number)"])
            ) { process in
                defer { kill(process.processIdentifier, SIGCONT) }
                try process.waitUntilStopped()
                let night = try root.run("report", "--week", "2026-W39")
                #expect(night.exitCode == 0, "\(night.error)")
            }
            #expect(read.exitCode == 4 && read.output.isEmpty, "read \(number) of \(reads)")
            #expect(read.error.filter { $0 == "\n" }.count == 1, "\(read.error)")
            #expect(read.error.contains("runs.sqlite") && !read.error.contains("rebuild"), "\(read.error)")
            try undisturbed.expectNext(in: root, "after read \(number) of \(reads)")
        }
    }

    /// Or it is being stopped that is in its way.
    @Test func `figures are given if nothing is written meanwhile, however long it takes`() throws {
        let undisturbed = try Undisturbed(.nightly)
        let call = Self.figures + ["--root", undisturbed.root.path]
        let quiet = try BuiltProgram.run(call)
        let read = try BuiltProgram.run(call, environment: environment(["STOP_AT": "2"])) { process in
            try process.waitUntilStopped()
            kill(process.processIdentifier, SIGCONT)
        }
        #expect(read.exitCode == 0 && read.output == quiet.output && !read.output.isEmpty, "\(read.error)")
    }
}
