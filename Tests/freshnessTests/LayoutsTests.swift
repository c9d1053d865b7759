import Foundation
import TestSupport
import Testing

/// Folders that people keep: dated files or overwritten ones, one for the fleet or one for each device. The same exports
/// give the same figures.
@Suite struct LayoutsTests {
    enum Layout: CaseIterable {
        case fleetOverwritten, fleetDated, deviceOverwritten, deviceDated, fleetAppended

        func name(of device: Int, on day: Int) -> String {
            switch self {
            case .fleetOverwritten, .fleetAppended: "fleet.json"
            case .fleetDated: "fleet \(day).json"
            case .deviceOverwritten: "\(device).json"
            case .deviceDated: "\(device) \(day).json"
            }
        }
    }

    private static let devices = 12
    private static let nights = 16

    /// What each device exports on each day, in random numbers; nil where it does not. A device keeps its last five runs:
    /// older ones are only in what was exported before.
    private static func fleet(seed: UInt64) -> [[String?]] {
        var random = SeededGenerator(seed)
        let start = monday - 8 * day
        var runs: [[(at: Int, rest: String)]] = Array(repeating: [], count: devices)
        return (0..<nights).map { night in
            (0..<devices).map { device in
                let end = start + night * day + Int.random(in: hour..<day, using: &random)
                for _ in 0..<Int.random(in: 0...3, using: &random) where random.chance(device < 3 ? 25 : 80) {
                    let at = end - Int.random(in: -200..<day, using: &random)
                    let success = ["true", "false", "null"].randomElement(using: &random) ?? "true"
                    runs[device].append(
                        (at, "\"success\":\(success),\"bucket\":\([10, 20, 40].randomElement(using: &random) ?? 10)"))
                }
                runs[device] = runs[device].suffix(5)
                // Some runs are told otherwise later.
                if random.chance(15), !runs[device].isEmpty { runs[device][0].rest = "\"outcome\":\"expired\"" }
                guard random.chance(75) else { return nil }
                let history = runs[device].map { "{\"at\":\($0.at),\($0.rest)}" }.joined(separator: ",")
                return
                    "{\"device\":\"\(device)\",\"platform\":\"android\",\"exportedAt\":\(end),\"history\":[\(history)]}\n"
            }
        }
    }

    /// Reads a fleet night by night.
    private func read(_ fleet: [[String?]], _ layout: Layout) throws -> Root {
        let root = try Root()
        for (night, exports) in fleet.enumerated() {
            var files: [String: String] = [:]
            for (device, text) in exports.enumerated() {
                guard let text else { continue }
                files[layout.name(of: device, on: night), default: ""] += text
            }
            for (name, text) in files {
                let before = layout == .fleetAppended ? try? root.folder.text(of: "metrics/bg_runs/" + name) : nil
                try root.export((before ?? "") + text, to: name)
            }
            #expect(try root.run("ingest").exitCode == 0)
        }
        return root
    }

    /// All that is said of a week but what is said of its files.
    private func answers(_ root: Root) throws -> [String] {
        try ["2026-W37", "2026-W38", "2026-W39"].map { try root.stats($0).figures }
            + [try root.stats("2026-W39", "--as-of", "2026-09-23T12:00:00Z").figures]
    }

    @Test(arguments: 1...4) func `the same exports give the same figures, however they are kept in files`(seed: Int)
        throws
    {
        let fleet = Self.fleet(seed: UInt64(seed))
        let expected = try answers(read(fleet, .fleetDated))
        for layout in Layout.allCases {
            #expect(try answers(read(fleet, layout)) == expected, "\(layout)")
        }
        // And at once, from the files as they are in the end.
        let atOnce = try Root()
        for (night, exports) in fleet.enumerated().reversed() {
            try atOnce.export(exports.compactMap(\.self).joined(), to: "fleet \(night).json")
        }
        #expect(try answers(atOnce) == expected)
    }

    @Test(arguments: 1...4) func `the same exports are as many, however they are kept in files`(seed: Int) throws {
        let fleet = Self.fleet(seed: UInt64(seed))
        let counts = try Layout.allCases.map { layout in
            let root = try read(fleet, layout)
            return try ["2026-W38", "2026-W39"].flatMap { week in
                let stats = try root.stats(week)
                return ["exports", "runs", "conflicts"].map { stats.int("input.\($0)") }
            }
        }
        #expect(Set(counts).count == 1, "\(counts)")
        // Of week 38 and the Sunday before it are the days up to the ninth, of the baseline of 39 from the second.
        let ofWeeks = fleet[1...].joined().compactMap(\.self).count - fleet[15].compactMap(\.self).count
        #expect(counts[0][3] == ofWeeks)
    }
}
