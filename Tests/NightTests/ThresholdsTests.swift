import Foundation
import Stats
import TestSupport
import Testing

@testable import Night

/// Invalid thresholds are refused with their key.
@Suite struct ThresholdsTests {
    struct Wrong: CustomTestStringConvertible {
        var text: String
        var fault: ThresholdFault
        var testDescription: String { text }
    }

    private static func file(_ old: String, _ new: String) -> String {
        Site.thresholds().replacingOccurrences(of: old, with: new)
    }

    static let wrong = [
        Wrong(text: "", fault: .noObject), Wrong(text: "[]", fault: .noObject), Wrong(text: "24", fault: .noObject),
        Wrong(text: "{\"p50Hours\": 24", fault: .noObject), Wrong(text: file("}", ",}"), fault: .noObject),
        Wrong(text: file("}", "} {}"), fault: .noObject), Wrong(text: "{}", fault: .missing("p50Hours")),
        Wrong(text: file("\"p50Hours\": 24, ", ""), fault: .missing("p50Hours")),
        Wrong(text: file("\"p90Hours\": 72, ", ""), fault: .missing("p90Hours")),
        Wrong(text: file("\"brokenHours\": 168, ", ""), fault: .missing("brokenHours")),
        Wrong(text: file("\"p90RegressionHours\": 12, ", ""), fault: .missing("p90RegressionHours")),
        Wrong(text: file(", \"timeZone\": \"UTC\"", ""), fault: .missing("timeZone")),
        Wrong(text: file("{", "{\"p95Hours\": 1, "), fault: .unknownKey("p95Hours")),
        Wrong(text: file("p50Hours", "P50Hours"), fault: .unknownKey("P50Hours")),
        Wrong(text: file("{", "{\"p90Hours\": 1000, "), fault: .twice("p90Hours")),
        Wrong(text: file("{", "{\"source\": {}, \"source\": {}, "), fault: .twice("source")),
        Wrong(text: file("24", "\"24\""), fault: .noNumber("p50Hours")),
        Wrong(text: file("72", "true"), fault: .noNumber("p90Hours")),
        Wrong(text: file("168", "null"), fault: .noNumber("brokenHours")),
        Wrong(text: file("12", "[12]"), fault: .noNumber("p90RegressionHours")),
        Wrong(text: file("24", "0"), fault: .outOfRange("p50Hours")),
        Wrong(text: file("24", "1e-7"), fault: .outOfRange("p50Hours")),
        Wrong(text: file("168", "-168"), fault: .outOfRange("brokenHours")),
        Wrong(text: file("168", "1e9"), fault: .outOfRange("brokenHours")),
        Wrong(text: file("12", "87600.1"), fault: .outOfRange("p90RegressionHours")),
        Wrong(text: file("24", "73"), fault: .p50AboveP90), Wrong(text: file("\"UTC\"", "1"), fault: .zoneIsNoText),
        Wrong(text: file("\"UTC\"", "null"), fault: .zoneIsNoText),
        Wrong(text: file("UTC", "Europe/Amsterdarn"), fault: .noZone("Europe/Amsterdarn")),
        Wrong(text: file("UTC", ""), fault: .noZone("")),
        Wrong(text: file("{", "{\"source\": \"me\", "), fault: .sourceIsNoObject),
        Wrong(text: file("{", "{\"source\": null, "), fault: .sourceIsNoObject),
        Wrong(text: data("[]"), fault: .dataIsNoObject), Wrong(text: data("null"), fault: .dataIsNoObject),
        Wrong(text: data("36"), fault: .dataIsNoObject),
        Wrong(text: file("{", "{\"data\": {}, \"data\": {}, "), fault: .twice("data")),
        Wrong(text: file("{", "{\"ageHours\": 36, "), fault: .unknownKey("ageHours")),
        Wrong(text: data("{\"age\": 36}"), fault: .unknownKey("data.age")),
        Wrong(text: data("{\"p50Hours\": 24}"), fault: .unknownKey("data.p50Hours")),
        Wrong(text: data("{\"ageHours\": 36, \"ageHours\": 36}"), fault: .twice("data.ageHours")),
        Wrong(text: data("{\"ageHours\": \"36\"}"), fault: .noNumber("data.ageHours")),
        Wrong(text: data("{\"coverageDropPoints\": null}"), fault: .noNumber("data.coverageDropPoints")),
        Wrong(text: data("{\"refusedPercent\": {}}"), fault: .noNumber("data.refusedPercent")),
        Wrong(text: data("{\"contradictedPercent\": true}"), fault: .noNumber("data.contradictedPercent")),
        Wrong(text: data("{\"ageHours\": 0}"), fault: .outOfRange("data.ageHours")),
        Wrong(text: data("{\"ageHours\": 87600.1}"), fault: .outOfRange("data.ageHours")),
        Wrong(text: data("{\"coverageDropPoints\": -0.001}"), fault: .outOfRange("data.coverageDropPoints")),
        Wrong(text: data("{\"refusedPercent\": 100.001}"), fault: .outOfRange("data.refusedPercent")),
        Wrong(text: data("{\"contradictedPercent\": 1e300}"), fault: .outOfRange("data.contradictedPercent")),
        Wrong(text: data("{\"ageHours\": 36,}"), fault: .noObject), Wrong(text: data("{"), fault: .noObject),
    ]

