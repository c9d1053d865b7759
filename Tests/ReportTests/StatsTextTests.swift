import Stats
import Testing

@testable import Report

@Suite struct StatsTextTests {
    @Test func `the figures read on a terminal without Markdown`() {
        let expected = """
            ⚠ Background freshness 2026-W39

            p90 staleness is 89.7 h, the objective is under 72 h: missed.
            It was 73.1 h in 2026-W38; +16.6 h is more than the 12 h allowed: a
            regression.
            At least half of the 994 devices had been refreshed within 18.1 h; the
            objective is under 24 h: met.

            objective         limit      this week   last week     change
            p50 staleness    < 24 h     18.1 h met      18.1 h     +0.1 h
            p90 staleness    < 72 h  89.7 h missed      73.1 h  ⚠ +16.6 h
            over 7 days                 34 (3.4 %)  56 (5.6 %)    −2.2 pt
            ran within 24 h                 59.9 %      60.5 %    −0.6 pt
            runs succeeded                  94.0 %      93.8 %    +0.2 pt

            By bucket
            bucket          devices     p50      p90     change  ran in 24 h  over 7 d
            android/active       90   7.9 h   41.4 h    −15.0 h       82.2 %         0
            android/rare        100  42.0 h  135.7 h  ⚠ +19.3 h       28.0 %         7
            android/never         9   never    never  no change        0.0 %         9
            ios/normal          523  16.6 h   59.1 h     −7.6 h       63.9 %         2
            ios/low_power       272  15.7 h   55.7 h          –       58.5 %        16

            What is missing
            - Buckets with readings in 2026-W38 and none now:
              android/exempted (3 devices).

            """
        let text = statsText(Sample.regression)
        #expect(text.hasPrefix(expected.dropLast()))
        #expect(text.hasSuffix("Definitions: metrics/README.md.\n"))
        #expect(!text.contains("`") && !text.contains("**") && !text.contains("|"))
    }

    @Test func `lines fit a terminal of 80 columns`() {
        #expect(statsText(Sample.regression).split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
}
