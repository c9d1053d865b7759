/// What one file's content held, and what of it could not be used.
package struct Ledger: Equatable, Sendable {
    /// Exports that were taken.
    package var exports = 0
    /// Exports that were refused, with all that was refused and is not a single entry: a line that is none, a file.
    package private(set) var refusedExports = 0
    /// Entries of these exports that were taken.
    package var entries = 0
    /// Entries that repeat another one of the same export.
    package var repeated = 0
    /// Counts by what is to be said.
    package private(set) var tallies: [Remark: Tally] = [:]
    /// The exports that were taken; in their order and each once only after ``sortMarks()``.
    package var marks: [ExportMark] = []
    /// The devices of exports that were refused, as far as they could be read.
    package var refusedDevices = RefusedDevices()

    package init() {}

    /// The places of a remark that are named; the rest are counted.
    package static let namedPlaces = 20

    /// Counts a remark at a place.
    package mutating func note(_ remark: Remark, at place: @autoclosure () -> String? = nil, count: Int = 1) {
        var tally = tallies[remark] ?? Tally()
        tally.count += count
        if tally.places.count < Self.namedPlaces, let place = place() { tally.places.append(place) }
        tallies[remark] = tally
    }

    /// Counts a refusal of exports, or of something that is no single entry either: a line, a file.
    ///
    /// - Parameters:
    ///   - subject: the field or the key that it is about, where there is one to name.
    ///   - exports: how many exports that is.
    package mutating func noteRefusal(
        _ refusal: Refusal, of subject: String = "", at place: String, exports: Int = 1
    ) {
        note(Remark(.refused, refusal, of: subject), at: place, count: exports)
        refusedExports += exports
    }

    /// Puts the marks in their order, each once.
    package mutating func sortMarks() {
        marks.sort()
        var distinct = 0
        for mark in marks where distinct == 0 || marks[distinct - 1] != mark {
            marks[distinct] = mark
            distinct += 1
        }
        marks.removeLast(marks.count - distinct)
    }

    /// Puts back a tally out of storage.
    package mutating func restore(_ remark: Remark, _ tally: Tally) {
        tallies[remark] = tally
    }

    /// The same without the marks and the refused devices, which are many, and of no use once they are stored.
    package var withoutMarks: Ledger {
        var ledger = self
        (ledger.marks, ledger.refusedDevices) = ([], RefusedDevices())
        return ledger
    }

    /// How many exports, entries and lines were refused.
    package var refused: Int {
        tallies.reduce(0) { $0 + ($1.key.kind == .refused ? $1.value.count : 0) }
    }

    package struct Tally: Equatable, Sendable {
        package var count: Int
        package var places: [String]

        package init(count: Int = 0, places: [String] = []) {
            self.count = count
            self.places = places
        }
    }
}

/// What an export is known by in the ledger of a file: when it was made, and a hash of its device and of all that it says.
///
/// So the report can say how many exports stand in no file any more, without a file's number in any history.
package struct ExportMark: Hashable, Comparable, Sendable {
    package var moment: Instant
    package var fingerprint: UInt64

    package init(moment: Instant, fingerprint: UInt64) {
        self.moment = moment
        self.fingerprint = fingerprint
    }

    package static func < (a: ExportMark, b: ExportMark) -> Bool {
        a.moment != b.moment ? a.moment < b.moment : a.fingerprint < b.fingerprint
    }
}
