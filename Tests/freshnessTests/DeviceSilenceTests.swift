import Foundation
import TestSupport
import Testing

/// What `freshness device` says first of a device that was not heard from while others were, or whose later exports were
/// refused: what it said before is old news.
@Suite struct DeviceSilenceTests {
    /// Monday 2020-01-06 00:00 UTC (`date -ud 2020-01-06 +%s`): before the clock of any machine that runs this.
    private let start = 1_578_268_800

    /// `d1` exported on Tuesday at 00:00, so many hours after a run that succeeded; `d2` so many seconds later.
    private func root(refreshed hours: Int = 3, silentFor seconds: Int) throws -> Root {
        let root = try Root()
        let last = start + day
        try root.export(
            export(device: "d1", exportedAt: last, ranAt: last - hours * hour)
                + export(device: "d2", exportedAt: last + seconds, ranAt: last))
        return root
    }

    /// The sentences, as one line: a terminal's lines end anywhere.
    private func said(_ root: Root, _ more: String...) throws -> String {
        let run = try BuiltProgram.run(["device", "d1", "--root", root.path] + more)
        #expect(run.exitCode == 0, "\(run)")
        let lines = run.output.components(separatedBy: "\nRuns\n")[0].split(separator: "\n").dropFirst()
        return lines.joined(separator: " ").split(separator: " ").joined(separator: " ")
    }

    @Test func `a device that was fresh 12 days before another one exported is not called fresh`() throws {
        let text = try said(root(silentFor: 12 * day + 12 * hour))
        #expect(
            text.hasPrefix(
                "Not heard from for 12 days: its last export is from 2020-01-07 00:00 UTC, and another device exported on "
                    + "2020-01-19 12:00 UTC. Nothing is known of it since."), "\(text)")
        #expect(
            text.contains(
                "When last heard from (2020-01-07 00:00 UTC), it had last refreshed 3.0 h before: under 24 h."),
            "\(text)")
        #expect(!text.contains("fresh (") && !text.contains("not the cause"), "\(text)")
    }

    @Test(arguments: [(7 * day, false), (7 * day + 1, true)])
    func `over 7 days are silence, and 7 days are none`(seconds: Int, isSilent: Bool) throws {
        let text = try said(root(silentFor: seconds))
        #expect(text.contains("Not heard from for 7 days") == isSilent, "\(text)")
        #expect(text.contains("fresh (under 24 h)") == !isSilent, "\(text)")
    }

    @Test func `the cause of a device that was stale by then is said as well`() throws {
        let text = try said(root(refreshed: 80, silentFor: 30 * day))
        #expect(text.hasPrefix("Not heard from for 30 days"), "\(text)")
        #expect(text.contains("stale (72 h or more). 1 export, 1 run. The cause is not known"), "\(text)")
    }

    @Test func `up to a moment it counts what had been exported by then`() throws {
        let root = try root(silentFor: 12 * day)
        #expect(try !said(root, "--as-of", "2020-01-19T00:00:00Z").contains("Not heard from"))
        #expect(try said(root, "--as-of", "2020-01-19T00:00:01Z").contains("Not heard from for 12 days"))
    }

    @Test func `an export that is later than the clock makes no other device silent`() throws {
        // 2039-12-31 00:00 UTC: date -ud 2039-12-31 +%s.
        #expect(try said(root(silentFor: 2_208_902_400 - start - day)).contains("fresh (under 24 h)"))
    }

    // MARK: Refused exports

    /// An export, so many days after the start, of whose entries none can be read.
    private func unread(_ days: Int) -> String {
        "{\"device\":\"d1\",\"exportedAt\":\(start + days * day),\"history\":[{},{}]}\n"
    }

    @Test func `refused exports that are later than the last one used come first`() throws {
        let root = try root(silentFor: day)
        try root.export(unread(2) + unread(3), to: "refused.ndjson")
        let text = try said(root)
        #expect(
            text.hasPrefix(
                "Its latest export, from 2020-01-09 00:00 UTC, was refused, so nothing newer than the runs below is "
                    + "known. 2 exports (4 entries) were refused:"), "\(text)")
        #expect(
            text.contains(
                "At its last export that was used (2020-01-07 00:00 UTC), it had last refreshed 3.0 h before: under "
                    + "24 h."), "\(text)")
        // Before the cut-off only one that is known to be made before it.
        #expect(try said(root, "--as-of", "2020-01-08T00:00:00Z").hasPrefix("When last heard from"))
    }

    @Test func `refused exports that are earlier come after what is known`() throws {
        let root = try root(silentFor: day)
        try root.export(unread(0), to: "refused.ndjson")
        let text = try said(root)
        #expect(text.hasPrefix("When last heard from"), "\(text)")
        #expect(text.contains("1 export, 1 run. 1 export (2 entries) was refused:"), "\(text)")
    }

    @Test func `an export that was refused is a sign of life`() throws {
        let root = try root(silentFor: 20 * day)
        try root.export(unread(11), to: "refused.ndjson")
        let text = try said(root)
        // From Friday 2020-01-17 to Monday 2020-01-27 are 10 days.
        #expect(text.hasPrefix("Its latest export, from 2020-01-17 00:00 UTC, was refused"), "\(text)")
        #expect(text.contains("Not heard from for 10 days: its last export is from 2020-01-17 00:00 UTC"), "\(text)")
    }
}
