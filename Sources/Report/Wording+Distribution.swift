import Stats

extension Wording {
    /// The share of devices by staleness, this week beside the week before. Left out where all lie in one band.
    var distribution: [Block] {
        let now = bands(assessment.current.all)
        guard now.count(where: { $0.share.part > 0 }) > 1 else { return [] }
        let before = assessment.baseline.map { bands($0.all) }
        let names = now.map(\.name)
        let shares = now.map { percent($0.share) ?? "–" }
        let most = now.map { $0.share.value ?? 0 }.max() ?? 1
        let lines = now.indices.map { index in
            let band = now[index]
            let bar = bar((band.share.value ?? 0) / most)
            var line = filled(names[index], to: names) + "  " + bar + filled(shares[index], to: shares, right: true)
            if let before {
                let earlier = before.map { percent($0.share) ?? "–" }
                let heading = window.isComplete ? "\(weekBefore): " : "before: "
                line += "   " + (index == 0 ? heading : String(repeating: " ", count: heading.count))
                line += filled(earlier[index], to: earlier, right: true)
            }
            return line
        }
        let isPart = before != nil && !window.isComplete
        return [.section("How stale"), .picture(lines)] + paragraph([isPart ? "Before: in \(stretchBefore)." : nil])
    }

    private func bands(_ figures: Figures) -> [(name: String, share: Share)] {
        var bands = [("under \(limit(objectives.p50))", figures.underP50)]
        // By the thresholds and never by the counts: both weeks must have the same bands.
        if objectives.p50 < objectives.p90 {
            let between = "\(short(objectives.p50)) to \(limit(objectives.p90))"
            bands.append((between, figures.underP90 - figures.underP50))
        }
        if objectives.broken > objectives.p90 {
            let upTo = "\(limit(objectives.p90)) to \(objectives.brokenLimit)"
            bands.append((upTo, figures.devices - figures.broken - figures.underP90))
            bands.append(("more than \(objectives.brokenLimit)", figures.broken - figures.never))
        } else {
            bands.append(("\(limit(objectives.p90)) or more", figures.devices - figures.underP90 - figures.never))
        }
        bands.append(("never refreshed", figures.never))
        return bands.map { ($0.0, Share($0.1, of: figures.devices)) }
    }

    private func short(_ milliseconds: Int64) -> String { String(limit(milliseconds).dropLast(2)) }

    private func filled(_ text: String, to all: [String], right: Bool = false) -> String {
        let gap = String(repeating: " ", count: (all.map(\.count).max() ?? 0) - text.count)
        return right ? gap + text : text + gap
    }

    /// A bar of eighths of a block, with the room of the longest; whatever is not nothing is seen.
    private func bar(_ share: Double) -> String {
        let width = 24
        let eighths = Array(" ▏▎▍▌▋▊▉")
        let length = share > 0 ? max(1, Int((share * Double(width * 8)).rounded())) : 0
        let part = length % 8 == 0 ? "" : String(eighths[length % 8])
        let bar = String(repeating: "█", count: length / 8) + part
        return bar + String(repeating: " ", count: width + 1 - bar.count)
    }
}
