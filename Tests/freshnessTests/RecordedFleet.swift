import Foundation
import TestSupport

/// A fleet whose runs are recorded by `RunRecorder`, in two processes that live side by side and are killed again and again,
/// on devices whose clocks are set; and what the simulation itself knows of it.
///
/// Nothing that it knows is read back from the recorder: it decides how each run ends and which process dies, and keeps that.
final class RecordedFleet {
    struct Run {
        var at: Int64
        var scheduledAt: Int64?
        /// nil while it is open.
        var outcome: String?
        var lowPower: Bool?
        /// Which process has it open, counted over all that ever lived, and what that process calls it.
        var owner: Int
        var number: Int
    }

    /// What a device told at one moment, by its own clock.
    struct Export {
        var at: Int64
        var runs: [Run]
        var lastScheduledAt: Int64?
        /// The file's line.
        var line: String
        var day: Int
    }

    enum Story: CaseIterable {
        case ordinary, withheld, chainBroke, alwaysKilled, alwaysFails, neverRan
    }

    struct Device {
        var name: String
        var story: Story
        var folder: String
        var capacity: Int
        /// From which true moment on the clock is off by how much, in order.
        var clock: [(from: Int64, by: Int64)]
        var runs: [Run] = []
        var waiting: Int64?
        var lastScheduledAt: Int64?
        var exports: [Export] = []
    }

    static let start: Int64 = 1_789_344_000_000  // Monday 2026-09-14 00:00 UTC, where W38 begins
    static let days = 14
    private static let minute: Int64 = 60_000
    private static let hour = 60 * minute

    private(set) var devices: [Device] = []
    private var random: SeededGenerator
    private let folder: TemporaryFolder
    /// An app and its extension; each with the number that it has among all that ever lived.
    private var processes: [(process: RecordingProcess, number: Int)] = []
    private var lives = 0
    private(set) var kills = 0

    init(devices count: Int, seed: UInt64) throws {
        random = SeededGenerator(seed)
        folder = try TemporaryFolder()
        for _ in 0..<2 { processes.append((try RecordingProcess(), newLife())) }
        for number in 0..<count {
            let stories = Story.allCases
            // Every second one is ordinary.
            let story = number % 2 == 0 ? .ordinary : stories[number / 2 % stories.count]
            devices.append(
                Device(
                    name: "device-\(number)", story: story, folder: "\(folder.path)/\(number)",
                    capacity: number % 5 == 0 ? 7 : 30, clock: clock(number)))
        }
        try live()
    }

    private func newLife() -> Int {
        lives += 1
        return lives
    }

    /// Every third clock is set forward by up to 30 h in the first week, and back in the second, past the right time.
    private func clock(_ number: Int) -> [(from: Int64, by: Int64)] {
        guard number % 3 == 0 else { return [] }
        return [(3, 0..<30 * Self.hour), (10, -30 * Self.hour..<0)].map { day, range in
            let from = Self.start + Int64(day) * 24 * Self.hour + Int64.random(in: 0..<(24 * Self.hour), using: &random)
            return (from, Int64.random(in: range, using: &random))
        }
    }

    // MARK: Living

    private func live() throws {
        for day in 0..<Self.days {
            for slot in 0..<3 {
                let moment = Self.start + (Int64(day) * 24 + Int64(slot) * 8) * Self.hour
                for place in devices.indices { try run(place, day, moment) }
                for which in processes.indices where random.chance(which == 0 ? 45 : 15) {
                    try replace(which, at: moment + 7 * Self.hour)
                }
            }
            let evening = Self.start + (Int64(day) * 24 + 23) * Self.hour
            for place in devices.indices where random.chance(85) { try export(place, day, at: evening) }
        }
    }

    private func reading(_ place: Int, _ trueMoment: Int64) -> Int64 {
        trueMoment + (devices[place].clock.last { $0.from <= trueMoment }?.by ?? 0)
    }

    /// A process is killed, and another one starts in its place, as at the app's next launch.
    private func replace(_ which: Int, at moment: Int64) throws {
        processes[which].process.kill()
        kills += 1
        processes[which] = (try RecordingProcess(), newLife())
        for place in devices.indices where random.chance(60) {
            let now = reading(place, moment)
            _ = try ask(which, .recover, place, at: now)
            closeAbandoned(place, by: processes[which].number, at: now)
        }
    }

