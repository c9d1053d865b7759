import Foundation
import TestSupport
import Testing

/// `freshness device`: one device, why it is stale, and its runs with the gaps drawn to scale.
@Suite struct DeviceTests {
    /// An export on Wednesday at noon with these entries.
    private func root(_ device: String = "d1", _ history: String, _ more: String = "") throws -> Root {
        let root = try Root()
        let exported = monday + 60 * hour
        try root.export(
            """
            {"device":"\(device)","platform":"android","exportedAt":\(exported)\(more),"history":[\(history)]}

            """)
        return root
    }

    private func entry(_ hoursBefore: Int, _ rest: String) -> String {
        "{\"at\":\(monday + (60 - hoursBefore) * hour),\(rest)}"
    }

    struct Case: CustomTestStringConvertible {
        var testDescription: String
        var history: [(hoursBefore: Int, rest: String)] = []
        var more = ""
        /// What must be said, as one line: a terminal's lines end anywhere.
        var said: [String]
    }

    static let cases = [
        Case(
            testDescription: "nothing recorded at all points at registration and identifiers",
            said: [
                "When last heard from (2026-09-23 12:00 UTC), it had never refreshed.",
                "Check that the task is registered",
            ]),
        Case(
            testDescription: "scheduled and never run points at the system's limits",
            more: ",\"bucket\":40,\"lastScheduledAt\":\(monday + 50 * hour)",
            said: [
                "\"d1\", android/rare",
                "The app asked for a run on 2026-09-23 02:00 UTC, and the system has not run it since. It has never run.",
                "Check what limits it",
            ]),
        Case(
            testDescription: "scheduled and not run since points at the system's limits",
            history: [(80, "\"success\":true")], more: ",\"lastScheduledAt\":\(monday - 19 * hour)",
            said: [
                "When last heard from (2026-09-23 12:00 UTC), it had last refreshed 80.0 h before: stale (72 h or more).",
                "The app asked for a run on 2026-09-20 05:00 UTC, and the system has not run it since. Its last run was on "
                    + "2026-09-20 04:00 UTC.",
            ]),
        Case(
            testDescription: "ran without success points at the work itself",
            history: [(200, "\"success\":true"), (5, "\"outcome\":\"expired\"")],
            said: [
                "stale (over 168 h).",
                "It runs, but does not succeed. Its last run, on 2026-09-23 07:00 UTC, ended: expired.",
                "takes longer than the system allows",
            ]),
        Case(
            testDescription: "a process that was killed points at crashes and memory",
            history: [(200, "\"success\":true"), (5, "\"outcome\":\"killed\"")],
            said: ["on 2026-09-23 07:00 UTC, ended: killed. Check for crashes and for memory"]),
        Case(
            testDescription: "not scheduled again says that the chain broke",
            history: [(100, "\"success\":true")], more: ",\"lastScheduledAt\":\(monday - 40 * hour)",
            said: ["The app has not asked for a run since the last one, on 2026-09-19 08:00 UTC."]),
        Case(
            testDescription: "without a word of schedules it says what to record",
            history: [(100, "\"success\":true")],
            said: ["The cause is not known: its exports have no `lastScheduledAt`."]),
        Case(
            testDescription: "fresh here but stale on screen points at the reload",
            history: [(3, "\"success\":true")],
            said: ["it had last refreshed 3.0 h before: fresh (under 24 h).", "the refresh is not the cause"]),
        Case(
            testDescription: "between the objectives it is said what it would be",
            history: [(30, "\"success\":true")], more: ",\"lastScheduledAt\":\(monday + 40 * hour)",
            said: [
                "24 h or more, but not stale (under 72 h).",
                "Without a successful run it becomes stale. The app asked for a run on 2026-09-22 16:00 UTC",
            ]),
        Case(
            testDescription: "installed a moment ago it is not held to anything",
            more: ",\"installedAt\":\(monday + 50 * hour)",
            said: ["It was installed less than 24 h before, so it does not count yet."]),
    ]

