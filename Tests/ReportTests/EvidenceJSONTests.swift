import Foundation
import Records
import Stats
import Testing

@testable import Report

/// What stands beside the figures, for programs. *never* is a value of its own: its hours are null, its flag is true.
@Suite struct EvidenceJSONTests {
    private typealias Object = [String: Any]

    private func parsed(_ assessment: Assessment) throws -> Object {
        try object(JSONSerialization.jsonObject(with: Data(statsJSON(assessment).utf8)))
    }

    private func object(_ value: Any?) throws -> Object { try #require(value as? Object) }

    private func objects(_ value: Any?) throws -> [Object] { try #require(value as? [Object]) }

    private func isNull(_ value: Any?) -> Bool { value is NSNull }

    @Test func `what stands beside the figures has its names and nesting, to the letter`() throws {
        let day = Sample.figures(2, p50: .h(1), p90: .never, broken: 1, underP50: 1, underP90: 1, never: 1)
        let assessment = Sample.ordinary {
            $0.evidence.silence = Silence(devices: 6, refused: 4, p90: Interval(.h(88.5), .never))
            $0.evidence.tooNew = 2
            $0.evidence.truncated = 1
            $0.evidence.stale = StaleDevices(rows: [
                StaleDevices.Row(cause: .scheduledNotRun, buckets: [(Sample.label("android", 40), 3)]),
                StaleDevices.Row(cause: .ranNoSuccess(.expired), buckets: [(Sample.label("ios\n", 50), 1)]),
            ])
            $0.evidence.days = [DayFigures(day: $0.window.start..<$0.window.start.advanced(by: 1), figures: day)]
            $0.evidence.exposure = Exposure(
                p50: .h(17.5), p90: .never, overP50: Share(1, of: 2), overP90: Share(1, of: 4),
                overBroken: Share(0, of: 8))
            $0.evidence.exposureBefore = Exposure(
                p50: .h(0), p90: .h(1), overP50: Share(0, of: 1), overP90: Share(0, of: 1), overBroken: Share(0, of: 1))
            $0.evidence.scheduleDelay = ScheduleDelay(runs: 7_660, p50: -900_000, p90: .hours(8.5))
            $0.evidence.weeks = Sample.weeks([day])
            $0.earlierThresholds = EarlierThresholds(
                week: "2026-W36", p50: 24 * Sample.hour, p90: .hours(48.5), broken: 168 * Sample.hour,
                p90Regression: 12 * Sample.hour, sha256: Sample.sha, timeZone: "Asia/Tehran",
                data: DataLimits(coverageDrop: 2_500, contradicted: 7_000))
            $0.passedOverReports = ["bg_freshness_2026-09-13.md"]
            $0.evidence.stale.without = [.ranNoSuccess: BestFigures(p50: .h(12.5), p90: .never)]
            $0.evidence.stale.withoutAny = BestFigures(p50: .h(0), p90: .h(40))
            $0.evidence.stale.before = [.unknown: 2, .scheduledNotRun: 5]
        }
        let figures = """
            "devices": 2,
                  "p50Hours": 1,
                  "p50Never": false,
                  "p90Hours": null,
                  "p90Never": true,
                  "runRate": 1,
                  "successRate": 1,
                  "brokenDevices": 1,
                  "brokenShare": 0.5,
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
                  "p50Budget": 1,
                  "p90Budget": 5,
                  "neverDevices": 1
            """
        let expected = """
              "silent": {
                "devices": 6,
                "refusedDevices": 4,
                "p90LowerHours": 88.5,
                "p90LowerNever": false,
                "p90UpperHours": null,
                "p90UpperNever": true
              },
              "tooNew": 2,
              "truncated": 1,
              "stale": {
                "devices": 4,
                "causes": [
                  {
                    "cause": "scheduled, not run",
                    "outcome": null,
                    "devices": 3,
                    "buckets": [
                      {
                        "bucket": "android/rare",
                        "devices": 3
                      }
                    ],
                    "p50WithoutHours": null,
                    "p50WithoutNever": false,
                    "p90WithoutHours": null,
                    "p90WithoutNever": false
                  },
                  {
                    "cause": "ran, no success",
                    "outcome": "expired",
                    "devices": 1,
                    "buckets": [
                      {
                        "bucket": "ios\\u000a/never",
                        "devices": 1
                      }
                    ],
                    "p50WithoutHours": 12.5,
                    "p50WithoutNever": false,
                    "p90WithoutHours": null,
                    "p90WithoutNever": true
                  }
                ],
                "withoutAny": {
                  "p50WithoutHours": 0,
                  "p50WithoutNever": false,
                  "p90WithoutHours": 40,
                  "p90WithoutNever": false
                },
                "causesBefore": [
                  {
                    "cause": "scheduled, not run",
                    "devices": 5
                  },
                  {
                    "cause": "unknown",
                    "devices": 2
                  }
                ]
              },
              "days": [
                {
                  "date": "2026-09-21",
                  \(figures)
                }
              ],
              "exposure": {
                "p50Hours": 17.5,
                "p50Never": false,
                "p90Hours": null,
                "p90Never": true,
                "overP50": 0.5,
                "overP90": 0.25,
                "overBroken": 0
              },
              "baselineExposure": {
                "p50Hours": 0,
                "p50Never": false,
                "p90Hours": 1,
                "p90Never": false,
                "overP50": 0,
                "overP90": 0,
                "overBroken": 0
              },
              "scheduleDelay": {
                "runs": 7660,
                "p50Hours": -0.25,
                "p90Hours": 8.5
              },
              "weeks": [
                {
                  "week": "2026-W39",
                  \(figures)
                }
              ],
              "weeksMissed": 1,
              "thresholds": {
                "week": "2026-W36",
                "sha256": "\(Sample.sha)",
                "moved": [
                  {
                    "name": "p90",
                    "fromHours": 48.5,
                    "toHours": 72
                  },
                  {
                    "name": "coverageDrop",
                    "fromPoints": 2.5,
                    "toPoints": 10
                  },
                  {
                    "name": "contradicted",
                    "fromPercent": 7,
                    "toPercent": 5
                  },
                  {
                    "name": "timeZone",
                    "from": "Asia/Tehran",
                    "to": "UTC"
                  }
                ]
              },
              "passedOverReports": [
                "bg_freshness_2026-09-13.md"
              ],
            """
        let text = statsJSON(assessment)
        let start = try #require(text.range(of: "  \"silent\""))
        let end = try #require(text.range(of: "\n  \"partial\""))
        #expect(String(text[start.lowerBound..<end.lowerBound]) == expected)
    }

    @Test func `a week that changed has what was reported, and what is known now`() throws {
        let changed = ChangedWeek(
            week: Sample.regression.baselineWindow.week, reported: ReportedFigures(devices: 0, p50: nil, p90: nil),
            now: ReportedFigures(devices: 3, p50: .h(1.5), p90: .never))
        let weeks = try objects(parsed(Sample.ordinary { $0.changedWeeks = [changed] })["changedWeeks"])
        #expect(weeks.count == 1 && weeks.first?["week"] as? String == "2026-W38")
        let reported = try object(weeks.first?["reported"])
        #expect(reported["devices"] as? Int == 0 && isNull(reported["p50Hours"]) && isNull(reported["p90Hours"]))
        #expect(reported["p50Never"] as? Bool == false && reported["p90Never"] as? Bool == false)
        let now = try object(weeks.first?["now"])
        #expect(now["devices"] as? Int == 3 && now["p50Hours"] as? Double == 1.5 && isNull(now["p90Hours"]))
        #expect(now["p50Never"] as? Bool == false && now["p90Never"] as? Bool == true)
        #expect(try objects(parsed(Sample.ordinary { _ in })["changedWeeks"]).isEmpty)
    }

    @Test func `an interval has numbers, never, and null where a side has no limit`() throws {
        let figures = Sample.figures(
            p50Interval: Interval(.h(1), .h(2)), p90Interval: Interval(.h(3), .never), underP50: 6, underP90: 8,
            never: 1)
        let all = try object(object(parsed(Sample.assessment(figures, before: nil))["current"])["all"])
        let p50 = try object(all["p50Interval"])
        let p90 = try object(all["p90Interval"])
        #expect(p50["lowerHours"] as? Double == 1 && p50["upperHours"] as? Double == 2)
        #expect(p50["lowerNever"] as? Bool == false && p50["upperNever"] as? Bool == false)
        #expect(p90["lowerHours"] as? Double == 3 && isNull(p90["upperHours"]))
        #expect(p90["lowerNever"] as? Bool == false && p90["upperNever"] as? Bool == true)
        // 4 of 10 are not under 24 h, of which 5 may be; 2 not under 72 h, of which 1 may be.
        #expect(all["p50Budget"] as? Double == 0.8 && all["p90Budget"] as? Double == 2)
        #expect(all["neverDevices"] as? Int == 1)
    }

    @Test func `an open side is null and not never`() throws {
        let figures = Sample.figures(p90Interval: Interval(.never, nil))
        let all = try object(object(parsed(Sample.assessment(figures, before: nil))["current"])["all"])
        let p90 = try object(all["p90Interval"])
        #expect(isNull(p90["lowerHours"]) && p90["lowerNever"] as? Bool == true)
        #expect(isNull(p90["upperHours"]) && p90["upperNever"] as? Bool == false)
    }

    @Test func `each bucket, and the week before, have the same keys as all`() throws {
        let root = try parsed(Sample.regression)
        let current = try object(root["current"])
        let keys = try Set(object(current["all"]).keys)
        #expect(keys.isSuperset(of: ["p50Interval", "p90Interval", "p50Budget", "p90Budget", "neverDevices"]))
        for bucket in try objects(current["buckets"]) { #expect(Set(bucket.keys) == keys.union(["bucket"])) }
        #expect(try Set(object(object(root["baseline"])["all"]).keys) == keys)
        for day in try objects(root["days"]) { #expect(Set(day.keys) == keys.union(["date"])) }
        for week in try objects(root["weeks"]) { #expect(Set(week.keys) == keys.union(["week"])) }
    }

    @Test func `a change has its interval, whether it is noise, and its two parts`() throws {
        let change = try object(parsed(Sample.regression)["change"])
        let lower = try #require(change["p90LowerHours"] as? Double)
        let upper = try #require(change["p90UpperHours"] as? Double)
        #expect(abs(lower - 1.575) < 0.001 && abs(upper - 27.382) < 0.001)
        #expect(change["withinNoise"] as? Bool == false)
        #expect(change["behaviourHours"] as? Double == 14.5)
        #expect(change["mixHours"] as? Double == 7_526_146.0 / 3_600_000)
        #expect(change["mixWithout"] as? [String] == ["android/exempted"])
    }

    @Test func `p50's change has its interval too`() throws {
        // −10 − √(3² + 4²) and −10 + √(6² + 8²).
        let assessment = Sample.assessment(
            Sample.figures(p50: .h(50), p50Interval: Interval(.h(47), .h(56))),
            before: Sample.figures(p50: .h(60), p50Interval: Interval(.h(52), .h(64))))
        let change = try object(parsed(assessment)["change"])
        #expect(change["p50LowerHours"] as? Double == -15 && change["p50UpperHours"] as? Double == 0)
        #expect(change["p50WithinNoise"] as? Bool == true)
        let never = try object(
            parsed(Sample.assessment(Sample.figures(p50: .never), before: Sample.figures()))["change"])
        for name in ["p50Hours", "p50LowerHours", "p50UpperHours", "p50WithinNoise"] {
            #expect(isNull(never[name]), "\(name)")
        }
    }

    @Test func `without a week before nothing is known of its causes; with one there may be none`() throws {
        func causes(_ assessment: Assessment) throws -> Any? {
            try object(parsed(assessment)["stale"])["causesBefore"]
        }
        var assessment = Sample.ordinary { $0.evidence.stale.before = [.unknown: 2] }
        #expect(try objects(causes(assessment)).count == 1)
        assessment.evidence.stale.before = [:]
        #expect(try objects(causes(assessment)).isEmpty)
        assessment.baseline = nil
        #expect(try isNull(causes(assessment)))
    }

    @Test func `of refused exports programs are told how many devices they name`() throws {
        let data = try object(
            parsed(
                Sample.ordinary {
                    $0.input.exportsRefused = Share(120, of: 280)
                    $0.input.devicesRefused = 20
                })["data"])
        #expect(data["refusedExports"] as? Int == 120 && data["takenExports"] as? Int == 160)
        #expect(data["refusedDevices"] as? Int == 20)
    }

    @Test func `a change to or from never has no interval, no noise and no parts`() throws {
        var assessment = Sample.assessment(Sample.figures(p90: .never), before: Sample.figures())
        assessment.evidence.mix = Mix(weighted: .never, behaviour: .becameNever, mix: .stayedNever, without: [])
        let change = try object(parsed(assessment)["change"])
        for name in ["p90Hours", "p90LowerHours", "p90UpperHours", "withinNoise", "behaviourHours", "mixHours"] {
            #expect(isNull(change[name]), "\(name)")
        }
    }

    @Test func `where every bucket of the week before is gone its parts are null, and the buckets named`() throws {
        let assessment = Sample.ordinary {
            $0.evidence.mix = Mix(weighted: nil, behaviour: nil, mix: nil, without: [Sample.label("android", 5)])
        }
        let change = try object(parsed(assessment)["change"])
        #expect(isNull(change["behaviourHours"]) && isNull(change["mixHours"]))
        #expect(change["mixWithout"] as? [String] == ["android/exempted"])
    }

    @Test func `a side of a change that is open is null`() throws {
        let assessment = Sample.assessment(
            Sample.figures(p90: .h(75), p90Interval: Interval(.h(72), nil)),
            before: Sample.figures(p90: .h(60), p90Interval: Interval(.h(56), .h(64))))
        let change = try object(parsed(assessment)["change"])
        #expect(change["p90LowerHours"] as? Double == 10 && isNull(change["p90UpperHours"]))
        #expect(change["withinNoise"] as? Bool == false)
    }

    @Test func `without a reading what would rest on it is null`() throws {
        var assessment = Sample.assessment(Sample.nothing, before: nil)
        assessment.evidence.days = DayFigures.row([Sample.nothing])
        assessment.evidence.weeks = Sample.weeks([Sample.nothing])
        let root = try parsed(assessment)
        let all = try object(object(root["current"])["all"])
        for figures in try [all, objects(root["days"])[0], objects(root["weeks"])[0]] {
            for name in ["p50Hours", "p90Hours", "p50Interval", "p90Interval", "p50Budget", "p90Budget"] {
                #expect(isNull(figures[name]), "\(name)")
            }
            #expect(figures["devices"] as? Int == 0 && figures["neverDevices"] as? Int == 0)
        }
        for name in ["baseline", "change", "exposure", "baselineExposure", "scheduleDelay", "thresholds"] {
            #expect(isNull(root[name]), "\(name)")
        }
        let silent = try object(root["silent"])
        #expect(isNull(silent["p90LowerHours"]) && isNull(silent["p90UpperHours"]))
        #expect(silent["p90LowerNever"] as? Bool == false && silent["p90UpperNever"] as? Bool == false)
    }

    @Test func `thresholds that stayed moved nothing`() throws {
        let thresholds = try object(parsed(Sample.regression)["thresholds"])
        #expect(thresholds["week"] as? String == "2026-W38" && thresholds["sha256"] as? String == Sample.sha)
        #expect(try objects(thresholds["moved"]).isEmpty)
    }

    @Test func `weeks missed in a row are counted`() throws {
        #expect(try parsed(Sample.regression)["weeksMissed"] as? Int == 3)
    }
}
