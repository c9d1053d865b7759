import Foundation
import TestSupport
import Testing

/// `docs/nights.md`: what happened in a night, and what `freshness report --check` says and ends with.
///
/// To write the page anew: `FRESHNESS_RECORD=1 swift test --filter NightsTableTests`, and then read what changed.
@Suite struct NightsTableTests {
    private static let head = """
        # Nights: what happened, and what the program says

        Each row is a folder of exports as people really have them, and what `freshness report --check` says of it in a
        night under cron: the report's first sentence, and where the data are partial the one that says why. Where no
        report was written it is the message. Thresholds are the usual ones: p50 under 24 h, p90 under 72 h. A test lets
        each of them happen and compares this page.

        Exit code 0: all is met, and the data are whole. 1: an objective is missed, or p90 regressed. 2: the call or `slo.json`
        is wrong. 3: the data are partial, or there are none: that is not good news, whatever the figures say.
        [metrics/README.md](../metrics/README.md) has the definitions.

        | what happened | what the report says first | exit code |
        |:--|:--|--:|

        """

    @Test func `the page of nights describes each of them`() throws {
        #expect(NightRow.all.count >= 20)
        var page = Self.head
        for row in NightRow.all {
            let (exitCode, sentence) = try row.outcome()
            #expect(exitCode == row.exitCode, "\(row.happened): \(sentence)")
            for words in row.says { #expect(sentence.contains(words), "\(row.happened): \(sentence)") }
            // "Met" with an exit code that is no good news is never all that is said.
            if exitCode == 3, sentence.contains(/\b[Mm]et\b/) {
                let says = sentence.contains(#/^Met[a-z ,]* on partial data.*The data are partial: /#)
                #expect(says, "\(row.happened): \(sentence)")
            }
            #expect(!sentence.isEmpty, "\(row.happened)")
            page += "| \(row.happened) | \(sentence) | \(exitCode) |\n"
        }
        #expect(try differenceFromSnapshot(page, at: Repository.path + "/docs/nights.md") == nil)
    }
}
