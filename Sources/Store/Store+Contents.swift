package import Records

/// A file of the folder as it stood when it was last looked at.
package struct StoredPath: Equatable, Sendable {
    package var size: Int64
    /// When it was last modified, in nanoseconds since 1970.
    package var modified: Int64
    package var content: ContentID

    package init(size: Int64, modified: Int64, content: ContentID) {
        self.size = size
        self.modified = modified
        self.content = content
    }
}

/// A file's content as it was read once.
package struct StoredContent: Sendable {
    package var id: ContentID
    package var exports: Int
    package var firstMoment: Instant?
    package var lastMoment: Instant?
    /// Whether it took the place of another content.
    package var isChanged: Bool
    /// Whether a file that had it has another content now, and no file has it any more.
    package var isReplaced: Bool
    /// The names of the files that have it, in the order of their bytes; empty where they are gone.
    package var paths: [[UInt8]]
    /// The file's name when it was read.
    package var name: [UInt8]
}

extension Store {
    /// A number that no content has yet.
    package func nextContentID() throws(StoreError) -> ContentID {
        ContentID(rawValue: UInt32(clamping: try database.number("SELECT ifnull(max(id), 0) + 1 FROM contents") ?? 1))
    }

    package func paths() throws(StoreError) -> [[UInt8]: StoredPath] {
        let rows = try database.prepare("SELECT path, size, modified, content FROM paths")
        var paths: [[UInt8]: StoredPath] = [:]
        while try rows.step() {
            paths[Array(rows.bytes(0))] = StoredPath(
                size: rows.integer(1), modified: rows.integer(2),
                content: ContentID(rawValue: UInt32(clamping: rows.integer(3))))
        }
        return paths
    }

    /// The hashes of all contents of which something was used, each with the date that its file's name had to give, if it had to.
    package func hashes() throws(StoreError) -> [[UInt8]: [(nameDate: String?, content: ContentID)]] {
        let rows = try database.prepare(
            "SELECT hash, name_date, id FROM contents WHERE hash IS NOT NULL AND exports > 0")
        var hashes: [[UInt8]: [(nameDate: String?, content: ContentID)]] = [:]
        while try rows.step() {
            let id = ContentID(rawValue: UInt32(clamping: rows.integer(2)))
            hashes[Array(rows.bytes(0)), default: []].append((rows.isNull(1) ? nil : rows.text(1), id))
        }
        return hashes
    }

    /// The sizes of all contents.
    package func contentSizes() throws(StoreError) -> Set<Int64> {
        let rows = try database.prepare("SELECT DISTINCT size FROM contents")
        var sizes: Set<Int64> = []
        while try rows.step() { sizes.insert(rows.integer(0)) }
        return sizes
    }

    /// Keeps what a content held.
    ///
    /// - Parameters:
    ///   - hash: nil for a file that could not be read to its end, which is tried again the next time.
    ///   - nameDate: the date in the file's name, where exports are dated by it.
    package func add(
        _ content: ContentID, name: [UInt8], hash: [UInt8]?, size: Int64, nameDate: String?, isChanged: Bool,
        _ ledger: Ledger
    ) throws(StoreError) {
        let insert = try reused(
            "INSERT INTO contents VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)")
        var ledger = ledger
        ledger.sortMoments()
        let moments = ledger.moments
        try insert.bind(
            .integer(Int64(content.rawValue)), .bytes(name), hash.map { .bytes($0) } ?? .null, .integer(size),
            nameDate.map { .text($0) } ?? .null, .integer(Int64(ledger.exports)), .integer(Int64(ledger.entries)),
            .integer(Int64(ledger.repeated)), moments.first.map { .integer($0.milliseconds) } ?? .null,
            moments.last.map { .integer($0.milliseconds) } ?? .null, .integer(isChanged ? 1 : 0))
        try insert.run()
        if moments.count > 2 {
            let packed = MomentCoding.encode(moments)
            let insert = try reused("INSERT INTO moments VALUES (?, ?, ?)")
            try insert.bind(
                .integer(Int64(content.rawValue)), .integer(packed.withUnsafeBytes { RowHash.ofMoments($0) }),
                .bytes(packed))
            try insert.run()
        }
        let forget = try reused("DELETE FROM remarks WHERE content = ?")
        try forget.bind(.integer(Int64(content.rawValue)))
        try forget.run()
        let remark = try reused("INSERT OR REPLACE INTO remarks VALUES (?, ?, ?, ?, ?)")
        for (key, tally) in ledger.tallies {
            try remark.bind(
                .integer(Int64(content.rawValue)), .text(key.kind.rawValue), .text(key.detail),
                .integer(Int64(tally.count)), .text(tally.places.joined(separator: "\n")))
            try remark.run()
        }
    }

    /// Whether a file's name had to date its exports.
    package func hasExportsDatedByName() throws(StoreError) -> Bool {
        try database.number("SELECT 1 FROM contents WHERE name_date IS NOT NULL LIMIT 1") != nil
    }

