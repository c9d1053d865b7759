package import Records

/// The store: one SQLite file that keeps the exports' histories and the list of files read, so that a night reads only
/// what is new.
///
/// Where files are overwritten or deleted, it is the only copy of their exports.
package final class Store {
    let database: Database
    let file: StoreFile
    private var nameTables: [NameKind: NameTable] = [:]
    var knownAppTasks: Set<AppTask> = []
    let histories: HistoryStatements
    private var usesWAL = false
    private let statements: ReusedStatements
    /// Reused for each row that is written.
    let packing = PackingBuffer()
    /// Reused for each row that is read before it is written.
    var stored = History()
    /// The sums of what the current transaction changed.
    var changes = PeriodSums()
    /// Whether the current transaction added or removed devices.
    var devicesChanged = false

    struct AppTask: Hashable {
        var app: UInt32
        var task: TaskID
    }

    /// Opens the store in a file, and creates it if there is none; a frozen file must exist.
    ///
    /// - Parameter timeout: how long to wait for another connection's lock, in seconds.
    package init(_ file: StoreFile, timeout: Int = 60) throws(StoreFailure) {
        self.file = file
        var isNew = false
        do {
            database = try Database(file)
            try database.execute("PRAGMA busy_timeout = \(1_000 * timeout)")
            // No temporary files in folders that are not this program's.
            try database.execute("PRAGMA temp_store = MEMORY")
            isNew = try Self.inspect(database)
            try Self.prepare(database, isNew: isNew, isFrozen: file.isFrozen)
            statements = ReusedStatements(database)
            histories = try HistoryStatements(database)
            if !file.isFrozen { try enableWAL() }
        } catch let error as StoreError {
            throw isNew ? .cannotMake(error) : .database(error)
        } catch let error as StoreFailure {
            throw error
        } catch {
            throw .database(StoreError(code: 0, message: "\(error)", sql: ""))
        }
    }

    /// The names of a kind, read when first used: most nights need few of them.
    package func names(_ kind: NameKind) throws -> NameTable {
        if let known = nameTables[kind] { return known }
        let table = try NameTable(kind, in: database)
        nameTables[kind] = table
        return table
    }

    /// Turns on the write-ahead log, so that readers and the writer do not block each other. Not for an empty file: it
    /// has no readers, and everything would be written twice.
    private func enableWAL() throws(StoreError) {
        if usesWAL { return }
        guard try hasContents() else { return }
        try database.execute("PRAGMA journal_mode = WAL")
        usesWAL = true
    }

    /// Checks that the file is this program's store, of a version that it knows.
    ///
    /// - Returns: whether the file is empty.
    private static func inspect(_ database: Database) throws -> Bool {
        let tables = try database.number("SELECT count(*) FROM sqlite_schema") ?? 0
        let version = try database.number("PRAGMA user_version") ?? 0
        let application = try database.number("PRAGMA application_id") ?? 0
        if tables == 0, version == 0, application == 0 { return true }
        guard application == Schema.applicationID else { throw StoreFailure.foreign }
        guard version > 0 else { throw StoreFailure.damaged("its schema is of version \(version)") }
        guard version >= Schema.firstVersion else { throw StoreFailure.earlier(version) }
        guard version <= Schema.version else { throw StoreFailure.newer(version) }
        return false
    }

    /// Creates the tables or applies missing migrations.
    private static func prepare(_ database: Database, isNew: Bool, isFrozen: Bool) throws {
        // Before the cache size, which SQLite converts to pages of the current size.
        if isNew, !isFrozen { try database.execute("PRAGMA page_size = 32768") }
        // A power cut may lose the last night, whose files are then read again; it cannot damage the file.
        try database.execute("PRAGMA synchronous = NORMAL")
        try database.execute("PRAGMA cache_size = -8192")
        let version = isNew ? Schema.firstVersion - 1 : try database.number("PRAGMA user_version") ?? 0
        if version == Schema.version { return }
        guard !isFrozen else { throw StoreFailure.earlier(version) }
        try database.execute("BEGIN IMMEDIATE")
        for migration in Schema.migrations.dropFirst(Int(version - Schema.firstVersion + 1)) {
            try database.execute(migration)
        }
        try database.execute("PRAGMA application_id = \(Schema.applicationID)")
        try database.execute("PRAGMA user_version = \(Schema.version)")
        try database.execute("COMMIT")
    }

    /// Runs `work` in a transaction. After an error the transaction is rolled back and the store must not be used any
    /// more.
    package func transaction<Result>(_ work: () throws -> Result) throws -> Result {
        try database.execute("BEGIN IMMEDIATE")
        do {
            let result = try work()
            if devicesChanged { try noteSpellings() }
            try changes.record(in: database)
            (changes, devicesChanged) = (PeriodSums(), false)
            try database.execute("COMMIT")
            try enableWAL()
            try database.execute("PRAGMA shrink_memory")
            return result
        } catch {
            // If even this fails, closing the connection rolls back.
            try? database.execute("ROLLBACK")
            throw error
        }
    }

    /// A statement that is prepared once: some run once for each file.
    func reused(_ sql: String) throws(StoreError) -> Statement { try statements.prepare(sql) }

    /// The value of a setting.
    package func setting(_ name: String) throws(StoreError) -> String? {
        let statement = try database.prepare("SELECT value FROM settings WHERE name = ?")
        try statement.bind(.text(name))
        return try statement.step() ? statement.text(0) : nil
    }

    /// Changes a setting. Call it within a transaction.
    package func setSetting(_ name: String, to value: String) throws(StoreError) {
        let statement = try database.prepare("INSERT OR REPLACE INTO settings VALUES (?, ?)")
        try statement.bind(.text(name), .text(value))
        try statement.run()
    }

    /// Moves the log into the file, as far as readers allow, and syncs both to disk: what is reported after this
    /// survives a power cut.
    package func checkpoint() throws(StoreError) {
        // Only the main database: SQLite would report its temporary one as locked (3.40).
        if usesWAL { try database.execute("PRAGMA main.wal_checkpoint(PASSIVE)") }
    }

    /// Verifies that the histories between two moments are as written.
    ///
    /// - Parameter read: the sums over all devices, as returned by ``HistoryReader``.
    package func check(_ read: PeriodSums, from first: Instant, through last: Instant) throws {
        let start = Period(containing: first)
        let known = try PeriodSums(in: start...max(start, Period(containing: last)), of: database)
        if read != known { throw StoreFailure.damaged("histories are missing, or are there twice") }
    }
}

/// Why a store cannot be used.
package enum StoreFailure: Error, Equatable {
    case database(StoreError)
    /// The file was empty, and the tables could not be created.
    case cannotMake(StoreError)
    /// The database of another program.
    case foreign
    /// Written by a later version of this program.
    case newer(Int64)
    /// Written by an earlier version, and there is no migration from it.
    case earlier(Int64)
    /// Something in it is not as it was written.
    case damaged(String)

    /// Whether the content of the file is damaged.
    package var isDamage: Bool {
        switch self {
        case .damaged: true
        case .database(let error): error.isNotADatabase
        case .cannotMake, .foreign, .newer, .earlier: false
        }
    }
}
