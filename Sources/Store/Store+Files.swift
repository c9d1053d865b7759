package import Records

/// A file as the system describes it: where one of these moved, its content is looked at.
package struct FileFacts: Equatable, Sendable {
    package var size: Int64 = 0
    /// When its content and when anything of it was changed last, in nanoseconds since 1970.
    package var modified: Int64 = 0
    package var changed: Int64 = 0
    package var inode: Int64 = 0

    package init() {}
}

/// A file's content by its number in one store.
package struct ContentID: Hashable, Sendable {
    package var number: Int64
}

/// A file of the folder as it stood when it was last looked at.
package struct KnownFile: Equatable, Sendable {
    package var facts: FileFacts
    /// What was last read of it; nil where nothing ever was.
    package var content: ContentID?
    /// Why it could not be read to its end the last time; nil where it could.
    package var refusal: FileRefusal?

    package init(facts: FileFacts, content: ContentID? = nil, refusal: FileRefusal? = nil) {
        self.facts = facts
        self.content = content
        self.refusal = refusal
    }

    /// Whether nothing is to be expected of looking at the file again.
    ///
    /// - Parameter refused: the code for why it cannot be read, where that shows without reading. What showed only by reading may be
    ///   over, so it is tried again.
    package func isCurrent(_ now: FileFacts, refused: String?) -> Bool {
        facts == now && refusal?.code == refused
    }
}

/// Why a file could not be read to its end.
package struct FileRefusal: Equatable, Sendable {
    /// A ``Refusal``'s, or one of a later program.
    package var code: String
    /// What the system said.
    package var detail: String

    package init(code: String, detail: String = "") {
        self.code = code
        self.detail = detail
    }
}

extension Store {
    /// The files of the folder as they stood the last time, by their names.
    package func files() throws(StoreError) -> [[UInt8]: KnownFile] {
        let rows = try database.prepare(
            "SELECT path, size, modified, changed, inode, content, refusal, detail FROM files")
        var files: [[UInt8]: KnownFile] = [:]
        while try rows.step() {
            var facts = FileFacts()
            (facts.size, facts.modified) = (rows.integer(1), rows.integer(2))
            (facts.changed, facts.inode) = (rows.integer(3), rows.integer(4))
            files[Array(rows.bytes(0))] = KnownFile(
                facts: facts, content: rows.optionalInteger(5).map { ContentID(number: $0) },
                refusal: rows.isNull(6) ? nil : FileRefusal(code: rows.text(6), detail: rows.text(7)))
        }
        return files
    }

    package func set(_ file: KnownFile, at path: [UInt8]) throws(StoreError) {
        // No REPLACE, for which SQLite keeps the page aside that it changes: 64 KB for each file.
        let insert = try reused(
            """
            INSERT INTO files VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (path) DO UPDATE
            SET size = excluded.size, modified = excluded.modified, changed = excluded.changed, inode = excluded.inode,
            content = excluded.content, refusal = excluded.refusal, detail = excluded.detail
            """)
        try insert.bind(
            .bytes(path), .integer(file.facts.size), .integer(file.facts.modified), .integer(file.facts.changed),
            .integer(file.facts.inode), file.content.map { .integer($0.number) } ?? .null,
            file.refusal.map { .text($0.code) } ?? .null, file.refusal.map { .text($0.detail) } ?? .null)
        try insert.run()
    }

    /// Forgets that there is a file; what it told stays.
    package func removeFile(_ path: [UInt8]) throws(StoreError) {
        let delete = try reused("DELETE FROM files WHERE path = ?")
        try delete.bind(.bytes(path))
        try delete.run()
    }

    // MARK: Contents

    /// The content that has these bytes and, where exports were dated by the file's name, this date in it; nil is for a
    /// content of which none was.
    package func content(hash: [UInt8], nameDate: String?) throws(StoreError) -> ContentID? {
        let rows = try reused("SELECT id FROM contents WHERE hash = ? AND name_date IS ?")
        defer { rows.reset() }
        try rows.bind(.bytes(hash), nameDate.map { .text($0) } ?? .null)
        return try rows.step() ? ContentID(number: rows.integer(0)) : nil
    }

    /// Of the names that a content was read under, the first in the order of their bytes is kept.
    package func note(_ name: [UInt8], of content: ContentID) throws(StoreError) {
        let update = try reused("UPDATE contents SET name = ?1 WHERE id = ?2 AND name > ?1")
        try update.bind(.bytes(name), .integer(content.number))
        try update.run()
    }

    /// Keeps what a file held.
    ///
    /// - Parameters:
    ///   - hash: nil for a file that could not be read to its end.
    ///   - nameDate: the date in the file's name, where exports are dated by it.
    package func addContent(
        of name: [UInt8], hash: [UInt8]?, nameDate: String?, _ ledger: Ledger
    ) throws(StoreError) -> ContentID {
        let insert = try reused("INSERT INTO contents VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        var ledger = ledger
        ledger.sortMarks()
        let marks = MarkCoding.encode(ledger.marks)
        try insert.bind(
            hash.map { .bytes($0) } ?? .null, .bytes(name), nameDate.map { .text($0) } ?? .null,
            .integer(Int64(ledger.exports)), .integer(Int64(ledger.refusedExports)), .integer(Int64(ledger.entries)),
            .integer(Int64(ledger.repeated)),
            ledger.marks.first.map { .integer($0.moment.milliseconds) } ?? .null,
            ledger.marks.last.map { .integer($0.moment.milliseconds) } ?? .null,
            .integer(MarkCoding.hash(exports: Int64(ledger.exports), refused: Int64(ledger.refusedExports))),
            .integer(marks.withUnsafeBytes { MarkCoding.hash(of: $0) }), .bytes(marks))
        try insert.run()
        let content = database.lastInsertedRow
        let remark = try reused("INSERT INTO remarks VALUES (?, ?, ?, ?, ?, ?)")
        for (key, tally) in ledger.tallies {
            try remark.bind(
                .integer(content), .text(key.kind.rawValue), .text(key.code), .text(key.subject),
                .integer(Int64(tally.count)), .text(tally.places.joined(separator: "\n")))
            try remark.run()
        }
        try addRefusedDevices(ledger.refusedDevices, of: content)
        return ContentID(number: content)
    }

    /// Forgets what was read of a file that could not be read to its end, now that it was read anew.
    package func removeUnfinished(_ content: ContentID) throws(StoreError) {
        for table in ["remarks", "refused_devices"] {
            let rows = try reused(
                "DELETE FROM \(table) WHERE content IN (SELECT id FROM contents WHERE id = ? AND hash IS NULL)")
            try rows.bind(.integer(content.number))
            try rows.run()
        }
        let delete = try reused("DELETE FROM contents WHERE id = ? AND hash IS NULL")
        try delete.bind(.integer(content.number))
        try delete.run()
    }

    /// Whether a file was ever read.
    package func hasContents() throws(StoreError) -> Bool {
        try database.number("SELECT 1 FROM contents LIMIT 1") != nil
    }

    /// Whether a file with these bytes was read, and had exports.
    package func knowsExports(hash: [UInt8]) throws(StoreError) -> Bool {
        let rows = try reused("SELECT 1 FROM contents WHERE hash = ? AND exports > 0")
        defer { rows.reset() }
        try rows.bind(.bytes(hash))
        return try rows.step()
    }

    /// Whether a file's name had to date its exports.
    package func hasExportsDatedByName() throws(StoreError) -> Bool {
        try database.number("SELECT 1 FROM contents WHERE name_date IS NOT NULL LIMIT 1") != nil
    }
}