    private static func data(_ value: String) -> String { file("{", "{\"data\": \(value), ") }

    @Test(arguments: wrong) func `wrong thresholds are refused with their key`(_ row: Wrong) throws {
        #expect(throws: NightFailure.thresholds(row.fault, path: "slo.json")) {
            try Thresholds(Array(row.text), "slo.json")
        }
    }

    @Test func `the table contains every fault except an unreadable file`() {
        let cases = Set(Self.wrong.map { "\($0.fault)".prefix { $0 != "(" } })
        #expect(cases.count == 11)
    }

    @Test func `a file that is missing, is not a file or is far too large cannot be read`() throws {
        let site = try Site()
        try site.folder.write(String(repeating: " ", count: 1 << 20) + Site.thresholds(), to: "large.json")
        for name in ["/nowhere.json", "/runs", "/large.json"] {
            #expect {
                try Thresholds(site.folder.path + name)
            } throws: { error in
                guard case NightFailure.thresholds(.unreadable(let message), let path) = error else { return false }
                return !message.isEmpty && path.hasSuffix(name)
            }
        }
    }

    @Test func `thresholds are as in the file`() throws {
        let text = Self.file("24", "0.5").replacingOccurrences(of: "UTC", with: "Europe/Amsterdam")
        let thresholds = try Thresholds(Array(text), "slo.json")
        #expect(thresholds.objectives.p50 == 1_800_000)
        #expect(thresholds.objectives.p90 == 259_200_000)
        #expect(thresholds.objectives.broken == 604_800_000)
        #expect(thresholds.objectives.p90Regression == 43_200_000)
        #expect(thresholds.objectives.timeZone == "Europe/Amsterdam")
        #expect(thresholds.zone.identifier == "Europe/Amsterdam")
    }

    @Test(arguments: [
        ("24", "72"), ("{", "{\"source\": {\"p50Hours\": \"the plan\"}, "), ("168", "87600"), ("12", "1e-6"),
    ])
    func `p50 may equal p90, sources are allowed, and ranges include their ends`(
        _ old: String, _ new: String
    ) throws {
        _ = try Thresholds(Array(Self.file(old, new)), "slo.json")
    }

    @Test func `data limits are as in the file, with the definitions' defaults`() throws {
        func limits(_ text: String) throws -> DataLimits { try Thresholds(Array(text), "slo.json").objectives.data }
        let usual = DataLimits(age: 129_600_000, coverageDrop: 10_000, refused: 10_000, contradicted: 5_000)
        #expect(try limits(Site.thresholds()) == usual)
        #expect(try limits(Self.data("{}")) == usual)
        let given = #"{"contradictedPercent": 0, "refusedPercent": 100.0, "coverageDropPoints": 2.5, "ageHours": 0.5}"#
        #expect(
            try limits(Self.data(given))
                == DataLimits(age: 1_800_000, coverageDrop: 2_500, refused: 100_000, contradicted: 0))
        // Brackets and quotes inside texts.
        let source = #"{"source": {"p50Hours": "} \" {"}, "data": { "refusedPercent" : 7 } , "#
        #expect(
            try limits(Self.file("{", source))
                == DataLimits(age: 129_600_000, coverageDrop: 10_000, refused: 7_000, contradicted: 5_000))
    }

    @Test func `the SHA-256 is that of the file's bytes`() throws {
        // printf '%s' '{"p50Hours": 24, "p90Hours": 72, …, "timeZone": "UTC"}' | sha256sum
        let sha = "f59c7b3fd5d4fcaed379628bd66d4014abd2e9e2cf732ad585f28c5d27daa9fb"
        #expect(try Thresholds(Array(Site.thresholds()), "slo.json").objectives.sha256 == sha)
        let marked = [0xEF, 0xBB, 0xBF] + Array(Site.thresholds())
        #expect(try Thresholds(marked, "slo.json").objectives.sha256 != sha)
    }

    @Test func `a change of any byte of the thresholds during the call is an error`() throws {
        let site = try Site()
        try site.thresholds.checkUnchanged()
        try site.folder.write(Site.thresholds() + "\n", to: "slo.json")
        #expect(throws: NightFailure.thresholdsChanged(site.folder.path + "/slo.json")) {
            try site.thresholds.checkUnchanged()
        }
        try site.folder.write(Site.thresholds(), to: "slo.json")
        try site.thresholds.checkUnchanged()
    }
}
