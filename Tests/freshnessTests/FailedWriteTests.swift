import Foundation
import TestSupport
import Testing

/// Once the store cannot be written, reading on is of no use.
@Suite(.enabled(if: Inside.works, Inside.absence)) struct FailedWriteTests {
    /// Files that together are far more than is kept in memory before it is written.
    private func root() throws -> Root {
        let root = try Root()
        let template = (0..<700).map { number in
            let history = (0..<12).map { "{\"at\":\(monday + $0 * hour + number),\"success\":true}" }
            return """
                {"device":"#-\(number)","exportedAt":\(monday + day),"history":[\(history.joined(separator: ","))]}

                """
        }.joined()
        for number in 0..<Self.files {
            try root.export(template.replacing("#", with: "\(number)"), to: "\(number).json")
        }
        return root
    }

    private static let files = 150

    private func opens(_ root: Root, _ fault: [String: String] = [:]) throws -> (run: ProgramRun, opens: Int) {
        let run = try root.run(
            "ingest", environment: try Inside.environment(["TELL_OPENS": "bg_runs/"]).merging(fault) { $1 })
        return (run, try Inside.told("opens", by: run))
    }

    @Test(arguments: [true, false]) func `after a failed write the remaining files are not read`(hasStore: Bool)
        throws
    {
        let root = try root()
        if hasStore {
            let exports = root.folder.path + "/metrics/bg_runs"
            try FileManager.default.moveItem(atPath: exports, toPath: exports + ".later")
            try root.export(export(exportedAt: monday, ranAt: nil), to: "first.json")
            let run = try root.run("ingest")
            #expect(run.exitCode == 0)
            try FileManager.default.removeItem(atPath: exports)
            try FileManager.default.moveItem(atPath: exports + ".later", toPath: exports)
        }
        let whole = try Root(like: root)
        let undisturbed = try opens(whole)
        #expect(undisturbed.run.exitCode == 0 && undisturbed.opens >= Self.files, "\(undisturbed.run.error)")
        // The first write that comes when reading has begun. Those before it open the store.
        for number in 1...200 {
            let disturbed = try Root(like: root)
            let fault = try Inside.failing("write", on: "/.freshness/runs.sqlite", with: ENOSPC, first: number)
            let (run, opens) = try opens(disturbed, fault)
            try #require(run.exitCode == 4 && run.output.isEmpty, "\(number): \(run.error)")
            if opens == 0 { continue }
            #expect(opens < Self.files / 2, "\(opens) of \(Self.files) files were opened")
            return
        }
        Issue.record("no write failed while files were read")
    }
}
