import Records
import Stats
import TestSupport
import Testing

@testable import Night

/// A week's assessment does not depend on how exports are laid out in files.
@Suite struct LayoutTests {
    /// Nights of a fleet, each with an export of each device, which keeps its last 10 runs; some devices come later.
    private static func nights(_ seed: UInt64) -> [[String]] {
        var generator = SeededGenerator(seed)
        let runs = (0..<12).map { _ in (-200..<150).filter { _ in generator.chance(6) } }
        return (0..<12).map { night in
            (0..<12).compactMap { device in
                if generator.chance(25) { return nil }
                let at = -140 + 24 * night + device
                let platform = ["ios", "android", "visionos"][device % 3]
                let bucket = device % 3 == 1 ? ",\"bucket\":\([10, 40, 45][night % 3])" : ""
                return export(
                    "d\(device)", at: at, runs: Array(runs[device].filter { $0 <= at }.suffix(10)),
                    ",\"platform\":\"\(platform)\",\"historyLimit\":10,\"odd\":1\(bucket)")
            }
        }
    }

    /// The week after all nights were laid out by `write`, and read after each one or at the end.
    private func week(
        _ nights: [[String]], eachNight: Bool, write: (Site, Int, [String]) throws -> Void
    ) throws -> Assessment {
        let site = try Site()
        for (number, exports) in nights.enumerated() {
            try write(site, number, exports)
            if eachNight { try site.takeIn() }
        }
        try site.takeIn()
        var assessment = try site.assess()
        #expect(assessment.hasReadings)
        assessment.input.files = 0
        assessment.input.exportsInNoFile = 0
        // Positions name files.
        for index in assessment.input.remarks.indices { assessment.input.remarks[index].places = [] }
        return assessment
    }

    private func areEqual(_ a: Assessment, _ b: Assessment) -> Bool {
        a.current == b.current && a.baseline == b.baseline && a.evidence == b.evidence
            && a.window == b.window && withoutRemarks(a) == withoutRemarks(b)
    }

    /// A file that grows has remarks on what it contained each time: they are about files, not devices.
    private func withoutRemarks(_ assessment: Assessment) -> Input {
        var input = assessment.input
        input.remarks = []
        return withoutShare(input)
    }

    /// The share of refused exports is counted over whole files, of whatever week.
    private func withoutShare(_ input: Input) -> Input {
        var input = input
        input.exportsRefused = Share(0, of: 0)
        return input
    }

    @Test(arguments: UInt64(1)...6) func `one file or a hundred, dated or overwritten, give the same figures`(
        _ seed: UInt64
    )
        throws
    {
        let nights = Self.nights(seed)
        let dated = try week(nights, eachNight: false) { try $0.put($2.joined(), as: "night \($1).ndjson") }
        let datedNightly = try week(nights, eachNight: true) { try $0.put($2.joined(), as: "night \($1).ndjson") }
        #expect(areEqual(dated, datedNightly) && dated.input == datedNightly.input)
        let one = try week(nights, eachNight: true) { site, number, _ in
            try site.put(nights[...number].joined().joined(), as: "all.ndjson")
        }
        #expect(areEqual(dated, one))
        let oneAtEnd = try week([nights.flatMap(\.self)], eachNight: false) { try $0.put($2.joined(), as: "all.json") }
        #expect(areEqual(dated, oneAtEnd) && withoutShare(dated.input) == withoutShare(oneAtEnd.input))
        let overwritten = try week(nights, eachNight: true) { try $0.put($2.joined(), as: "fleet.ndjson") }
        #expect(areEqual(dated, overwritten) && dated.input == overwritten.input)
        let perDevice = try week(nights, eachNight: true) { site, _, exports in
            for export in exports { try site.put(export, as: "device \(export.prefix(14).hashValue).json") }
        }
        #expect(areEqual(dated, perDevice) && dated.input == perDevice.input)
        let hundred = try week(nights, eachNight: false) { site, number, exports in
            for (index, export) in exports.enumerated().reversed() {
                try site.put(export, as: "\(index) \(number).json")
            }
        }
        #expect(areEqual(dated, hundred) && dated.input == hundred.input)
        let enveloped = try week(nights, eachNight: false) {
            try $0.put("{\"devices\":[" + $2.joined(separator: ",") + "]}", as: "\($1).json")
        }
        #expect(areEqual(dated, enveloped))
    }

    @Test(arguments: UInt64(1)...4) func `nights in any order give the same figures`(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let nights = Self.nights(seed)
        let inOrder = try week(nights, eachNight: true) { try $0.put($2.joined(), as: "\($2.joined().hashValue).json") }
        for order in [nights.reversed(), nights.shuffled(using: &generator)] {
            let other = try week(order, eachNight: true) {
                try $0.put($2.joined(), as: "\($2.joined().hashValue).json")
            }
            #expect(areEqual(inOrder, other) && inOrder.input == other.input)
        }
    }
}
