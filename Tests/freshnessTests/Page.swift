import Foundation
import TestSupport
import Testing

/// A page of the repository, taken apart as far as the tests need it.
struct Page: CustomTestStringConvertible {
    /// Its place in the repository, such as `docs/operating.md`.
    let path: String
    /// Its text without what stands in fenced blocks.
    let prose: String
    /// The fenced blocks, each with the word behind its fence.
    let blocks: [(language: String, text: String)]

    var testDescription: String { path }

    init(_ path: String) throws {
        self.path = path
        var prose = ""
        var blocks: [(language: String, text: String)] = []
        var isInBlock = false
        for line in try Self.text(of: path).split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                if !isInBlock { blocks.append((String(line.dropFirst(3)), "")) }
                isInBlock.toggle()
            } else if isInBlock {
                blocks[blocks.count - 1].text += line + "\n"
            } else {
                prose += line + "\n"
            }
        }
        (self.prose, self.blocks) = (prose, blocks)
    }

    static func text(of path: String) throws -> String {
        try String(contentsOfFile: Repository.path + "/" + path, encoding: .utf8)
    }

    /// All pages that people read.
    static func all() throws -> [Page] {
        try ["", "docs/", "metrics/", "Benchmarks/"].flatMap { folder in
            try FileManager.default.contentsOfDirectory(atPath: Repository.path + "/" + folder).sorted()
                .filter { $0.hasSuffix(".md") }.map { try Page(folder + $0) }
        }
    }

    /// Where its links lead that stay in the repository: the path from the root, and the anchor behind `#`.
    var links: [(path: String, anchor: String?)] {
        prose.replacing(/`[^`\n]*`/, with: "").matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }
            .filter { !$0.contains("://") }
            .map { link in
                let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                let folder = URL(fileURLWithPath: "/" + path).deletingLastPathComponent()
                let target =
                    parts[0].isEmpty
                    ? path : String(folder.appendingPathComponent(parts[0]).standardized.path.dropFirst())
                return (target, parts.count == 2 ? parts[1] : nil)
            }
    }

    /// The anchors that a site such as GitHub gives to its headings.
    var anchors: [String] {
        prose.split(separator: "\n").filter { $0.hasPrefix("#") }.map { heading in
            heading.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
                .filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" || $0 == " " }
                .replacing(" ", with: "-")
        }
    }

    /// The arguments of each call of the program that it shows: in code spans, in fenced blocks and in indented lines.
    var calls: [[String]] {
        let lines =
            blocks.filter { ["", "sh"].contains($0.language) }.map(\.text)
            + prose.split(separator: "\n").filter { $0.hasPrefix("    ") }.map(String.init)
        let spans = prose.matches(of: /`([^`\n]+)`/).map { String($0.1) }
        return (lines + spans).flatMap { code in
            code.matches(of: /\bfreshness ([a-z-][^|>&);#\n]*)/).map { match in
                match.1.replacing(#/ 2$/#, with: "").split(separator: " ").map(String.init)
            }
        }
    }

    /// Runs its blocks of shell, one after the other, with `/srv` beneath a folder of the test's own. Stops at the first
    /// command that fails.
    func runShell(beneath folder: TemporaryFolder) throws -> ProgramRun {
        let script = blocks.filter { $0.language == "sh" }.map(\.text).joined().replacing(
            "/srv/", with: folder.path + "/srv/")
        let links = [("metrics", Repository.path + "/metrics"), ("bin/freshness", BuiltProgram.url.path)]
        try folder.write("", to: "bin/empty")
        for (name, target) in links {
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + "/" + name, withDestinationPath: target)
        }
        return try ProgramRun(
            of: URL(fileURLWithPath: "/bin/sh"), ["-e", "-c", script], in: folder.path,
            environment: ["PATH": folder.path + "/bin:/usr/bin:/bin"])
    }
}
