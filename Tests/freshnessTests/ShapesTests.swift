import Foundation
import TestSupport
import Testing

/// One fleet, written in every shape, form of time, order and packing that files come in, gives the same figures.
@Suite struct ShapesTests {
    @Test(arguments: 1...3) func `a fleet gives the same figures in any file format`(_ seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let fleet = ShapedFleet(devices: 12, using: &random)
        let plain = try figures(of: fleet, Writing(), shuffledBy: nil)
        #expect(plain.contains("\"devices\": 1"), "the fleet has no readings")
        for shape in Writing.Shape.allCases {
            for form in Writing.Form.allCases {
                let writing = Writing(
                    shape: shape, form: form, packed: Bool.random(using: &random), mark: Bool.random(using: &random),
                    carriageReturns: Bool.random(using: &random), shufflesKeys: Bool.random(using: &random))
                let difference = lineDifference(
                    from: plain, to: try figures(of: fleet, writing, shuffledBy: random.next()))
                #expect(difference == nil, "\(writing): \(difference ?? "")")
            }
        }
    }

    /// What `stats` says of the fleet, without the lines that tell in which files and forms it came.
    private func figures(of fleet: ShapedFleet, _ writing: Writing, shuffledBy seed: UInt64?) throws -> String {
        let root = try Root()
        var random = SeededGenerator(seed ?? 0)
        for (name, bytes) in try writing.files(of: fleet, using: &random, inOrder: seed == nil) {
            try root.folder.write(bytes, to: "metrics/bg_runs/\(name)")
        }
        let run = try root.run("stats", "--week", "2026-W39", "--format", "json")
        let formsEnd = run.output.range(of: "\"timeForms\"")?.lowerBound ?? run.output.endIndex
        // How many exports and runs a report counts is by file: those in a file of a week's own, all of it.
        let ledger = ["\"files\"", "\"exports\"", "\"runs\""]
        let kept = run.output[..<formsEnd].split(separator: "\n").filter { line in
            !ledger.contains { line.contains($0) }
        }
        return kept.joined(separator: "\n")
    }
}
