import Foundation
import TestSupport
import Testing

/// `--app` and `--task` with a name that no export has: a wrong call, and not a fleet that fell silent.
@Suite struct UnknownNameTests {
    private let root: Root

    /// App `a` runs `refresh`, app `b` runs `refresh` and `upload`; `b` has no export in 2026-W39.
    init() throws {
        root = try Root()
        let exported = monday + 3 * day
        try root.export(
            export(device: "1", app: "a", exportedAt: exported, ranAt: exported - hour, task: "refresh")
                + export(
                    device: "2", app: "b", exportedAt: exported - 7 * day, ranAt: monday - 9 * day, task: "refresh")
                + export(device: "3", app: "b", exportedAt: exported - 7 * day, ranAt: monday - 9 * day, task: "upload")
        )
    }

    struct Wrong: CustomTestStringConvertible {
        var arguments: [String]
        var sentence: String
        var testDescription: String { arguments.joined(separator: " ") }
    }

    static let wrong = [
        Wrong(
            arguments: ["--app", "A"], sentence: "no export names the app `A`; name one of these with --app: `a`, `b`"),
        Wrong(
            arguments: ["--task", "refersh"],
            sentence: "no export names the task `refersh`; name one of these with --task: `refresh`, `upload`"),
        Wrong(
            arguments: ["--app", "a", "--task", "upload"],
            sentence: "no export of app `a` names the task `upload`; name one of these with --task: `refresh`"),
    ]

    @Test(arguments: wrong) func `it is told which names there are, and no report is written`(_ row: Wrong) throws {
        for call in [["report"], ["stats"], ["stats", "--read-only"]] {
            let run = try BuiltProgram.run(call + ["--week", "2026-W39", "--root", root.path] + row.arguments)
            #expect(run.exitCode == 2 && run.output.isEmpty, "\(run)")
            #expect(run.error == "freshness: \(row.sentence)\n")
            #expect(try root.folder.names(in: "") == [".freshness", "metrics"])
        }
    }

    @Test(arguments: ["device", "forget"]) func `a device of an app that is not there is looked for in vain`(
        _ command: String
    ) throws {
        let run = try root.run(command, "1", "--app", "c")
        #expect(run.exitCode == 2 && run.error.contains("no export names the app `c`; "), "\(run)")
        // An app that is there may have no such device.
        #expect(try root.run(command, "1", "--app", "b").error.contains("no device of app b has an id"))
    }

    @Test func `an app that has no data in the week is no wrong call, and neither is any on an empty store`() throws {
        let silent = try root.run("report", "--week", "2026-W39", "--app", "b")
        #expect(silent.exitCode == 3 && silent.output.contains("2026-W39: no data. "), "\(silent)")
        let empty = try Root()
        for name in ["--app", "--task"] {
            #expect(try empty.run("report", "--week", "2026-W39", name, "x").exitCode == 3)
            #expect(try empty.run("stats", "--read-only", "--week", "2026-W39", name, "x").exitCode == 3)
        }
    }

    @Test func `where no export names an app it says that`() throws {
        let root = try Root()
        try root.export(export(exportedAt: monday + day, ranAt: monday))
        let app = try root.run("stats", "--week", "2026-W39", "--app", "a")
        #expect(
            app.exitCode == 2 && app.error.contains("no export names an app, so none can be of `a`; leave --app out"))
        let task = try root.run("stats", "--week", "2026-W39", "--task", "t")
        #expect(task.exitCode == 2 && task.error.contains("no export names a task, so none can be of `t`; "), "\(task)")
    }

    @Test func `of many names the first ten are listed and the others counted`() throws {
        let root = try Root()
        let exports = (10...22).map {
            export(device: "\($0)", app: "app\($0)", exportedAt: monday + day, ranAt: monday)
        }
        try root.export(exports.joined())
        let run = try root.run("stats", "--week", "2026-W39", "--app", "app")
        let named = (10...19).map { "`app\($0)`" }.joined(separator: ", ")
        #expect(run.error.hasSuffix("; name one of these with --app: \(named) and 3 more\n"), "\(run)")
    }

    @Test func `an app that was forgotten is named no more`() throws {
        #expect(try root.run("forget", "1").exitCode == 0)
        let run = try root.run("stats", "--week", "2026-W39", "--app", "a")
        #expect(run.exitCode == 2 && run.error.hasSuffix("--app: `b`\n"), "\(run)")
    }
}
