@testable import Stats

extension Coverage {
    /// So many devices that were heard from in the last 7 days and in the 7 before; in those 7 and not in the last; and
    /// that had been silent then already, and are not heard from in 28 days now.
    static func of(heard: Int, fellSilent: Int = 0, gone: Int = 0) -> Coverage {
        var coverage = Coverage()
        // Bits are stretches of seven days, the latest first; the share at the cut-off looks at four of them, that of a week
        // earlier at the four that begin with the second.
        for _ in 0..<heard { coverage.add(0b11) }
        for _ in 0..<fellSilent { coverage.add(0b10) }
        for _ in 0..<gone { coverage.add(0b1_0000) }
        return coverage
    }
}
