import Ingest
import Night
import Records
import Stats

extension ReportedWeek {
    /// What a report says in its last line; nil where the file cannot be read, has no such line or a broken one.
    static func read(_ path: String) -> ReportedWeek? {
        // Longer than any line can get: an option has at most 128 KB, and a character of it takes at most 6.
        guard let end = try? FileSource.end(of: FilePath(path), atMost: 1 << 20) else { return nil }
        return ReportedWeek(endOfReport: end)
    }

    /// - Parameter endOfReport: the report, or as much of its end as holds the line.
    init?(endOfReport bytes: [UInt8]) {
        let (head, tail) = ("<!-- freshness.report/1 ", " -->")
        guard let last = bytes.lastIndex(where: { $0 > UInt8(ascii: " ") }) else { return nil }
        let line = bytes[...last].suffix(while: { $0 != UInt8(ascii: "\n") })
        guard line.count > head.utf8.count + tail.utf8.count, line.starts(with: head.utf8),
            line.suffix(tail.utf8.count).elementsEqual(tail.utf8)
        else { return nil }
        guard let members = LineMembers(Array(line.dropFirst(head.utf8.count).dropLast(tail.utf8.count))),
            let week = members.text("week").flatMap(WeekChoice.numbers).flatMap({ Week(year: $0.0, number: $0.1) }),
            let cutOff = members.text("cutOff").flatMap({ try? Instant.parse($0) }),
            let isComplete = members.truth("complete"), let app = members.textOrNull("app"),
            let task = members.textOrNull("task"), let figures = ReportedFigures(members),
            let objectives = members.object("thresholds").flatMap(Objectives.init),
            let laterThanClock = members.count("laterThanClock")
        else { return nil }
        self.init(
            week: week, cutOff: cutOff, isComplete: isComplete, scope: Scope(app: app, task: task),
            objectives: objectives, figures: figures, laterThanClock: laterThanClock)
    }
}

extension ArraySlice {
    /// The last elements, as long as they satisfy a condition.
    fileprivate func suffix(while isWanted: (Element) -> Bool) -> ArraySlice<Element> {
        self[(lastIndex { !isWanted($0) }.map { $0 + 1 } ?? startIndex)...]
    }
}

extension ReportedFigures {
    fileprivate init?(_ members: LineMembers) {
        guard let devices = members.count("devices"), let p50 = members.staleness("p50"),
            let p90 = members.staleness("p90"), (devices == 0) == (p50 == nil), (devices == 0) == (p90 == nil)
        else { return nil }
        self.init(devices: devices, p50: p50, p90: p90)
    }
}

extension Objectives {
    fileprivate init?(_ members: LineMembers) {
        guard let p50 = members.hours("p50Hours"), let p90 = members.hours("p90Hours"),
            let broken = members.hours("brokenHours"), let regression = members.hours("p90RegressionHours"),
            let timeZone = members.text("timeZone"), let sha256 = members.text("sha256"),
            let data = members.object("data"), let age = data.hours("ageHours"),
            let coverageDrop = data.points("coverageDropPoints"), let refused = data.points("refusedPercent"),
            let contradicted = data.points("contradictedPercent")
        else { return nil }
        self.init(
            p50: p50, p90: p90, broken: broken, p90Regression: regression, timeZone: timeZone, sha256: sha256,
            data: DataLimits(age: age, coverageDrop: coverageDrop, refused: refused, contradicted: contradicted))
    }
}

/// The members of an object in the line; nil for one that is not there or is something else.
private struct LineMembers {
    private var values: [String: StrictObject.Value] = [:]

    init?(_ text: [UInt8]) {
        guard let members = StrictObject.members(of: text) else { return nil }
        for (name, value) in members where values.updateValue(value, forKey: name) != nil { return nil }
    }

    func text(_ name: String) -> String? {
        if case .text(let text) = values[name] { text } else { nil }
    }

    /// Nil inside for `null`.
    func textOrNull(_ name: String) -> String?? {
        if case .null = values[name] { .some(nil) } else { text(name).map(Optional.some) }
    }

    func truth(_ name: String) -> Bool? {
        if case .boolean(let truth) = values[name] { truth } else { nil }
    }

    func object(_ name: String) -> LineMembers? {
        if case .object(let text) = values[name] { LineMembers(text) } else { nil }
    }

    func count(_ name: String) -> Int? {
        number(name).flatMap { Int(exactly: $0) }.flatMap { $0 >= 0 ? $0 : nil }
    }

    /// `p90Milliseconds` and `p90Never`; nil inside where there is neither.
    func staleness(_ name: String) -> Staleness?? {
        guard let isNever = truth(name + "Never") else { return nil }
        if case .null = values[name + "Milliseconds"] { return .some(isNever ? .never : nil) }
        guard !isNever, let milliseconds = number(name + "Milliseconds").flatMap({ Int64(exactly: $0) }) else {
            return nil
        }
        return .some(.known(milliseconds: milliseconds))
    }

    /// Milliseconds.
    func hours(_ name: String) -> Int64? {
        number(name).flatMap { $0 > 0 && $0 <= 87_600 ? Int64(($0 * Double(Milliseconds.hour)).rounded()) : nil }
    }

    /// As ``DataLimits`` counts them.
    func points(_ name: String) -> Int64? {
        number(name).flatMap { (0...100).contains($0) ? Int64(($0 * Double(DataLimits.perPoint)).rounded()) : nil }
    }

    private func number(_ name: String) -> Double? {
        if case .number(let number) = values[name] { number } else { nil }
    }
}
