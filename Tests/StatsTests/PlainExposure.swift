import Records

@testable import Stats

extension PlainFleet {
    /// Step by step: within one, staleness rises by a step, from a whole number of steps.
    func exposure(_ window: Window) -> Exposure? {
        let cells = readings(in: window.range).flatMap(cells)
        guard !cells.isEmpty else { return nil }
        let sorted = cells.compactMap(\.self).sorted()
        func quantile(_ percent: Int64) -> Staleness {
            // In hundredths of milliseconds: the cells below are full, those of the current step are filled evenly.
            let wanted = percent * Int64(cells.count) * Self.step
            let place = Int((percent * Int64(cells.count) + 99) / 100) - 1
            guard place < sorted.count else { return .never }
            let below = Int64(sorted.count { $0 < sorted[place] })
            let filling = Int64(sorted.count { $0 == sorted[place] })
            let rest = wanted - 100 * below * Self.step
            return .known(milliseconds: sorted[place] * Self.step + (rest + 100 * filling - 1) / (100 * filling))
        }
        func over(_ limit: Int64) -> Share {
            let step = Int(Self.step)
            return Share(
                (cells.count - sorted.count { ($0 + 1) * Self.step <= limit }) * step, of: cells.count * step)
        }
        return Exposure(
            p50: quantile(50), p90: quantile(90), overP50: over(limits.p50), overP90: over(limits.p90),
            overBroken: over(limits.broken))
    }

    /// A device's time from the window's start, or its first known moment if later, to its reading: for each step the
    /// number of steps since the last success; nil for *never*.
    private func cells(_ reading: PlainReading) -> [Int64?] {
        let known = reading.device.exports.map(\.export).filter { $0.exportedAt <= reading.moment }
        let moments = known.map(\.exportedAt) + known.compactMap(\.installedAt) + reading.runs.map(\.countsAt)
        var moment = max(reading.start, moments.min() ?? reading.moment)
        // The successes still to come, the next one last.
        var successes = reading.runs.filter(\.isSuccess).map(\.countsAt).sorted(by: >)
        var last: Instant?
        var cells: [Int64?] = []
        while moment < reading.moment {
            while let next = successes.last, next <= moment { last = successes.removeLast() }
            cells.append(last.map { (moment - $0) / Self.step })
            moment = moment.advanced(by: Self.step)
        }
        return cells
    }
}
