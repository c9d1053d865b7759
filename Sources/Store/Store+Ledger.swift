package import Records

/// The content of a file, as a report refers to it.
package struct StoredContent: Equatable, Sendable {
    package var id: ContentID
    /// The file's name; of several the first in byte order.
    package var name: [UInt8]
    package var exports: Int
    /// How many of its exports were refused.
    package var refused: Int
    /// The indices of the requested time ranges in which it has an export.
    package var ranges: [Int]
    /// The hash of its bytes; nil for a file that could not be read to its end.
    package var hash: [UInt8]?
    /// Whether a file of the folder has this content.
    package var isPresent: Bool
}

/// A file of the folder with no usable export.
package struct UnusedFile: Equatable, Sendable {
    package var name: [UInt8]
    /// Its content, if it could be read, and how many of its exports were refused.
    package var content: ContentID?
    package var refused = 0
    /// Why it could not be read to its end.
    package var refusal: FileRefusal?
}

extension Store {
    /// The contents with an export made in one of several time ranges, sorted by name.
    package func contents(within ranges: [Range<Instant>]) throws -> [StoredContent] {
        guard let first = ranges.map(\.lowerBound).min(), let end = ranges.map(\.upperBound).max() else {
            return []
        }
        let rows = try database.prepare(
            """
            SELECT id, exports, name, (SELECT min(path) FROM files WHERE content = contents.id), first_moment, last_moment,
            hash, refused, counts_hash FROM contents WHERE last_moment >= ? AND first_moment < ?
            """)
        try rows.bind(.integer(first.milliseconds), .integer(end.milliseconds))
        var contents: [StoredContent] = []
        while try rows.step() {
            let id = ContentID(number: rows.integer(0))
            let ends = [Instant(milliseconds: rows.integer(4)), Instant(milliseconds: rows.integer(5))]
            let within = try ranges.indices.filter { index in
                let range = ranges[index]
                if ends.contains(where: range.contains) { return true }
                guard ends[0] < range.upperBound, ends[1] >= range.lowerBound else { return false }
                var isWithin = false
                try forEachMark(of: id, within: [range]) { _ in isWithin = true }
                return isWithin
            }
            guard !within.isEmpty else { continue }
            try Self.check(exports: rows.integer(1), refused: rows.integer(7), rows.integer(8))
            contents.append(
                StoredContent(
                    id: id, name: Array(rows.bytes(rows.isNull(3) ? 2 : 3)), exports: Int(rows.integer(1)),
                    refused: Int(rows.integer(7)), ranges: within,
                    hash: rows.isNull(6) ? nil : Array(rows.bytes(6)), isPresent: !rows.isNull(3)))
        }
        return contents.sorted { $0.name.lexicographicallyPrecedes($1.name) }
    }

    /// Selects the contents that count: those of files still in the folder, and the fewest others that hold all exports
    /// that are in no file any more. So a file that grows counts once, and a file overwritten each night counts as
    /// often as one file a night would.
    ///
    /// - Returns: the contents, and the number of exports in no file, both within the time ranges.
    package func counted(
        _ contents: [StoredContent], within ranges: [Range<Instant>]
    ) throws -> (contents: [StoredContent], exportsInNoFile: Int) {
        let gone = contents.filter { !$0.isPresent }.largestFirst
        var counted: Set<ContentID> = []
        var exports = 0
        try forEachPart(of: gone, notIn: contents.filter(\.isPresent), of: self, within: ranges) { missing in
            exports += missing.count
            var rest = missing
            for content in gone where !rest.isEmpty {
                try forEachMark(of: content.id, within: ranges) {
                    if rest.remove($0) != nil { counted.insert(content.id) }
                }
            }
        }
        return (contents.filter { $0.isPresent || counted.contains($0.id) }, exports)
    }

    /// How many exports in this store are missing in another, and the smallest number of contents that hold them all.
    package func exports(missingIn other: Store) throws -> (exports: Int, files: Int) {
        let always = [Instant.earliest..<Instant.latest.advanced(by: 1)]
        let contents = try contents(within: always).largestFirst
        var exports = 0
        var files: Set<ContentID> = []
        try forEachPart(of: contents, notIn: try other.contents(within: always), of: other, within: always) { missing in
            exports += missing.count
            var rest = missing
            for content in contents where !rest.isEmpty {
                try forEachMark(of: content.id, within: always) {
                    if rest.remove($0) != nil { files.insert(content.id) }
                }
            }
        }
        return (exports, files.count)
    }

    /// How many exports are dated after a moment.
    package func exports(laterThan moment: Instant) throws -> Int {
        let (first, end) = (moment.advanced(by: 1), Instant.latest.advanced(by: 1))
        guard first < end else { return 0 }
        var count = 0
        let contents = try contents(within: [first..<end])
        try forEachPart(of: contents, notIn: [], of: self, within: [first..<end]) { count += $0.count }
        return count
    }

