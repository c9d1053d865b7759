/// The figures of a group of readings in one week; a figure that was not measured is nil, never 0.
package struct Figures: Equatable, Sendable {
    /// Readings in the window: one for each device.
    package var devices: Int
    /// Nearest rank; nil only without a reading.
    package var p50: Staleness?
    package var p90: Staleness?
    /// Readings with at least one run in the 24 h before.
    package var ranInDay: Int
    /// Runs in the window that succeeded, and runs whose success is known.
    package var successes: Int
    package var knownOutcomes: Int
    /// Runs in the window whose success is not known.
    package var unknownOutcomes: Int
    /// Readings over the objectives' `broken`, including *never*.
    package var broken: Int
    /// With 95 % confidence; see ``Interval``.
    package var p50Interval: Interval
    package var p90Interval: Interval
    /// Readings under the objectives' `p50` and `p90`, strictly.
    package var underP50: Int
    package var underP90: Int
    /// Devices without a known success.
    package var never: Int

    package init(
        devices: Int, p50: Staleness?, p90: Staleness?, ranInDay: Int, successes: Int, knownOutcomes: Int, broken: Int,
        p50Interval: Interval = Interval(), p90Interval: Interval = Interval(), underP50: Int = 0, underP90: Int = 0,
        never: Int = 0, unknownOutcomes: Int = 0
    ) {
        self.devices = devices
        self.p50 = p50
        self.p90 = p90
        self.ranInDay = ranInDay
        self.successes = successes
        self.knownOutcomes = knownOutcomes
        self.broken = broken
        self.p50Interval = p50Interval
        self.p90Interval = p90Interval
        self.underP50 = underP50
        self.underP90 = underP90
        self.never = never
        self.unknownOutcomes = unknownOutcomes
    }

    /// The share of readings that ran in 24 h.
    package var runRate: Share { Share(ranInDay, of: devices) }
    /// The share of the runs with a known outcome that succeeded.
    package var successRate: Share { Share(successes, of: knownOutcomes) }
    /// The share of readings that are broken.
    package var brokenShare: Share { Share(broken, of: devices) }

    /// How much of the objective's allowance is used: the share not under `p90` ÷ 10 %, and not under `p50` ÷ 50 %. 1
    /// is exactly on the limit. Kept as a share, so that it is exact.
    package var p90Budget: Share { Share(10 * (devices - underP90), of: devices) }
    package var p50Budget: Share { Share(2 * (devices - underP50), of: devices) }
}

/// A part of a whole, kept as two counts so that it is exact until it is shown.
package struct Share: Equatable, Sendable {
    package var part: Int
    package var whole: Int

    package init(_ part: Int, of whole: Int) {
        self.part = part
        self.whole = whole
    }

    /// Between 0 and 1; nil for a share of nothing.
    package var value: Double? {
        whole == 0 ? nil : Double(part) / Double(whole)
    }

    /// Exact; neither may be a share of nothing.
    func isLess(than other: Share) -> Bool {
        Int128(part) * Int128(other.whole) < Int128(other.part) * Int128(whole)
    }
}

/// A week's figures: of all readings, and of each bucket. The buckets add up to the total.
package struct Breakdown: Equatable, Sendable {
    package var all: Figures
    /// In order.
    package var buckets: [BucketFigures]

    package init(all: Figures, buckets: [BucketFigures]) {
        self.all = all
        self.buckets = buckets
    }
}

package struct BucketFigures: Equatable, Sendable {
    package var label: BucketLabel
    package var figures: Figures

    package init(label: BucketLabel, figures: Figures) {
        self.label = label
        self.figures = figures
    }
}
