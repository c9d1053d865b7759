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

    @Test func `after a failed write the files that are left are not read`() throws {
        let root = try root()
        // What the store has before is read without a fault, and the store is there.
        let metrics = root.folder.path + "/empty"
        try root.folder.write(Root.thresholds(), to: "empty/slo.json")
        try root.folder.write(export(exportedAt: monday, ranAt: nil), to: "empty/bg_runs/first.json")
        #expect(try root.run("ingest", "--metrics", metrics).exitCode == 0)
        let fault = try Inside.failing("write", on: "/.freshness/runs.sqlite", with: 28)  // ENOSPC
        let (run, opens) = try opens(root, fault)
        #expect(run.exitCode == 4 && run.output.isEmpty)
        #expect(opens < Self.files / 2, "\(opens) of \(Self.files) files were opened")
        // With room each is.
        let whole = try self.opens(root)
        #expect(whole.run.exitCode == 0 && whole.opens >= Self.files, "\(whole.run.error)")
    }
}
