package import Records

/// A file's metadata. If any of it changes, the content is read again.
package struct FileFacts: Equatable, Sendable {
    package var size: Int64 = 0
    /// The times of the last change of its content and of its metadata, in nanoseconds since 1970.
    package var modified: Int64 = 0
    package var changed: Int64 = 0
    package var inode: Int64 = 0

    package init() {}
}

/// The number of a file's content in one store.
package struct ContentID: Hashable, Sendable {
    package var number: Int64
}

/// A file of the folder as it was when last looked at.
package struct KnownFile: Equatable, Sendable {
    package var facts: FileFacts
    /// The content last read; nil if it was never read.
    package var content: ContentID?
    /// Why the last read did not reach its end; nil if it did.
    package var refusal: FileRefusal?

    package init(facts: FileFacts, content: ContentID? = nil, refusal: FileRefusal? = nil) {
        self.facts = facts
        self.content = content
        self.refusal = refusal
    }

    /// Whether reading the file again would bring nothing new.
    ///
    /// - Parameter refused: the code for why it cannot be read, if that is known without reading. A failure while reading
    ///   may be over, so such a file is read again.
    package func isCurrent(_ now: FileFacts, refused: String?) -> Bool {
        facts == now && refusal?.code == refused
    }
}

/// Why a file could not be read to its end.
package struct FileRefusal: Equatable, Sendable {
    /// A ``Refusal``'s, or one of a later program.
    package var code: String
    /// The system's message.
    package var detail: String

    package init(code: String, detail: String = "") {
        self.code = code
        self.detail = detail
    }
}

extension Store {
    /// The files of the folder as they were last seen, by name.
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
        // Not REPLACE: for that SQLite saves the page that it changes, 64 KB for each file.
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

    /// Removes a file from the list; its exports stay.
    package func removeFile(_ path: [UInt8]) throws(StoreError) {
        let delete = try reused("DELETE FROM files WHERE path = ?")
        try delete.bind(.bytes(path))
        try delete.run()
    }

    // MARK: Contents

    /// The content with this hash and, where the date in the file's name dated its exports, this date; nil `nameDate`
    /// for a content in which it dated none.
    package func content(hash: [UInt8], nameDate: String?) throws(StoreError) -> ContentID? {
        let rows = try reused("SELECT id FROM contents WHERE hash = ? AND name_date IS ?")
        defer { rows.reset() }
        try rows.bind(.bytes(hash), nameDate.map { .text($0) } ?? .null)
        return try rows.step() ? ContentID(number: rows.integer(0)) : nil
    }

    /// Notes another name of a content; the first in byte order is kept.
    package func note(_ name: [UInt8], of content: ContentID) throws(StoreError) {
        let update = try reused("UPDATE contents SET name = ?1 WHERE id = ?2 AND name > ?1")
        try update.bind(.bytes(name), .integer(content.number))
        try update.run()
    }

    /// Adds the ledger of a file's content.
    ///
    /// - Parameters:
    ///   - hash: nil for a file that could not be read to its end.
    ///   - nameDate: the date in the file's name, if it dated exports.
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

    /// Removes what an interrupted read left, now that the file was read again.
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
