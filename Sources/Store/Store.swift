package import Records

/// The store: one SQLite file that keeps what exports told and which files were read, so that a night costs what the night
/// brought.
///
/// Where files are overwritten or tidied away it is the only copy of what they told.
package final class Store {
    let database: Database
    let file: StoreFile
    private var nameTables: [NameKind: NameTable] = [:]
    var knownAppTasks: Set<AppTask> = []
    let histories: HistoryStatements
    private var hasLog = false
    private let statements: ReusedStatements
    /// Used again for each row that is written.
    let packing = PackingBuffer()
    /// The same for each that is read before it is written.
    var stored = History()
    /// What the transaction at hand changed.
    var changes = PeriodSums()
    /// Whether it brought devices that were not known, or took some away.
    var hasOtherDevices = false

    struct AppTask: Hashable {
        var app: UInt32
        var task: TaskID
    }

    /// Opens the store in a file, and makes it where there is none; one that is frozen must be there.
    ///
    /// - Parameter patience: how long to wait for another connection that holds the file, in seconds.
    package init(_ file: StoreFile, patience: Int = 60) throws(StoreFailure) {
        self.file = file
        var isNew = false
        do {
            database = try Database(file)
            try database.execute("PRAGMA busy_timeout = \(1_000 * patience)")
            // What does not last is kept out of folders that are not this program's.
            try database.execute("PRAGMA temp_store = MEMORY")
            isNew = try Self.look(at: database)
            try Self.prepare(database, isNew: isNew, isFrozen: file.isFrozen)
            statements = ReusedStatements(database)
            histories = try HistoryStatements(database)
            if !file.isFrozen { try beginLog() }
        } catch let error as StoreError {
            throw isNew ? .cannotMake(error) : .database(error)
        } catch let error as StoreFailure {
            throw error
        } catch {
            throw .database(StoreError(code: 0, message: "\(error)", sql: ""))
        }
    }

    /// The names of a kind. Read when they are first asked for: a night that brings nothing needs few of them.
    package func names(_ kind: NameKind) throws -> NameTable {
        if let known = nameTables[kind] { return known }
        let table = try NameTable(kind, in: database)
        nameTables[kind] = table
        return table
    }

    /// Once there is something in the file, changes are first written beside it (a write-ahead log): then a reader does
    /// not stop the night, nor the night a reader. What fills an empty file, which nobody reads, would only be written
    /// twice.
    private func beginLog() throws(StoreError) {
        if hasLog { return }
        guard try hasContents() else { return }
        try database.execute("PRAGMA journal_mode = WAL")
        hasLog = true
    }

    /// Sees that the file is a store of this program, of a version that it knows.
    ///
    /// - Returns: whether there is nothing in the file.
    private static func look(at database: Database) throws -> Bool {
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

    /// Brings the tables up to date, and makes them where there are none.
    private static func prepare(_ database: Database, isNew: Bool, isFrozen: Bool) throws {
        // Before the room for pages: SQLite counts that in pages of the size that there is when it is set.
        if isNew, !isFrozen { try database.execute("PRAGMA page_size = 32768") }
        // A power cut may cost the last night, which is read again; it cannot damage the file.
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

    /// Does all of `work` or, where it fails, none of it; a store that failed is of no more use.
    package func transaction<Result>(_ work: () throws -> Result) throws -> Result {
        try database.execute("BEGIN IMMEDIATE")
        do {
            let result = try work()
            if hasOtherDevices { try noteSpellings() }
            try changes.record(in: database)
            (changes, hasOtherDevices) = (PeriodSums(), false)
            try database.execute("COMMIT")
            try beginLog()
            try database.execute("PRAGMA shrink_memory")
            return result
        } catch {
            // Where even this fails, closing the connection takes everything back.
            try? database.execute("ROLLBACK")
            throw error
        }
    }

    /// A statement that is prepared once, for what each file asks: folders may hold many.
    func reused(_ sql: String) throws(StoreError) -> Statement { try statements.prepare(sql) }

    /// A setting by its name.
    package func setting(_ name: String) throws(StoreError) -> String? {
        let statement = try database.prepare("SELECT value FROM settings WHERE name = ?")
        try statement.bind(.text(name))
        return try statement.step() ? statement.text(0) : nil
    }

    /// Keeps a setting. Like all that writes, it belongs into a transaction.
    package func setSetting(_ name: String, to value: String) throws(StoreError) {
        let statement = try database.prepare("INSERT OR REPLACE INTO settings VALUES (?, ?)")
        try statement.bind(.text(name), .text(value))
        try statement.run()
    }

    /// Brings what stands in the log beside the file into the file, as far as no reader stands in the way, and both to
    /// the disk: what is told of the store after this, a power cut does not take back.
    package func settle() throws(StoreError) {
        // Of the main database alone: SQLite has another one for what does not last, and takes that for locked (3.40).
        if hasLog { try database.execute("PRAGMA main.wal_checkpoint(PASSIVE)") }
    }

    /// Sees that the histories from one moment to another are as they were written.
    ///
    /// - Parameter read: of all devices, as ``HistoryReader`` gave it.
    package func check(_ read: PeriodSums, from first: Instant, through last: Instant) throws {
        let start = Period(containing: first)
        let known = try PeriodSums(in: start...max(start, Period(containing: last)), of: database)
        if read != known { throw StoreFailure.damaged("histories are missing, or are there twice") }
    }
}

/// Why a store cannot be used.
package enum StoreFailure: Error, Equatable {
    case database(StoreError)
    /// There was nothing in the file, and the tables could not be made.
    case cannotMake(StoreError)
    /// The file is a database of another program.
    case foreign
    /// A later version of this program wrote it.
    case newer(Int64)
    /// An earlier version did, of which this one cannot make a store of its own.
    case earlier(Int64)
    /// Something in it is not what this program wrote.
    case damaged(String)

    /// Whether what is in the file is not what was written, whatever else may be wrong.
    package var isDamage: Bool {
        switch self {
        case .damaged: true
        case .database(let error): error.isNotADatabase
        case .cannotMake, .foreign, .newer, .earlier: false
        }
    }
}