    /// Calls `body` with the exports of some contents that others do not have.
    private func forEachPart(
        of contents: [StoredContent], notIn others: [StoredContent], of other: Store,
        within ranges: [Range<Instant>],
        _ body: (Set<ExportMark>) throws -> Void
    ) throws {
        // In parts by fingerprint, to bound memory.
        let parts = UInt64(1 + contents.reduce(0) { $0 + $1.exports } / Self.maxMarks)
        for part in 0..<parts where !contents.isEmpty {
            var marks: Set<ExportMark> = []
            for content in contents {
                try forEachMark(of: content.id, within: ranges) { mark in
                    if mark.fingerprint % parts == part { marks.insert(mark) }
                }
            }
            for content in others {
                try other.forEachMark(of: content.id, within: ranges) { marks.remove($0) }
            }
            try body(marks)
        }
    }

    /// The maximum number of marks in memory at once: 32 MB.
    private static let maxMarks = 1 << 20

    func forEachMark(
        of content: ContentID, within ranges: [Range<Instant>], _ body: (ExportMark) -> Void
    ) throws {
        let rows = try reused("SELECT marks, marks_hash FROM contents WHERE id = ?")
        defer { rows.reset() }
        try rows.bind(.integer(content.number))
        guard try rows.step() else { return }
        MarkCoding.forEach(in: try Self.marks(rows)) { mark in
            if ranges.contains(where: { $0.contains(mark.moment) }) { body(mark) }
        }
    }

    /// Verifies the hash of a content's export counts.
    private static func check(exports: Int64, refused: Int64, _ hash: Int64) throws {
        guard MarkCoding.hash(exports: exports, refused: refused) == hash else {
            throw StoreFailure.damaged("how many exports a file had is not what was written")
        }
    }

    /// Verifies the marks of all contents.
    func checkMarks() throws {
        let rows = try database.prepare("SELECT marks, marks_hash FROM contents")
        while try rows.step() { _ = try Self.marks(rows) }
    }

    /// The marks in a row's first column, verified by the hash in the second; valid until the next step.
    private static func marks(_ row: Statement) throws -> UnsafeRawBufferPointer {
        let bytes = row.bytes(0)
        guard MarkCoding.hash(of: bytes) == row.integer(1) else {
            throw StoreFailure.damaged("the exports of a file are not what was written")
        }
        return bytes
    }

    /// The files of the folder with no usable export, sorted by name.
    package func unusedFiles() throws -> [UnusedFile] {
        let rows = try database.prepare(
            """
            SELECT path, content, refusal, detail, NULL, NULL FROM files WHERE refusal IS NOT NULL
            AND (content IS NULL OR (SELECT hash FROM contents WHERE id = content) IS NOT NULL)
            UNION SELECT path, content, NULL, NULL, refused, counts_hash FROM files JOIN contents ON contents.id = files.content
            WHERE refusal IS NULL AND exports = 0 ORDER BY path
            """)
        var files: [UnusedFile] = []
        while try rows.step() {
            if let hash = rows.optionalInteger(5) { try Self.check(exports: 0, refused: rows.integer(4), hash) }
            let refusal = rows.isNull(2) ? nil : FileRefusal(code: rows.text(2), detail: rows.text(3))
            files.append(
                UnusedFile(
                    name: Array(rows.bytes(0)),
                    content: refusal == nil ? rows.optionalInteger(1).map { ContentID(number: $0) } : nil,
                    refused: Int(rows.optionalInteger(4) ?? 1), refusal: refusal))
        }
        return files
    }

    /// Whether the folder has a file with a usable export.
    package func hasUsableFile() throws(StoreError) -> Bool {
        try database.number(
            "SELECT 1 FROM files JOIN contents ON contents.id = files.content WHERE exports > 0 LIMIT 1") != nil
    }

    /// The remarks on a content.
    package func remarks(of content: ContentID) throws(StoreError) -> [Remark: Ledger.Tally] {
        let rows = try reused("SELECT kind, code, subject, count, places FROM remarks WHERE content = ?")
        defer { rows.reset() }
        try rows.bind(.integer(content.number))
        var remarks: [Remark: Ledger.Tally] = [:]
        while try rows.step() {
            guard let kind = Remark.Kind(rawValue: rows.text(0)) else { continue }
            let places = rows.text(4).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            remarks[Remark(kind, rows.text(1), of: rows.text(2))] = Ledger.Tally(
                count: Int(rows.integer(3)), places: rows.bytes(4).isEmpty ? [] : places)
        }
        return remarks
    }
}

extension [StoredContent] {
    /// Largest first, because it may contain all exports of a smaller one; ties by hash, so that the order of reading
    /// decides nothing.
    fileprivate var largestFirst: [StoredContent] {
        sorted {
            $0.exports != $1.exports
                ? $0.exports > $1.exports : ($0.hash ?? $0.name).lexicographicallyPrecedes($1.hash ?? $1.name)
        }
    }
}
