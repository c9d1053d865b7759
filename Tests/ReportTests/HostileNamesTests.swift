import Records
import Stats
import Testing

@testable import Report

/// A report in which every name that can come out of the data tries to be more than a name.
@Suite struct HostileNamesTests {
    private let names = MarkupTests.names.map(\.name)

    @Test func `no name breaks a table or makes a line or a heading of its own`() {
        let lines = markdown(hostile).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var tables: [[String]] = [[]]
        for line in lines {
            if line.hasPrefix("|") { tables[tables.count - 1].append(line) } else { tables.append([]) }
        }
        tables.removeAll(where: \.isEmpty)
        // A heading and a rule, then the rows: the objectives, the buckets, the two causes, and these by bucket.
        #expect(tables.map(\.count) == [2 + 6, 2 + names.count, 2 + 2, 2 + names.count])
        for (table, pipes) in zip(tables, [6, 9, 5, 6]) {
            #expect(table.allSatisfy { unescaped("|", in: $0) == pipes })
        }
        #expect(
            lines.filter { $0.hasPrefix("#") }.dropFirst() == [
                "## By bucket", "## Why \(2 * names.count) devices are stale", "## What is missing", "## Basis",
            ])
        #expect(lines.joined().unicodeScalars.allSatisfy { $0.canBeSeen })
        // One line for each unusable file, and one for each reason of a refusal.
        #expect(lines.filter { $0.hasPrefix("  - ") }.count == 2 * names.count)
    }

    @Test func `on a terminal no name is broken over two lines`() {
        for line in statsText(hostile).split(separator: "\n") {
            #expect(unescaped("\"", in: String(line)).isMultiple(of: 2), "\(line)")
        }
    }

    @Test func `nothing hidden reaches a terminal`() {
        #expect(statsText(hostile).unicodeScalars.allSatisfy { $0.canBeSeen || $0 == "\n" })
        #expect(statsJSON(hostile).unicodeScalars.allSatisfy { $0.canBeSeen || $0 == "\n" })
    }

    private var hostile: Assessment {
        var input = Input()
        input.unusableFiles = names.map { UnusableFile(file: $0, reasons: [Remark(.refused, $0, of: $0)]) }
        input.remarks = names.map {
            RemarkCount(remark: Remark(.refused, $0, of: $0), count: 9, places: [Place(file: $0, position: $0)])
        }
        input.remarks += names.map { RemarkCount(remark: Remark(.unknownField, of: $0), count: 1, places: []) }
        input.remarks += names.map { RemarkCount(remark: Remark(.timeForm, $0), count: 1, places: []) }
        let name = names.joined()
        let gone = names.map { BucketLabel(platform: $0, kind: .lowPower) }
        let stale = names.map { (label: BucketLabel(platform: $0, kind: .normal), devices: 1) }
        var evidence = Evidence()
        evidence.mix = Mix(
            weighted: .h(40), behaviour: .by(milliseconds: .hours(10)), mix: .by(milliseconds: .hours(10)),
            without: gone)
        evidence.stale = StaleDevices(rows: [
            StaleDevices.Row(cause: .scheduledNotRun, buckets: stale),
            StaleDevices.Row(cause: .unknown, buckets: stale),
        ])
        return Sample.assessment(
            Sample.figures(), before: Sample.figures(p90: .h(30)), objectives: Sample.objectives(zone: name),
            scope: Scope(app: name, task: name), buckets: names.map { Sample.bucket($0, .normal, Sample.figures()) },
            bucketsBefore: gone.map { BucketFigures(label: $0, figures: Sample.figures()) }, input: input,
            evidence: evidence)
    }

    /// Marks that end a cell or a name: those behind an even number of backslashes.
    private func unescaped(_ mark: Unicode.Scalar, in line: String) -> Int {
        var count = 0
        var isEscaped = false
        for scalar in line.unicodeScalars {
            if scalar == mark, !isEscaped { count += 1 }
            isEscaped = scalar == "\\" && !isEscaped
        }
        return count
    }
}