    @Test(arguments: cases) func `the cause is given in one sentence, with what to look at next`(_ one: Case) throws {
        let history = one.history.map { entry($0.hoursBefore, $0.rest) }.joined(separator: ",")
        let run = try root("d1", history, one.more).run("device", "d1")
        #expect(run.exitCode == 0 && run.error.isEmpty)
        let text = run.output.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
        for sentence in one.said { #expect(text.contains(sentence), "\(sentence) is not in \(run.output)") }
    }

    @Test func `gaps are drawn to scale`() throws {
        // From the first run to the export 100 h, so that a line is 3 h: the least that needs no more than 48.
        // 60 h are 20 lines, 34 h are 11 and a bit, 6 h are 2.
        let run = try root(
            "d1",
            [entry(100, "\"success\":true"), entry(40, "\"success\":false"), entry(6, "\"success\":true")]
                .joined(separator: ",")
        ).run("device", "d1")
        #expect(run.output.contains("Each │ stands for 3 hours. Times are in UTC.\n"))
        let runs = run.output.components(separatedBy: "\nRuns\n")[1]
        var gaps: [Int] = []
        var labels: [String] = []
        for line in runs.split(separator: "\n").dropFirst() {
            if line.hasPrefix(" ") {
                gaps[gaps.count - 1] += 1
                if line.hasSuffix(" h") { labels.append(String(line.split(separator: "│")[1].dropFirst(2))) }
            } else {
                gaps.append(0)
            }
        }
        #expect(gaps == [20, 11, 2, 0])
        #expect(labels == ["60.0 h", "34.0 h", "6.0 h"])
        #expect(runs.contains("2026-09-19 08:00  ● success\n"))
        #expect(runs.contains("2026-09-21 20:00  ✗ not successful\n"))
        #expect(runs.hasSuffix("2026-09-23 12:00  exported\n\n") || runs.hasSuffix("2026-09-23 12:00  exported\n"))
    }

    @Test func `of many runs the last are shown and the others counted`() throws {
        let history = (1...45).reversed().map { entry($0, "\"success\":true") }.joined(separator: ",")
        let run = try root("d1", history).run("device", "d1")
        #expect(run.output.contains("\n5 earlier runs are not shown.\n"))
        #expect(run.output.components(separatedBy: "● success").count - 1 == 40)
    }

    @Test func `a unique prefix of the id is enough`() throws {
        let root = try Root()
        try root.export(
            export(device: "abc1", app: "a", exportedAt: monday + hour, ranAt: monday)
                + export(device: "abd2", app: "b", exportedAt: monday + hour, ranAt: monday)
                + export(device: "ab", app: "b", exportedAt: monday + hour, ranAt: monday))
        #expect(try root.run("device", "abc").output.hasPrefix("Device \"abc1\", app \"a\", android/active\n"))
        // A whole id is never a mere beginning.
        #expect(try root.run("device", "ab").output.hasPrefix("Device \"ab\", app \"b\""))
        let several = try root.run("device", "a")
        #expect(several.exitCode == 2 && several.output.isEmpty)
        #expect(several.error.contains("abc1 (app a), ab (app b), abd2 (app b)"))
        #expect(try root.run("device", "a", "--app", "a").output.hasPrefix("Device \"abc1\""))
        let none = try root.run("device", "x")
        #expect(none.exitCode == 2 && none.error.contains("no device has an id that begins with x"))
        #expect(try root.run("device").error.contains("device needs an id"))
        #expect(try root.run("device", "a", "b").exitCode == 2)
        #expect(try root.run("stats", "a").exitCode == 2)
    }

    @Test func `with a cut-off a device is shown as it was known then`() throws {
        let root = try Root()
        try root.export(
            export(exportedAt: monday + day, ranAt: monday)
                + export(exportedAt: monday + 3 * day, ranAt: monday + 2 * day))
        #expect(try root.run("device", "d").output.contains("2 exports, 2 runs."))
        let earlier = try root.run("device", "d", "--as-of", "2026-09-22T00:00:01Z")
        #expect(earlier.output.contains("1 export, 1 run."))
        // Before its first export nothing is known, which is no zero and no error.
        let before = try root.run("device", "d", "--as-of", "2026-09-21T12:00:00Z")
        #expect(before.exitCode == 3)
        #expect(before.output.contains("It had not exported before that moment, so nothing was known of it then."))
    }

    @Test func `an id may begin with a hyphen`() throws {
        let root = try root("-x9", entry(3, "\"success\":true"))
        #expect(try root.run("device", "-x9").exitCode == 2)
        let run = try BuiltProgram.run(["device", "--root", root.folder.path, "--", "-x"])
        #expect(run.output.hasPrefix("Device \"-x9\""))
    }

    @Test func `control characters in an id are shown, not executed`() throws {
        let run = try root("\\u001b[31mred", entry(3, "\"success\":true")).run("device", "\u{1B}[31m")
        #expect(run.exitCode == 0)
        #expect(run.output.hasPrefix("Device \"\\u{1B}[31mred\""))
        #expect(!run.output.contains("\u{1B}"))
    }
}
