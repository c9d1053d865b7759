import TestSupport
import Testing

/// `1.0` is `1`: for the program, the schema and the validator, in every field that takes a whole number or a yes or no.
extension ContractTests {
    /// What becomes of a file of `number_forms.py`, each of which has one field that is asked about.
    private enum Kind: String {
        /// Nothing is said of it.
        case taken
        /// The value counts as unknown, its entry and its export stay.
        case setAside = "set aside"
        /// The entry or the export is gone.
        case refused
        /// The schema leaves it to the program, and says so.
        case open

        init(of findings: [Finding]) {
            self = findings.isEmpty ? .taken : findings.contains(where: \.isRefused) ? .refused : .setAside
        }
    }

    @Test(arguments: 1...2)
    func `the program, the schema and the validator agree on numbers in any form`(_ seed: Int)
        throws
    {
        let root = try Root()
        let folder = root.folder.path + "/metrics/bg_runs"
        _ = try Self.numberForms([folder, "--seed", "\(seed)"])
        // Program and validator, place by place.
        let findings = Dictionary(grouping: try compare(root, folder), by: \.file)
        // And the schema alone, file by file.
        var counts: [Kind: Int] = [:]
        for line in try Self.numberForms(["--hold", folder]).split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            let kind = try #require(Kind(rawValue: words[1]), "\(line)")
            counts[kind, default: 0] += 1
            if kind == .open { continue }
            let validator = Kind(of: findings[words[0]] ?? [])
            let text = try root.folder.text(of: "metrics/bg_runs/" + words[0])
            #expect(kind == validator, "\(words[0]): \(text)")
        }
        // Or nothing was asked.
        #expect(counts[.taken, default: 0] > 300 && counts[.setAside, default: 0] > 300, "\(counts)")
        #expect(counts[.refused, default: 0] > 1 && counts[.open, default: 0] < 400, "\(counts)")
    }

    /// What stands behind the agreement: a number in another form is the same value, and not only taken.
    @Test(arguments: [
        ("true", "1.0", "0.0"), ("1", "1e0", "0e7"), ("true", "10e-1", "-0"), ("1.0", "0.1e1", "-0.0"),
    ])
    func `true in any form is a success, and false is not`(_ plain: String, _ yes: String, _ no: String) throws {
        let root = try Root()
        let exported = monday + 6 * day
        for (device, success) in [("a", plain), ("b", yes), ("c", no)] {
            try root.export(
                """
                {"device":"\(device)","platform":"ios","exportedAt":\(exported),"history":[\
                {"at":\(exported - 3 * hour),"success":\(success),"lowPower":\(success)}]}

                """, to: device + ".json")
        }
        let stats = try root.stats("2026-W39")
        #expect(stats.int("current.all.devices") == 3 && stats.int("current.all.neverDevices") == 1)
        #expect(stats.double("current.all.p50Hours") == 3 && stats.bool("current.all.p90Never") == true)
        #expect(stats.double("current.all.successRate") == 2.0 / 3)
        let buckets = stats.buckets("current").mapValues { $0.int("devices") }
        #expect(buckets == ["ios/low_power": 2, "ios/normal": 1])
    }

    @Test(arguments: ["40", "40.0", "40.0e0", "4e1", "4E+1", "400e-1", "0.4e2"], ["bucket", "lastBucket"])
    func `a bucket's code in any form gives that bucket`(_ code: String, _ field: String) throws {
        let root = try Root()
        try root.export(
            "{\"device\":\"d\",\"platform\":\"android\",\"\(field)\":\(code),\"exportedAt\":\(monday + day)}")
        let buckets = try root.stats("2026-W39").buckets("current").mapValues { $0.int("devices") }
        #expect(buckets == ["android/rare": 1])
    }

    private static func numberForms(_ arguments: [String]) throws -> String {
        let script = Repository.path + "/Tests/Reference/number_forms.py"
        let run = try ProgramRun(ofTool: [try #require(python), script] + arguments)
        try #require(run.exitCode == 0, "\(run.error)")
        return run.output
    }
}
