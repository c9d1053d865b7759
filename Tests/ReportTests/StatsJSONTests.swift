import Foundation
import Records
import Stats
import Testing

@testable import Report

@Suite struct StatsJSONTests {
    private typealias Object = [String: Any]

    private func parsed(_ assessment: Assessment) throws -> Object {
        let value = try JSONSerialization.jsonObject(with: Data(statsJSON(assessment).utf8))
        return try #require(value as? Object)
    }

    private func object(_ value: Any?) throws -> Object { try #require(value as? Object) }

    private func isNull(_ value: Any?) -> Bool { value is NSNull }

    @Test func `names and nesting are those of freshness stats 1, to the letter`() {
        let assessment = Sample.assessment(
            Sample.figures(4, p50: .h(18), p90: .ms(259_128_000), ran: 3, successes: 9, outcomes: 10, broken: 1),
            before: Sample.figures(4, p50: .h(17), p90: .h(70), ran: 1, successes: 0, outcomes: 0),
            buckets: [Sample.standby(40, Sample.figures(4, p90: .never))])
        let expected = """
            {
              "schema": "freshness.stats/1",
              "week": "2026-W39",
              "app": null,
              "task": null,
              "window": {
                "from": "2026-09-21T00:00:00Z",
                "to": "2026-09-28T00:00:00Z",
                "complete": true
              },
              "slo": {
                "p50Hours": 24,
                "p90Hours": 72,
                "brokenHours": 168,
                "p90RegressionHours": 12,
                "timeZone": "UTC",
                "sha256": "\(Sample.sha)",
                "data": {
                  "ageHours": 36,
                  "coverageDropPoints": 10,
                  "refusedPercent": 10,
                  "contradictedPercent": 5
                }
              },
              "current": {
                "all": {
                  "devices": 4,
                  "p50Hours": 18,
                  "p50Never": false,
                  "p90Hours": 71.98,
                  "p90Never": false,
                  "runRate": 0.75,
                  "successRate": 0.9,
                  "brokenDevices": 1,
                  "brokenShare": 0.25,
                  "p50Interval": {
                    "lowerHours": null,
                    "lowerNever": false,
                    "upperHours": null,
                    "upperNever": false
                  },
                  "p90Interval": {
                    "lowerHours": null,
                    "lowerNever": false,
                    "upperHours": null,
                    "upperNever": false
                  },
                  "p50Budget": 0,
                  "p90Budget": 0,
                  "neverDevices": 0
                },
                "buckets": [
                  {
                    "bucket": "android/rare",
                    "devices": 4,
                    "p50Hours": 10,
                    "p50Never": false,
                    "p90Hours": null,
                    "p90Never": true,
                    "runRate": 1,
                    "successRate": 1,
                    "brokenDevices": 0,
                    "brokenShare": 0,
                    "p50Interval": {
                      "lowerHours": null,
                      "lowerNever": false,
                      "upperHours": null,
                      "upperNever": false
                    },
                    "p90Interval": {
                      "lowerHours": null,
                      "lowerNever": false,
                      "upperHours": null,
                      "upperNever": false
                    },
                    "p50Budget": 0,
                    "p90Budget": 0,
                    "neverDevices": 0
                  }
                ]
              },
              "baseline": {
                "week": "2026-W38",
                "from": "2026-09-14T00:00:00Z",
                "to": "2026-09-21T00:00:00Z",
                "all": {
                  "devices": 4,
                  "p50Hours": 17,
                  "p50Never": false,
                  "p90Hours": 70,
                  "p90Never": false,
                  "runRate": 0.25,
                  "successRate": null,
                  "brokenDevices": 0,
                  "brokenShare": 0,
                  "p50Interval": {
                    "lowerHours": null,
                    "lowerNever": false,
                    "upperHours": null,
                    "upperNever": false
                  },
                  "p90Interval": {
                    "lowerHours": null,
                    "lowerNever": false,
                    "upperHours": null,
                    "upperNever": false
                  },
                  "p50Budget": 0,
                  "p90Budget": 0,
                  "neverDevices": 0
                },
                "buckets": []
              },
              "change": {
                "p50Hours": 1,
                "p90Hours": 1.98,
                "runRate": 0.5,
                "p50LowerHours": null,
                "p50UpperHours": null,
                "p50WithinNoise": true,
                "p90LowerHours": null,
                "p90UpperHours": null,
                "withinNoise": true,
                "behaviourHours": null,
                "mixHours": null,
                "mixWithout": null
              },
              "verdicts": {
                "p50": "met",
                "p90": "met",
                "regression": false,
                "data": "whole"
              },
              "input": {
                "files": 0,
                "exports": 0,
                "runs": 0,
                "conflicts": 0,
                "refused": [],
                "setAside": [],
                "unknownFields": [],
                "timeForms": [],
                "mixedTimeForms": [],
                "datedByName": 0,
                "nothingRecorded": 0,
                "clockAhead": 0,
                "unusableFiles": [],
                "exportsInNoFile": 0,
                "dataThrough": "2026-09-27T23:58:00Z",
                "passedOver": {
                  "count": 0,
                  "names": [],
                  "hidden": 0,
                  "folders": 0
                },
                "laterThanClock": 0
              },
              "silent": {
                "devices": 0,
                "refusedDevices": 0,
                "p90LowerHours": null,
                "p90LowerNever": false,
                "p90UpperHours": null,
                "p90UpperNever": false
              },
              "tooNew": 0,
              "truncated": 0,
              "stale": {
                "devices": 0,
                "causes": [],
                "withoutAny": null,
                "causesBefore": []
              },
              "days": [],
              "exposure": null,
              "baselineExposure": null,
              "scheduleDelay": null,
              "weeks": [],
              "weeksMissed": 0,
              "thresholds": null,
              "passedOverReports": [],
              "partial": [],
              "data": {
                "coverage": null,
                "coverageBefore": null,
                "refusedExports": 0,
                "refusedDevices": 0,
                "takenExports": 0,
                "contradictedDevices": 0,
                "contradicted": [],
                "seenOnceDevices": 0,
                "seenOnceBefore": 0,
                "joinedDevices": 0,
                "leftDevices": 0,
                "sameButForCase": 0
              },
              "changedWeeks": []
            }

            """
        #expect(statsJSON(assessment) == expected)
    }

    @Test func `figures have their full precision`() {
        // As text: what reads it back here is off by a unit in the last place.
        let text = statsJSON(Sample.regression)
        #expect(text.contains("\"p90Hours\": \(322_886_146.0 / 3_600_000.0),"))
        #expect(text.contains("\"runRate\": 0.5985915492957746,"))
    }

    @Test func `without a reading figures, change and verdicts are null`() throws {
        let root = try parsed(Sample.assessment(Sample.nothing, before: Sample.figures()))
        let all = try object(object(root["current"])["all"])
        #expect(all["devices"] as? Int == 0)
        for name in ["p50Hours", "p90Hours", "runRate", "successRate", "brokenShare"] { #expect(isNull(all[name])) }
        #expect(all["p90Never"] as? Bool == false)
        #expect(isNull(root["change"]))
        let verdicts = try object(root["verdicts"])
        for name in ["p50", "p90", "regression"] { #expect(isNull(verdicts[name])) }
        #expect(try isNull(object(root["input"])["dataThrough"]))
    }

    @Test func `without a week before there is no baseline, no change and no verdict on it`() throws {
        let root = try parsed(Sample.assessment(Sample.figures(p90: .h(80)), before: nil))
        #expect(isNull(root["baseline"]) && isNull(root["change"]))
        let verdicts = try object(root["verdicts"])
        #expect(verdicts["p90"] as? String == "missed")
        #expect(isNull(verdicts["regression"]))
        let data = try object(root["data"])
        #expect(isNull(data["seenOnceBefore"]) && isNull(data["joinedDevices"]))
    }

    @Test func `a change from or to never has no number, but a verdict`() throws {
        let root = try parsed(Sample.assessment(Sample.figures(p90: .never), before: Sample.figures()))
        let change = try object(root["change"])
        #expect(isNull(change["p90Hours"]))
        #expect(change["p50Hours"] as? Double == 0)
        #expect(try object(root["verdicts"])["regression"] as? Bool == true)
    }

    @Test func `refusals and the rest of the input are counted`() throws {
        let input = try object(parsed(Sample.regression)["input"])
        let refused = try #require(input["refused"] as? [Object])
        #expect(
            refused.map { $0["reason"] as? String }
                == ["run more than 5 minutes later than its own export", "entry without `at`"])
        #expect(refused.map { $0["code"] as? String } == ["run-after-export", "no-time"])
        #expect(refused.map { $0["level"] as? String } == ["entry", "entry"] && isNull(refused[0]["subject"]))
        #expect(refused.map { $0["count"] as? Int } == [5, 1])
        let ignored = try #require((input["setAside"] as? [Object])?.first)
        #expect(ignored["reason"] as? String == "`bucket` ignored: neither a bucket's code nor its name")
        #expect(ignored["code"] as? String == "not-a-bucket" && ignored["subject"] as? String == "bucket")
        #expect(ignored["level"] as? String == "value" && ignored["count"] as? Int == 12)
        let form = try #require((input["timeForms"] as? [Object])?.first)
        #expect(form["form"] as? String == "Unix milliseconds" && form["code"] as? String == "unix-milliseconds")
        let unusable = try #require((input["unusableFiles"] as? [Object])?.first)
        #expect(unusable["file"] as? String == "cut.json.gz" && unusable["codes"] as? [String] == ["damaged-gzip"])
        #expect(unusable["reason"] as? String == "damaged gzip file")
        #expect(input["exportsInNoFile"] as? Int == 1_204)
        #expect(input["datedByName"] as? Int == 3 && input["clockAhead"] as? Int == 1)
    }

    @Test(arguments: MarkupTests.names.map(\.name) + ["quote\"", "emoji 👩‍👩‍👧", "\u{10FFFF}"])
    func `any name reads back as it is, and nothing hidden is written`(_ name: String) throws {
        let assessment = Sample.assessment(Sample.figures(), before: nil, scope: Scope(app: name))
        #expect(try Array((parsed(assessment)["app"] as? String ?? "nil").utf8) == Array(name.utf8))
        #expect(statsJSON(assessment).unicodeScalars.allSatisfy { $0.canBeSeen || $0 == "\n" })
    }
}
