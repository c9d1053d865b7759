import Foundation
import Records
import TestSupport
import Testing

@testable import Stats

/// Devices that exported in the 28 days before the cut-off but not in the last 7 of them.
@Suite struct SilenceTests {
    struct Row: CustomTestStringConvertible {
        var testDescription: String
        var window: Window
        /// The start of the 28 days, and of the last 7 of them.
        var first: Instant
        var last: Instant
    }

    static let rows = [
        Row(
            testDescription: "a whole week", window: week39, first: utc("2026-08-31T00:00:00"),
            last: utc("2026-09-21T00:00:00")),
        Row(
            testDescription: "up to noon of Wednesday",
            window: thisWeek(upTo: utc("2026-09-23T12:00:00")),
            first: utc("2026-08-26T12:00:00"), last: utc("2026-09-16T12:00:00")),
        // The clocks go forward on Sunday 2026-03-29 and back on Sunday 2026-10-25.
        Row(
            testDescription: "a week of 167 h", window: Window(week(2026, 13), in: zone("Europe/Amsterdam")),
            first: local("2026-03-02T00:00:00", "+01:00"), last: local("2026-03-23T00:00:00", "+01:00")),
        Row(
            testDescription: "a week of 169 h", window: Window(week(2026, 43), in: zone("Europe/Amsterdam")),
            first: local("2026-09-28T00:00:00", "+02:00"), last: local("2026-10-19T00:00:00", "+02:00")),
        Row(
            testDescription: "up to noon of the Tuesday after the clocks went back",
            window: Window(
                week(2026, 44), upTo: local("2026-10-27T12:00:00", "+01:00"), in: zone("Europe/Amsterdam")),
            first: local("2026-09-29T12:00:00", "+02:00"), last: local("2026-10-20T12:00:00", "+02:00")),
        Row(
            testDescription: "across a year", window: Window(week(2027, 1), in: .gmt),
            first: utc("2026-12-14T00:00:00"), last: utc("2027-01-04T00:00:00")),
    ]

    private func isSilent(_ exports: [Instant], in window: Window) -> Bool {
        let device = merged(
            exports.enumerated().map { exporting(at: $1, [run($1.advanced(by: -hour))]) })
        return evidence(of: [device], in: window).silence.devices == 1
    }

    @Test(arguments: rows)
    func `a silent device's last export is 28 to 7 days before the cut-off, in local time`(_ row: Row) {
        #expect(isSilent([row.first], in: row.window))
        #expect(!isSilent([row.first.advanced(by: -1)], in: row.window))
        #expect(isSilent([row.last.advanced(by: -1)], in: row.window))
        #expect(!isSilent([row.last], in: row.window))
    }

    @Test(arguments: rows)
    func `a device that exported in the last 7 days is not silent, whatever it did before or after`(_ row: Row) {
        let end = row.window.end
        #expect(!isSilent([row.first, end.advanced(by: -1)], in: row.window))
        #expect(!isSilent([row.first, row.last, end], in: row.window))
        // An export at the cut-off no longer counts.
        #expect(isSilent([row.first, end], in: row.window))
        #expect(isSilent([row.first, end.advanced(by: 3 * day)], in: row.window))
        #expect(!isSilent([end], in: row.window))
        #expect(isSilent([row.first.advanced(by: -100 * day), row.first], in: row.window))
    }

    @Test func `in a whole week no device is both silent and read`() {
        for row in Self.rows where row.window.isComplete {
            for hoursOff in Int64(-3)...3 {
                let device = exporting(at: row.window.start.advanced(by: hoursOff * hour))
                let found = assessment(of: [device], in: row.window)
                #expect(found.current.all.devices + found.evidence.silence.devices == 1)
            }
        }
    }

    /// Last heard from ten days before the week's end, and last refreshed this long before that end.
    private func silent(_ sinceSuccess: Int64?) -> History {
        exporting(
            at: week39.end.advanced(by: -10 * day),
            sinceSuccess.map { [run(week39.end.advanced(by: -$0 * hour))] } ?? [])
    }

    private func bounds(_ readings: [Staleness], _ silences: [Int64?]) -> Interval {
        evidence(of: readings.map { device($0) } + silences.map(silent)).silence.p90
    }

    @Test func `the lower bound counts each as 0 h and the upper as never refreshed since`() {
        let eight = (1...8).map { hours($0) }
        // 0 0 1 2 3 4 5 6 7 8 and 1 2 3 4 5 6 7 8 300 400: rank 9 of 10.
        #expect(bounds(eight, [400, 300]) == Interval(lower: hours(7), upper: hours(300)))
        // One without a success: still rank 9. Two: never.
        #expect(bounds(eight, [300, nil]) == Interval(lower: hours(7), upper: hours(300)))
        #expect(bounds(eight, [nil, nil]) == Interval(lower: hours(7), upper: .never))
        // A failure is not a success.
        let failed = exporting(
            at: week39.end.advanced(by: -10 * day), [run(week39.end.advanced(by: -11 * day), .failed)])
        #expect(evidence(of: [device(hours(1)), failed]).silence.p90 == Interval(lower: hours(1), upper: .never))
    }

