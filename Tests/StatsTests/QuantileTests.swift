import Stats
import Testing

/// Nearest rank, Hyndman and Fan's first definition.
@Suite struct QuantileTests {
    /// By numpy: `numpy.percentile(numpy.arange(1, n + 1), [50, 90], method='inverted_cdf')`.
    static let ranks = [
        (1, 1, 1), (2, 1, 2), (3, 2, 3), (4, 2, 4), (5, 3, 5), (6, 3, 6), (9, 5, 9), (10, 5, 9), (11, 6, 10),
        (19, 10, 18), (20, 10, 18), (21, 11, 19), (36, 18, 33), (99, 50, 90), (100, 50, 90), (101, 51, 91),
        (994, 497, 895), (997, 499, 898), (1000, 500, 900), (1001, 501, 901), (123_457, 61_729, 111_112),
    ]

    @Test(arguments: ranks)
    func `the value at the nearest rank`(_ count: Int, _ p50: Int, _ p90: Int) {
        let values = Array(1...count)
        #expect(Quantile.value(percent: 50, of: values) == p50)
        #expect(Quantile.value(percent: 90, of: values) == p90)
        #expect(Quantile.rank(percent: 50, of: count) == p50)
        #expect(Quantile.rank(percent: 90, of: count) == p90)
    }

    @Test(arguments: [1, 10, 25, 50, 75, 90, 95, 99, 100])
    func `the quantile is the least value that at least this share does not exceed`(_ percent: Int) {
        for count in 1...200 {
            let least = (1...count).first { 100 * $0 >= percent * count }
            #expect(Quantile.value(percent: percent, of: Array(1...count)) == least)
        }
    }

    @Test func `no values have no quantile`() {
        #expect(Quantile.value(percent: 50, of: [Staleness]()) == nil)
        #expect(Quantile.value(percent: 90, of: [Staleness]()) == nil)
    }

    @Test func `p90 under a limit means that nine in ten are under it`() {
        // Nine of ten at 71 h and one at 500 h; then eight and two.
        let nine = [Int](repeating: 71, count: 9) + [500]
        let eight = [Int](repeating: 71, count: 8) + [500, 500]
        #expect(Quantile.value(percent: 90, of: nine) == 71)
        #expect(Quantile.value(percent: 90, of: eight) == 500)
    }
}
