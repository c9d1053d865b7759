import Stats

// How a figure is written. The exact value decides every verdict; what is shown must not read as the other side of a
// threshold, nor as lying on one, unless the value does.

/// `13,935`.
package func number(_ count: Int) -> String {
    Exact(Int128(count), over: 1).rounded(to: 0).text
}

/// `1 device`, `994 devices`.
package func number(_ count: Int, _ noun: String) -> String {
    "\(number(count)) \(noun)\(count == 1 ? "" : "s")"
}

/// How many more or fewer there are: `+3`, `−3`, `0`.
func countChange(_ count: Int) -> String {
    count == 0 ? "0" : Exact(Int128(count), over: 1).rounded(to: 0).signedText
}

/// A threshold, exact to the millisecond: `72 h`, `1.5 h`.
func limit(_ milliseconds: Int64) -> String {
    Exact(hours: milliseconds).rounded(to: Exact.finestHours).trimmed.text + " h"
}

/// A share of ``DataLimits``, exact: `10`, `2.5`.
func percentLimit(_ share: Int64) -> String {
    Exact(Int128(share), over: Int128(DataLimits.perPoint)).rounded(to: 3).trimmed.text
}

/// A length of time: `18.1 h`; 71.98 h beside a limit of 72 h is `71.98 h`.
func hours(_ milliseconds: Int64, apartFrom limits: [Int64]) -> String {
    Exact(hours: milliseconds).rounded(apartFrom: limits.map(Exact.init(hours:))).text + " h"
}

/// A difference in time: `+16.6 h`. It reads as none, or as just what is allowed, only where it is that.
func hourChange(_ milliseconds: Int64, allowed: Int64) -> String {
    let allowed = Exact(hours: allowed)
    let thresholds = [allowed, Exact(0, over: 1), Exact(-allowed.numerator, over: allowed.denominator)]
    return Exact(hours: milliseconds).rounded(apartFrom: thresholds).signedText + " h"
}

/// `59.9 %`; all and none are shown only where it is all or none, and a limit only where it is that. Nil where there is no
/// whole.
func percent(_ share: Share, apartFrom limit: Int? = nil) -> String? {
    guard share.whole > 0 else { return nil }
    let exact = Exact(100 * Int128(share.part), over: Int128(share.whole))
    let limits = [0, 100, limit].compactMap(\.self).map { Exact(Int128($0), over: 1) }
    return exact.rounded(apartFrom: limits).text + " %"
}

/// The difference of two shares in percentage points: `−0.6 pt`. Nil where one of them is unknown.
func pointChange(from before: Share, to now: Share) -> String? {
    guard before.whole > 0, now.whole > 0 else { return nil }
    let (a, b) = (Int128(now.part), Int128(now.whole))
    let (c, d) = (Int128(before.part), Int128(before.whole))
    return Exact(100 * (a * d - c * b), over: b * d).rounded(apartFrom: [Exact(0, over: 1)]).signedText + " pt"
}

extension Objectives {
    /// A staleness as it is shown beside these objectives: `89.7 h`, or `never`.
    func text(_ staleness: Staleness) -> String {
        switch staleness {
        case .known(let milliseconds): hours(milliseconds, apartFrom: [p50, p90, broken])
        case .never: "never"
        }
    }

    /// An interval's numbers: `(76.5–98.1)`; nil where neither side has a limit, or where it begins at *never* only.
    func text(_ interval: Interval) -> String? {
        if interval.lower == .never { return nil }
        return switch (interval.lower.map(bare), interval.upper.map(bare)) {
        case (let lower?, let upper?): "(\(lower)–\(upper))"
        case (let lower?, nil): "(\(lower) or more)"
        case (nil, let upper?): "(up to \(upper))"
        case (nil, nil): nil
        }
    }

    /// A staleness without its unit.
    private func bare(_ staleness: Staleness) -> String {
        let shown = text(staleness)
        return shown.hasSuffix(" h") ? String(shown.dropLast(2)) : shown
    }

    /// A change as it stands in a table. *never* in both weeks is known to be no change; it is not a missing figure.
    func text(_ change: StalenessChange) -> String {
        switch change {
        case .by(let milliseconds): hourChange(milliseconds, allowed: p90Regression)
        case .becameNever: "to never"
        case .wasNever: "from never"
        case .stayedNever: "no change"
        }
    }

    /// The limit past which a device is broken, in days where they are whole: `7 days`, or `100 h`.
    var brokenLimit: String {
        let (whole, rest) = broken.quotientAndRemainder(dividingBy: 86_400_000)
        guard rest == 0, whole > 0 else { return limit(broken) }
        return number(Int(whole), "day")
    }
}
