package import Records

/// The store: one SQLite file that keeps what was read, so that a night costs what the night brought.
///
/// It is a cache. It can be deleted, and the next run makes it anew from the exports that are still there.
package final class Store {
    let database: Database
    let file: StoreFile
    /// The numbers of tasks and platforms; other threads may ask for them while this store is at work.
    package let tasks: NameTable
    package let platforms: NameTable
    var appNumbers: [[UInt8]: Int64] = [:]
    var knownAppTasks: Set<AppTask> = []
    let histories: HistoryStatements
    private var isAside = false
    private let statements: ReusedStatements
    /// Used again for each row that is written.
    let packedRuns = PackingBuffer()
    let packedExports = PackingBuffer()
    /// The same for each that is read before it is written.
    var stretch = Stretch()
    let sums: TableSums

    struct AppTask: Hashable {
        var app: Int64
        var task: TaskID
    }

    /// The version of the schema that this program writes.
    package static var schemaVersion: Int64 { Int64(Schema.migrations.count) }

    /// Opens the store in a file, and makes it where there is none; one that is frozen must be there.
    ///
    /// - Parameter writings: how many there were at least (``writings()``).
    /// - Throws: where the tables that every call reads are not as they were written, too.
    package init(_ file: StoreFile, atLeast writings: Int64 = 0) throws(StoreFailure) {
        self.file = file
        do {
            database = try Database(file)
            try database.addRowHashes()
            try database.execute("PRAGMA busy_timeout = 60000")
            // What does not last is kept out of folders that are not this program's.
            try database.execute("PRAGMA temp_store = MEMORY")
            statements = ReusedStatements(database)
            sums = TableSums(statements)
            let isNew = try Self.look(at: database)
            if isNew, writings > 0 { throw StoreFailure.behind }
            try Self.prepare(database, sums, isNew: isNew, isFrozen: file.isFrozen)
            try sums.checkTables()
            tasks = try NameTable("tasks", in: database)
            platforms = try NameTable("platforms", in: database)
            histories = try HistoryStatements(database)
            try readApps()
            if try self.writings() < writings { throw StoreFailure.behind }
            if !file.isFrozen { try keepAside() }
        } catch let error as StoreError {
            throw .database(error)
        } catch let error as StoreFailure {
            throw error
        } catch {
            throw .database(StoreError(code: 0, message: "\(error)", sql: ""))
        }
    }

    /// Once there is something in the file, changes are first written beside it (a write-ahead log): then a reader does
    /// not stop the night, nor the night a reader. What fills an empty file, which nobody reads, would only be written
    /// twice.
    private func keepAside() throws(StoreError) {
        if isAside { return }
        guard try database.number("SELECT 1 FROM contents LIMIT 1") != nil else { return }
        try database.execute("PRAGMA journal_mode = WAL")
        isAside = true
    }

    private func readApps() throws(StoreError) {
        appNumbers = [:]
        let apps = try database.prepare("SELECT id, name FROM apps")
        while try apps.step() { appNumbers[Array(apps.bytes(1))] = apps.integer(0) }
    }

    /// Sees that the file is a store of this program, of a version that it knows.
    ///
    /// - Returns: whether there is nothing in the file.
    private static func look(at database: Database) throws -> Bool {
        let tables = try database.number("SELECT count(*) FROM sqlite_schema") ?? 0
        let version = try version(of: database)
        let application = try database.number("PRAGMA application_id") ?? 0
        if tables == 0, version == 0, application == 0 { return true }
        guard application == Schema.applicationID else { throw StoreFailure.foreign }
        guard version > 0 else { throw StoreFailure.damaged("its schema is of version \(version)") }
        guard version <= schemaVersion else { throw StoreFailure.newer(version) }
        return false
    }

    private static func version(of database: Database) throws -> Int64 {
        try database.number("PRAGMA user_version") ?? 0
    }

    /// Brings the tables up to date, and makes them where there are none.
    private static func prepare(_ database: Database, _ sums: TableSums, isNew: Bool, isFrozen: Bool) throws {
        // Before the room for pages: SQLite counts that in pages of the size that there is when it is set.
        if isNew, !isFrozen { try database.execute("PRAGMA page_size = 32768") }
        // A power cut may cost the last night, which is read again; it cannot damage the file.
        try database.execute("PRAGMA synchronous = NORMAL")
        try database.execute("PRAGMA cache_size = -8192")
        let version = try version(of: database)
        if version == schemaVersion { return }
        guard !isFrozen else { throw StoreFailure.earlier(version) }
        try database.execute("BEGIN IMMEDIATE")
        for migration in Schema.migrations.dropFirst(Int(version)) { try database.execute(migration) }
        try database.execute("PRAGMA application_id = \(Schema.applicationID)")
        try database.execute("PRAGMA user_version = \(schemaVersion)")
        try sums.record()
        try database.execute("COMMIT")
    }

    /// Does all of `work` or, where it fails, none of it.
    package func transaction<Result>(_ work: () throws -> Result) throws -> Result {
        let written = (tasks.written, platforms.written)
        try database.execute("BEGIN IMMEDIATE")
        sums.begin()
        do {
            let result = try work()
            try countWriting()
            try sums.record()
            try database.execute("COMMIT")
            try keepAside()
            try database.execute("PRAGMA shrink_memory")
            return result
        } catch {
            // Where even this fails, closing the connection takes everything back.
            try? database.execute("ROLLBACK")
            // What is known in memory of rows that are gone is forgotten with them.
            (tasks.written, platforms.written) = written
            knownAppTasks = []
            try readApps()
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

    /// How many transactions wrote this store: a file that lost the last of them is known by it.
    package func writings() throws(StoreError) -> Int64 { try setting(Self.writings).flatMap { Int64($0) } ?? 0 }

    private static let writings = "writings"

    private func countWriting() throws(StoreError) {
        try setSetting(Self.writings, to: String(try writings() + 1))
    }

    /// Brings what stands in the log beside the file into the file, as far as no reader stands in the way, and both to
    /// the disk: what is told of the store after this, a power cut does not take back.
    package func settle() throws(StoreError) {
        // Of the main database alone: SQLite has another one for what does not last, and takes that for locked (3.40).
        if isAside { try database.execute("PRAGMA main.wal_checkpoint(PASSIVE)") }
    }

    /// Sees that the devices are as they were written. It takes a look at each of them, by name and by number: worth it
    /// before some are looked up.
    package func checkDevices() throws { try sums.checkDevices() }

    /// Sees that the histories from one moment to another are as they were written.
    ///
    /// - Parameter read: of all devices, as ``HistoryReader`` gave it.
    package func check(_ read: HistorySums, from first: Instant, through last: Instant) throws {
        let start = Period(containing: first)
        try sums.check(read, in: start...max(start, Period(containing: last)))
    }
}

/// Why a store cannot be used.
package enum StoreFailure: Error, Equatable {
    case database(StoreError)
    /// The file is a database of another program.
    case foreign
    /// A later version of this program wrote it.
    case newer(Int64)
    /// An earlier version did, and it cannot be brought up to date by a call that writes nothing.
    case earlier(Int64)
    /// What was written last is not in it.
    case behind
    /// A row that this program did not write so.
    case damaged(String)

    package var isNewer: Bool {
        if case .newer = self { true } else { false }
    }

    static func missing(_ place: Int64) -> StoreFailure { .damaged("the history at \(place) is not there") }

    static func changed(_ table: String) -> StoreFailure {
        .damaged("what its table `\(table)` holds is not what was written")
    }
}