    private func run(_ place: Int, _ day: Int, _ slot: Int64) throws {
        let device = devices[place]
        let isLate = day >= 8
        switch device.story {
        case .neverRan: return
        case .withheld where isLate, .chainBroke where isLate: return
        default: if random.chance(15) { return }
        }
        let which = random.chance(70) ? 0 : 1
        let now = reading(place, slot + Int64.random(in: 0..<5 * Self.hour, using: &random))
        let lowPower: Bool? = random.chance(15) ? nil : random.chance(20)
        if device.story == .ordinary, random.chance(8) {
            _ = try ask(which, .skipped, place, at: now) { $0.lowPower = lowPower }
            closeAbandoned(place, by: processes[which].number, at: now)
            add(place, Run(at: now, outcome: "skipped", lowPower: lowPower, owner: 0, number: 0))
            return
        }
        let number = Int(try ask(which, .begin, place, at: now) { $0.lowPower = lowPower }) ?? -1
        closeAbandoned(place, by: processes[which].number, at: now)
        // It began again in the same process, so the one before was never finished.
        close(place) { $0.owner == processes[which].number }
        add(place, Run(at: now, lowPower: lowPower, owner: processes[which].number, number: number))
        try submit(place, which, day, at: now + 30)
        guard let outcome = outcome(device.story, isLate) else { return }
        _ = try ask(which, .finish, place, at: now + 20_000) {
            ($0.run, $0.outcome) = (number, outcome)
        }
        devices[place].runs[devices[place].runs.count - 1].outcome = outcome
    }

    private func submit(_ place: Int, _ which: Int, _ day: Int, at moment: Int64) throws {
        if devices[place].story == .chainBroke, day >= 7 { return }
        if random.chance(10) {
            _ = try ask(which, .submitFailed, place, at: moment)
        } else {
            _ = try ask(which, .markScheduled, place, at: moment)
            devices[place].waiting = moment
            devices[place].lastScheduledAt = moment
        }
    }

    /// nil where it is never finished.
    private func outcome(_ story: Story, _ isLate: Bool) -> String? {
        if isLate, story == .alwaysKilled { return nil }
        if isLate, story == .alwaysFails { return ["failed", "expired", "retry"].randomElement(using: &random) }
        if random.chance(65) { return "success" }
        return ["failed", "expired", "retry", nil, nil].randomElement(using: &random) ?? nil
    }

    private func export(_ place: Int, _ day: Int, at moment: Int64) throws {
        let now = reading(place, moment) + Int64.random(in: 0..<50 * Self.minute, using: &random)
        let line = try ask(0, .export, place, at: now) { $0.device = self.devices[place].name }
        let device = devices[place]
        devices[place].exports.append(
            Export(
                at: now, runs: Array(device.runs.suffix(device.capacity)), lastScheduledAt: device.lastScheduledAt,
                line: line, day: day))
    }

    private func ask(
        _ which: Int, _ kind: RecorderCall.Kind, _ place: Int, at moment: Int64,
        _ change: (inout RecorderCall) -> Void = { _ in }
    ) throws -> String {
        var call = RecorderCall(kind, in: devices[place].folder, at: moment)
        call.capacity = devices[place].capacity
        change(&call)
        return try processes[which].process.answer(to: call)
    }

    // MARK: What it knows

    private func add(_ place: Int, _ run: Run) {
        var run = run
        run.scheduledAt = devices[place].waiting
        devices[place].waiting = nil
        devices[place].runs.append(run)
    }

    /// A run is over whose process is dead, or which another process began over 24 h ago by the device's clock.
    private func closeAbandoned(_ place: Int, by number: Int, at moment: Int64) {
        let alive = processes.map(\.number)
        close(place) { run in
            run.owner != number && (!alive.contains(run.owner) || moment - run.at > 24 * Self.hour)
        }
    }

    private func close(_ place: Int, where isOver: (Run) -> Bool) {
        for index in devices[place].runs.indices
        where devices[place].runs[index].outcome == nil && isOver(devices[place].runs[index]) {
            devices[place].runs[index].outcome = "killed"
        }
    }
}
