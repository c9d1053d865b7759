/// An exact fraction, which is rounded only to be shown.
///
/// Counts and milliseconds stay below 10¹⁸, so that no step here leaves 128 bits.
struct Exact {
    var numerator: Int128
    /// Always positive.
    var denominator: Int128

    init(_ numerator: Int128, over denominator: Int128) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// Milliseconds as hours.
    init(hours milliseconds: Int64) {
        self.init(Int128(milliseconds), over: 3_600_000)
    }

    /// Decimals at which any two whole milliseconds, shown in hours, differ.
    static let finestHours = 7

    /// The nearest number with so many decimals, halves away from zero.
    func rounded(to decimals: Int) -> Rounded {
        let magnitude = numerator < 0 ? -numerator : numerator
        var (scaled, rest) = magnitude.quotientAndRemainder(dividingBy: denominator)
        // Digit by digit: the whole numerator times a power of ten might not fit.
        for _ in 0..<decimals {
            let (digit, left) = (rest * 10).quotientAndRemainder(dividingBy: denominator)
            scaled = scaled * 10 + digit
            rest = left
        }
        if rest * 2 >= denominator { scaled += 1 }
        return Rounded(scaled: numerator < 0 ? -scaled : scaled, decimals: decimals)
    }

    /// Rounded to one decimal, or to as many more as it takes to stand on the same side of each threshold, or on it,
    /// as the exact number does.
    func rounded(apartFrom thresholds: [Exact]) -> Rounded {
        let shown = thresholds.map { (exact: $0, rounded: $0.rounded(to: Self.finestHours)) }
        for decimals in 1..<24 {
            let candidate = rounded(to: decimals)
            if shown.allSatisfy({ side(of: $0.exact) == candidate.side(of: $0.rounded) }) { return candidate }
        }
        return rounded(to: 24)
    }

    /// −1 below the other, 0 on it, 1 above it.
    private func side(of other: Exact) -> Int128 {
        (numerator * other.denominator - other.numerator * denominator).signum()
    }
}

/// A number with a fixed count of decimals, held as the whole number that its digits spell.
struct Rounded {
    var scaled: Int128
    var decimals: Int

    /// −1 below the other, 0 on it, 1 above it.
    func side(of other: Rounded) -> Int128 {
        (scaled * tenToThe(other.decimals) - other.scaled * tenToThe(decimals)).signum()
    }

    /// Without the zeros at the end, and without a point where nothing is left behind it.
    var trimmed: Rounded {
        var result = self
        while result.decimals > 0, result.scaled % 10 == 0 {
            result.scaled /= 10
            result.decimals -= 1
        }
        return result
    }

    /// `1,024.1`, below zero with a true minus sign.
    var text: String { (scaled < 0 ? "\u{2212}" : "") + digits }

    /// As a difference: a plus sign above zero, a minus sign below, none at zero.
    var signedText: String { (scaled > 0 ? "+" : "") + text }

    private var digits: String {
        let (whole, fraction) = scaled.magnitude.quotientAndRemainder(dividingBy: tenToThe(decimals).magnitude)
        guard decimals > 0 else { return grouped(String(whole)) }
        let behind = String(fraction)
        return grouped(String(whole)) + "." + String(repeating: "0", count: decimals - behind.count) + behind
    }
}

private func tenToThe(_ exponent: Int) -> Int128 {
    (0..<exponent).reduce(1) { power, _ in power * 10 }
}

/// Digits in groups of three: `13,935`.
func grouped(_ digits: String) -> String {
    var result = ""
    for (index, digit) in digits.enumerated() {
        if index > 0, (digits.count - index).isMultiple(of: 3) { result.append(",") }
        result.append(digit)
    }
    return result
}
