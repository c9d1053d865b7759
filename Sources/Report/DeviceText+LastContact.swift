import Records
import Stats

/// When a device was last heard from, beside what it said the last time that it could be read.
struct LastContact {
    /// When its latest refused export was made, where that is later than the last one that was used.
    let refusedAt: Instant?
    /// Its last export, used or refused, and one of another device that is more than 7 days later; nil where there is none.
    private let silence: (from: Instant, to: Instant)?

    init(_ reading: Reading, _ refused: [RefusedExports], newest: Instant?) {
        let latest = refused.compactMap(\.latest).max()
        refusedAt = latest.flatMap { $0 > reading.exportedAt ? $0 : nil }
        let last = refusedAt ?? reading.exportedAt
        silence = newest.flatMap { $0 - last > 7 * Milliseconds.day ? (last, $0) : nil }
    }

    /// Whether the reading is the latest word on the device, and not long outlived by what others say.
    var isLatest: Bool { refusedAt == nil && silence == nil }
    var isSilent: Bool { silence != nil }

    /// Empty where the device is not silent.
    func silenceSentences(_ zone: ClockZone) -> [String] {
        guard let silence else { return [] }
        let days = Int((silence.to - silence.from) / Milliseconds.day)
        return [
            "Not heard from for \(number(days, "day")): its last export is from \(zone.minute(silence.from)), and another "
                + "device exported on \(zone.minute(silence.to)). Nothing is known of it since. Check whether the app is "
                + "still installed and opened, and whether its exports arrive."
        ]
    }

    /// Nil where no refused export is later than the last one that was used.
    func refusedSentences(_ zone: ClockZone) -> [String]? {
        refusedAt.map {
            ["Its latest export, from \(zone.minute($0)), was refused, so nothing newer than the runs below is known."]
        }
    }
}