    @Test func `only successes exported before the cut-off count`() {
        // In an export 40 days ago, but not in the last one before the silence.
        let quiet = merged([
            exporting(at: week39.end.advanced(by: -40 * day), [run(week39.end.advanced(by: -41 * day))]), silent(nil),
        ])
        #expect(evidence(of: [quiet]).silence.p90 == Interval(lower: hours(0), upper: hours(41 * 24)))
        // It comes back three days after the cut-off with a success during its silence: the report does not change.
        let back = exporting(
            at: week39.end.advanced(by: 3 * day), [run(week39.end.advanced(by: -2 * day))])
        #expect(evidence(of: [merged([quiet, back])]).silence == evidence(of: [quiet]).silence)
        #expect(evidence(of: [merged([silent(nil), back])]).silence.p90.upper == .never)
    }

    @Test func `the upper bound is as of the cut-off of a week that is not over`() {
        // T is noon of Wednesday, and the success nine days before it.
        let window = thisWeek(upTo: wednesday)
        let quiet = exporting(
            at: wednesday.advanced(by: -8 * day), [run(wednesday.advanced(by: -9 * day))])
        let found = evidence(of: [device(hours(5), at: monday.advanced(by: hour)), quiet], in: window).silence
        #expect(found == Silence(devices: 1, p90: Interval(lower: hours(5), upper: hours(9 * 24))))
    }

    @Test func `without silent devices both bounds are p90`() {
        #expect(bounds([1, 2, 3, 90].map(hours), []) == Interval(lower: hours(90), upper: hours(90)))
        #expect(bounds([hours(1), .never], []) == Interval(lower: .never, upper: .never))
        #expect(evidence(of: []).silence == Silence())
    }

    @Test func `with many silent devices p90 itself may be above the upper bound`() {
        // Rank 2 of 2 is 900 h; with eighteen more at 300 h rank 18 of 20 is 300 h, and with 0 h it is 0 h.
        let bounds = bounds([hours(1), hours(900)], Array(repeating: 300, count: 18))
        #expect(bounds == Interval(lower: hours(0), upper: hours(300)))
    }

    @Test(arguments: UInt64(1)...30)
    func `whatever the silent devices did, p90 with them lies between the bounds`(_ seed: UInt64) {
        var generator = SeededGenerator(seed)
        let readings = (0..<Int.random(in: 1...40, using: &generator)).map { _ in
            generator.chance(5) ? Staleness.never : hours(Int64.random(in: 0...200, using: &generator))
        }
        let silences = (0..<Int.random(in: 0...10, using: &generator)).map { _ in
            generator.chance(20) ? nil : Int64.random(in: 250...900, using: &generator)
        }
        let bounds = bounds(readings, silences)
        func p90(_ silent: [Staleness]) -> Staleness? {
            Quantile.value(percent: 90, of: (readings + silent).sorted())
        }
        #expect(bounds.lower == p90(silences.map { _ in hours(0) }))
        #expect(bounds.upper == p90(silences.map { $0.map(hours) ?? .never }))
        if let p90 = p90([]), silences.allSatisfy({ ($0.map(hours) ?? .never) >= p90 }) {
            #expect(bounds.lower ?? .never <= p90)
            #expect(bounds.upper ?? hours(-1) >= p90)
        }
        // Whatever the silent devices really did.
        let truth = p90(silences.map { hours(Int64.random(in: 0...($0 ?? 2_000), using: &generator)) })
        #expect(bounds.lower ?? .never <= truth ?? hours(-1))
        #expect(bounds.upper ?? hours(-1) >= truth ?? .never)
    }

    // MARK: Exports that were refused

    /// What devices give of which exports were refused, or not.
    private func refused(_ devices: [(History, isRefused: Bool)]) -> Partial {
        let stretches = Stretches(week39)
        return devices.reduce(into: Partial(stretches, objectives)) { partial, device in
            var given = contribution(device.0, stretches)
            given.isRefused = device.isRefused
            partial.add(given)
        }
    }

    @Test func `silent devices whose exports were refused are counted apart from the devices that are read`() {
        let silents = [(silent(300), isRefused: true), (silent(nil), isRefused: true), (silent(300), isRefused: false)]
        let tooNew = exporting(at: wednesday, installed: wednesday.advanced(by: -hour))
        let readings = [
            (device(hours(1)), isRefused: true), (device(hours(2)), isRefused: false), (tooNew, isRefused: true),
        ]
        let found = refused(silents + readings).assessment(Scope(), Input()).evidence
        #expect((found.silence.devices, found.silence.refused) == (3, 2))
        #expect(found.data.readRefused == 1)
        // However they are split.
        var sum = refused(Array(silents.prefix(1)))
        sum.add(refused(Array(silents.dropFirst()) + readings))
        #expect(sum.assessment(Scope(), Input()).evidence.silence == found.silence)
        #expect(sum.assessment(Scope(), Input()).evidence.data == found.data)
    }

    @Test func `a contribution that serves for the next device forgets that exports of the last one were refused`() {
        var given = Contribution()
        given.isRefused = true
        given.take(silent(300), Stretches(week39), rules)
        #expect(!given.isRefused)
    }
}
