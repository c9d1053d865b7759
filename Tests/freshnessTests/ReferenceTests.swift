import Foundation
import TestSupport
import Testing

/// Fleets made to stress the definitions, and a second reading of these definitions to compare with.
///
/// `Tests/Reference/reference.py` was written from the definitions alone, by somebody who had not seen this program: what
/// both got wrong in the same way is likely to stand in the definitions.
@Suite struct ReferenceTests {
    @Test(arguments: 101...112) func `a random fleet gives the same figures as the reference`(_ seed: Int) throws {
        let root = try Root()
        let exports = root.folder.path + "/fleet"
        _ = try Reference.run(["adversarial.py", "\(seed)", exports])
        try root.copy(from: exports + "/bg_runs")
        try compare(root, exports, [])
        try compare(root, exports, ["--as-of", "2026-09-24T10:00:00Z"])
        try compare(root, exports, ["--task", "refresh"])
        try compare(root, exports, ["--app", "net.example.wallpaper"])
        let amsterdam = try Root(zone: "Europe/Amsterdam")
        try amsterdam.copy(from: exports + "/bg_runs")
        try compare(amsterdam, exports, [], reference: ["--zone", "Europe/Amsterdam"])
    }

    private func compare(_ root: Root, _ exports: String, _ options: [String], reference: [String] = []) throws {
        let week = ["--week", "2026-W39"] + options
        let expected = try Object(parsing: Reference.run(["reference.py", exports] + week + reference))
        let run = try BuiltProgram.run(["stats", "--format", "json", "--root", root.folder.path] + week)
        let actual = try Object(parsing: run.output)
        for part in ["current", "baseline"] {
            #expect((actual[part] == nil) == (expected[part] == nil), "\(part)")
            guard actual[part] != nil, expected[part] != nil else { continue }
            expectSame(
                Object(actual["\(part).all"] as? [String: Any] ?? [:]),
                Object(expected["\(part).all"] as? [String: Any] ?? [:]), "\(part).all")
            let (ours, theirs) = (actual.buckets(part), expected.buckets(part))
            #expect(Set(ours.keys) == Set(theirs.keys), "\(part)")
            for (name, bucket) in ours {
                if let other = theirs[name] { expectSame(bucket, other, "\(part) \(name)") }
            }
        }
        for verdict in ["p50", "p90"] {
            #expect(actual.string("verdicts.\(verdict)") == expected.string("verdicts.\(verdict)"))
        }
        #expect(actual.bool("verdicts.regression") == expected.bool("verdicts.regression"))
        for count in ["files", "exports", "runs", "conflicts"] {
            #expect(actual.int("input.\(count)") == expected.int("input.\(count)"), "\(count)")
        }
        #expect(refusals(actual) == refusals(expected))
    }

    private func refusals(_ stats: Object) -> Int {
        (stats["input.refused"] as? [[String: Any]] ?? []).reduce(0) { $0 + ($1["count"] as? Int ?? 0) }
    }

    /// The reference rounds to six decimals.
    private func expectSame(_ a: Object, _ b: Object, _ place: String) {
        for name in ["devices", "brokenDevices"] { #expect(a.int(name) == b.int(name), "\(place).\(name)") }
        for name in ["p50Never", "p90Never"] { #expect(a.bool(name) == b.bool(name), "\(place).\(name)") }
        for name in ["p50Hours", "p90Hours", "runRate", "successRate", "brokenShare"] {
            guard let ours = a.double(name), let theirs = b.double(name) else {
                #expect(a[name] == nil && b[name] == nil, "\(place).\(name)")
                continue
            }
            #expect(abs(ours - theirs) < 6e-7, "\(place).\(name)")
        }
    }
}
