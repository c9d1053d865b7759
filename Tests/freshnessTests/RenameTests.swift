import Foundation
import TestSupport
import Testing

/// The report takes its name as the last thing: where that fails there is none, and a power cut leaves all of it or nothing.
@Suite struct RenameTests {
    @Test(.enabled(if: Inside.works, Inside.absence), arguments: [EIO, EACCES, ENOSPC], [Situation.cold, .nightly])
    func `a report that cannot be renamed gives exit code 4, prints no path and leaves nothing`(
        _ reason: Int32, _ situation: Situation
    ) throws {
        let undisturbed = try Undisturbed(situation)
        let root = try Root(like: undisturbed.root)
        let fault = try Inside.failing("rename", on: "bg_freshness_", with: reason)
        let run = try root.run("report", "--week", "2026-W39", environment: fault)
        try undisturbed.expectRefused(
            run, in: root, path: root.path + "/reports/" + Undisturbed.name, String(cString: strerror(reason)),
            "the name cannot be taken")
        try undisturbed.expectNext(in: root, "the name can be taken")
    }

    /// What was asked of the system about a folder, in order: which file was written, synced or renamed.
    private func calls(_ arguments: [String], on part: String) throws -> [(call: String, paths: [String])] {
        let trace = try Tools.trace { file in
            [
                "strace", "-f", "-y", "-s", "512", "-o", file, "-e",
                "trace=write,pwrite64,fsync,fdatasync,rename,renameat,renameat2", BuiltProgram.url.path,
            ] + arguments
        }.joined()
        return trace.split(separator: "\n").compactMap { line in
            guard let call = line.firstMatch(of: /^\d+ +(\w+)\((.*)/), line.contains(part) else { return nil }
            let name = String(call.1)
            let paths =
                name.hasPrefix("rename")
                ? call.2.matches(of: /"(.*?)"/).map { String($0.1) }
                : call.2.firstMatch(of: /^\d+<(.*?)>/).map { [String($0.1)] } ?? []
            return (name, paths)
        }
    }

    @Test(
        .enabled(if: Tools.areHere && Sanitizer.running == nil, Tools.absence),
        arguments: [Situation.cold, .nightly])
    func `the report is synced before its rename, and its folder after`(_ situation: Situation) throws {
        let root = try situation.root(devices: 30)
        try situation.prepare(root, ["--week", "2026-W39", "--root", root.folder.path])
        let folder = root.folder.path + "/reports"
        let calls = try calls(["report", "--week", "2026-W39", "--root", root.folder.path], on: folder)
        try expectSynced(calls, before: folder + "/" + Undisturbed.name, in: folder)
    }

    @Test(.enabled(if: Tools.areHere && Sanitizer.running == nil, Tools.absence))
    func `a new store is synced before its rename, and its folder after`() throws {
        let root = try Situation.nothingNew.root(devices: 30)
        #expect(try root.run("ingest").exitCode == 0)
        let folder = root.folder.path + "/.freshness"
        let calls = try calls(["rebuild", "--root", root.folder.path], on: folder)
        try expectSynced(calls, before: folder + "/runs.sqlite", in: folder)
    }

    /// Sees that what takes a name was written, then synced, then renamed, and its folder synced after that.
    private func expectSynced(
        _ calls: [(call: String, paths: [String])], before name: String, in folder: String
    ) throws {
        let rename = try #require(calls.lastIndex { $0.call.hasPrefix("rename") && $0.paths.last == name })
        let unfinished = try #require(calls[rename].paths.first)
        let isSync = { (call: String) in call == "fsync" || call == "fdatasync" }
        let written = try #require(calls.lastIndex { $0.call.contains("write") && $0.paths == [unfinished] })
        let synced = try #require(calls.lastIndex { isSync($0.call) && $0.paths == [unfinished] })
        #expect(written < synced && synced < rename)
        #expect(calls[(rename + 1)...].contains { isSync($0.call) && $0.paths == [folder] })
    }
}
