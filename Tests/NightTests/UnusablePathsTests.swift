import Foundation
import Ingest
import Records
import Stats
import Store
import TestSupport
import Testing

@testable import Night

/// Files that cannot be read are recorded, listed in each report and not written again; those that may become readable
/// are tried again.
@Suite struct UnusablePathsTests {
    private let site: Site

    init() throws { site = try Site() }

    private func unusable() throws -> [UnusableFile] { try site.assess().input.unusableFiles }

    @Test func `paths that are not files are listed, and recorded once`() throws {
        try site.put(export("a", at: 24), as: "a.json")
        try site.folder.write("", to: "runs/folder.json/inside")
        let link = site.path(of: "link.json")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: site.path(of: "nowhere"))
        mkfifo(site.path(of: "pipe.json"), 0o600)
        let outcome = try site.takeIn()
        #expect(outcome.read.map(\.ledger.refused).sorted() == [0, 1, 1, 1])
        let expected = [
            UnusableFile(file: "folder.json", reasons: [Remark(.refused, .folder)]),
            UnusableFile(file: "link.json", reasons: [Remark(.refused, .danglingLink)]),
            UnusableFile(file: "pipe.json", reasons: [Remark(.refused, .notAFile)]),
        ]
        #expect(try unusable() == expected)
        // The link may have led to an export; the folder and the pipe were none.
        #expect(try site.assess().input.exportsRefused == Share(1, of: 2))
        let before = try site.storeBytes()
        for _ in 0..<2 {
            let again = try site.takeIn()
            #expect(again.read.isEmpty && again.unchanged + again.recognised == 4)
            #expect(try site.storeBytes() == before)
            #expect(try unusable() == expected)
        }
    }

    @Test func `unusable files are listed until they are fixed or removed`() throws {
        try site.put("", as: "empty.json")
        try site.put("[]", as: "none.json")
        try site.put("{\"device\":\"a\"}", as: "undated.json")
        try site.folder.write(Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3]), to: "runs/packed.json.gz")
        try site.takeIn()
        let reasons = [Refusal.empty, .noExports, .damagedGzip, .noExportTime].map { [Remark(.refused, $0)] }
        #expect(try unusable().map(\.file) == ["empty.json", "none.json", "packed.json.gz", "undated.json"])
        #expect(try unusable().map(\.reasons) == reasons)
        let before = try site.storeBytes()
        // What shows only by reading is read again, with the same result.
        #expect(try site.takeIn().read.isEmpty)
        #expect(try site.storeBytes() == before)
        try site.put(export("a", at: 24), as: "empty.json")
        try site.remove("none.json")
        try site.remove("packed.json.gz")
        try site.takeIn()
        #expect(try unusable().map(\.file) == ["undated.json"])
        #expect(try site.assess().input.remarks.filter { $0.remark.kind == .refused }.map(\.count) == [1])
    }

    @Test func `a file that disappears between listing and reading is tried again`() throws {
        try site.put(export("a", at: 24, runs: [1]), as: "a.json")
        try site.put(export("b", at: 24, runs: [1]), as: "b.json")
        let listed = try site.list()
        try FileManager.default.moveItem(atPath: site.path(of: "a.json"), toPath: site.path(of: "aside"))
        let outcome = try site.takeIn(listed)
        #expect(outcome.newRuns == 1)
        #expect(outcome.read.map(\.ledger.refused).sorted() == [0, 1])
        #expect(try site.file("a.json")?.refusal?.code == Refusal.unreadable.rawValue)
        #expect(try site.file("a.json")?.content == nil)
        #expect(try unusable().map(\.file) == ["a.json"])
        // The file is back as it was listed: its metadata has not changed.
        try FileManager.default.moveItem(atPath: site.path(of: "aside"), toPath: site.path(of: "a.json"))
        #expect(try site.takeIn(listed).newRuns == 1)
        #expect(try site.file("a.json")?.refusal == nil)
        #expect(try unusable().isEmpty)
    }

    @Test func `a failed reading does not hide a later change of the file`() throws {
        try site.put(export("a", at: 24, runs: [1]), as: "a.json")
        try site.takeIn()
        let content = try site.file("a.json")?.content
        try site.remove("a.json")
        try site.folder.write("", to: "runs/a.json/inside")
        try site.takeIn()
        #expect(try site.file("a.json")?.content == content)
        try site.remove("a.json")
        try site.put(export("a", at: 48, runs: [1, 30]), as: "a.json")
        #expect(try site.takeIn().newRuns == 1)
        #expect(try site.file("a.json")?.content != content)
    }

    @Test func `a folder that cannot be listed is a separate failure`() throws {
        #expect {
            try ExportFolder.list(site.folder.path + "/nowhere")
        } throws: { error in
            guard case NightFailure.noExportFolder(let folder, let message) = error else { return false }
            return folder.hasSuffix("/nowhere") && !message.isEmpty
        }
    }
}