    /// A content's hash; nil for one that could not be read to its end.
    package func hash(of content: ContentID) throws(StoreError) -> [UInt8]? {
        let rows = try reused("SELECT hash FROM contents WHERE id = ?")
        defer { rows.reset() }
        try rows.bind(.integer(Int64(content.rawValue)))
        return try rows.step() && !rows.isNull(0) ? Array(rows.bytes(0)) : nil
    }

    package func setPath(_ path: [UInt8], _ stored: StoredPath) throws(StoreError) {
        // No REPLACE, for which SQLite keeps the page aside that it changes: 64 KB for each file.
        let insert = try reused(
            """
            INSERT INTO paths VALUES (?, ?, ?, ?) ON CONFLICT (path) DO UPDATE
            SET size = excluded.size, modified = excluded.modified, content = excluded.content
            """)
        try insert.bind(
            .bytes(path), .integer(stored.size), .integer(stored.modified), .integer(Int64(stored.content.rawValue)))
        try insert.run()
    }

    package func removePath(_ path: [UInt8]) throws(StoreError) {
        let delete = try reused("DELETE FROM paths WHERE path = ?")
        try delete.bind(.bytes(path))
        try delete.run()
    }

    /// Notes that a file which had this content has another now.
    package func replace(_ content: ContentID) throws(StoreError) {
        let update = try reused("UPDATE contents SET replaced = 1 WHERE id = ?")
        try update.bind(.integer(Int64(content.rawValue)))
        try update.run()
    }

    /// Takes back that contents were replaced, where files have them: they were only moved.
    package func keepMovedContents() throws(StoreError) {
        try database.execute(
            "UPDATE contents SET replaced = 0 WHERE replaced = 1 AND id IN (SELECT content FROM paths)")
    }

    /// All contents, in the order of their numbers.
    package func contents() throws(StoreError) -> [StoredContent] {
        var paths: [Int64: [[UInt8]]] = [:]
        let names = try database.prepare("SELECT content, path FROM paths ORDER BY path")
        while try names.step() { paths[names.integer(0), default: []].append(Array(names.bytes(1))) }
        let rows = try database.prepare(
            "SELECT id, exports, first_moment, last_moment, changed, replaced, name FROM contents ORDER BY id")
        var contents: [StoredContent] = []
        while try rows.step() {
            let paths = paths[rows.integer(0)] ?? []
            contents.append(
                StoredContent(
                    id: ContentID(rawValue: UInt32(clamping: rows.integer(0))), exports: Int(rows.integer(1)),
                    firstMoment: rows.optionalInteger(2).map { Instant(milliseconds: $0) },
                    lastMoment: rows.optionalInteger(3).map { Instant(milliseconds: $0) },
                    isChanged: rows.integer(4) != 0, isReplaced: rows.integer(5) != 0 && paths.isEmpty,
                    paths: paths, name: Array(rows.bytes(6))))
        }
        return contents
    }

    /// When the exports of a content were made, each moment once, in their order.
    package func moments(of content: ContentID) throws -> [Instant] {
        let id = Statement.Value.integer(Int64(content.rawValue))
        let rows = try reused("SELECT hash, moments FROM moments WHERE content = ?")
        defer { rows.reset() }
        try rows.bind(id)
        if try rows.step() {
            guard rows.integer(0) == RowHash.ofMoments(rows.bytes(1)) else { throw StoreFailure.changed("moments") }
            return MomentCoding.decode(rows.bytes(1))
        }
        let ends = try reused("SELECT first_moment, last_moment FROM contents WHERE id = ?")
        defer { ends.reset() }
        try ends.bind(id)
        guard try ends.step() else { return [] }
        let moments = [0, 1].compactMap { ends.optionalInteger($0).map { Instant(milliseconds: $0) } }
        return moments.first == moments.last ? Array(moments.prefix(1)) : moments
    }

    /// What is to be said of a content.
    package func remarks(of content: ContentID) throws(StoreError) -> [Remark: Ledger.Tally] {
        let rows = try database.prepare("SELECT kind, detail, count, places FROM remarks WHERE content = ?")
        try rows.bind(.integer(Int64(content.rawValue)))
        var remarks: [Remark: Ledger.Tally] = [:]
        while try rows.step() {
            guard let kind = Remark.Kind(rawValue: rows.text(0)) else { continue }
            let places = rows.text(3).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            remarks[Remark(kind, rows.text(1))] = Ledger.Tally(
                count: Int(rows.integer(2)), places: rows.bytes(3).isEmpty ? [] : places)
        }
        return remarks
    }
}

/// Moments packed into a blob: 8 bytes each, little-endian milliseconds.
private enum MomentCoding {
    static func encode(_ moments: [Instant]) -> [UInt8] {
        moments.map(\.milliseconds.littleEndian).withUnsafeBytes { Array($0) }
    }

    static func decode(_ bytes: UnsafeRawBufferPointer) -> [Instant] {
        stride(from: 0, to: bytes.count - 7, by: 8).map {
            Instant(milliseconds: Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: Int64.self)))
        }
    }
}
