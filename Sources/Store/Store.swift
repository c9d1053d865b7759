import Records

/// The store: one SQLite file that keeps what was read, so that a night costs what the night brought.
///
/// It is a cache. It can be deleted, and the next run makes it anew from the exports that are still there.
package final class Store {
    let database: Database
    let path: String
    /// The numbers of tasks and platforms; other threads may ask for them while this store is at work.
    package let tasks: NameTable
    package let platforms: NameTable
    var appNumbers: [[UInt8]: Int64] = [:]
    var knownAppTasks: Set<AppTask> = []
    let histories: HistoryStatements
    private var isAside = false
    private var statements: [String: Statement] = [:]
    /// Used again for each row that is written.
    let packedRuns = PackingBuffer()
    let packedExports = PackingBuffer()

    struct AppTask: Hashable {
        var app: Int64
        var task: TaskID
    }

    /// The version of the schema that this program writes.
    package static var schemaVersion: Int64 { Int64(Schema.migrations.count) }

    /// Opens the store in a file, and makes it where there is none.
    package init(path: String) throws(StoreFailure) {
        self.path = path
        do {
            database = try Database(path: path)
            try database.execute("PRAGMA busy_timeout = 60000")
            // What does not last is kept out of folders that are not this program's.
            try database.execute("PRAGMA temp_store = MEMORY")
            let isNew = try Self.prepare(database)
            tasks = try NameTable("tasks", in: database)
            platforms = try NameTable("platforms", in: database)
            histories = try HistoryStatements(database)
            try readApps()
            if !isNew { try keepAside() }
        } catch let error as StoreError {
            throw .database(error)
        } catch let error as StoreFailure {
            throw error
        } catch {
            throw .database(StoreError(code: 0, message: "\(error)", sql: ""))
        }
    }

    /// From the second transaction on, changes are first written beside the file (a write-ahead log): then a reader does
    /// not stop the night, nor the night a reader. The first one fills an empty file that nobody reads, and would only
    /// write everything twice.
    private func keepAside() throws(StoreError) {
        if isAside { return }
        try database.execute("PRAGMA journal_mode = WAL")
        isAside = true
    }

    private func readApps() throws(StoreError) {
        appNumbers = [:]
        let apps = try database.prepare("SELECT id, name FROM apps")
        while try apps.step() { appNumbers[Array(apps.bytes(1))] = apps.integer(0) }
    }

    /// Sees that the file is a store of this program, of a version that it knows, and brings it up to date.
    ///
    /// - Returns: whether there was nothing in the file.
    private static func prepare(_ database: Database) throws -> Bool {
        let tables = try database.number("SELECT count(*) FROM sqlite_schema") ?? 0
        let version = try database.number("PRAGMA user_version") ?? 0
        let application = try database.number("PRAGMA application_id") ?? 0
        if tables > 0 || version > 0 || application != 0 {
            guard application == Schema.applicationID else { throw StoreFailure.foreign }
            guard version <= schemaVersion else { throw StoreFailure.newer(version) }
        } else {
            try database.execute("PRAGMA page_size = 32768")
        }
        // A power cut may cost the last night, which is read again; it cannot damage the file.
        try database.execute("PRAGMA synchronous = NORMAL")
        try database.execute("PRAGMA cache_size = -8192")
        for (index, migration) in Schema.migrations.enumerated() where index >= version {
            try database.execute("BEGIN IMMEDIATE")
            try database.execute(migration)
            try database.execute("PRAGMA application_id = \(Schema.applicationID)")
            try database.execute("PRAGMA user_version = \(index + 1)")
            try database.execute("COMMIT")
        }
        return tables == 0
    }

    /// Does all of `work` or, where it fails, none of it.
    package func transaction<Result>(_ work: () throws -> Result) throws -> Result {
        let written = (tasks.written, platforms.written)
        try database.execute("BEGIN IMMEDIATE")
        do {
            let result = try work()
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
    func reused(_ sql: String) throws(StoreError) -> Statement {
        if let known = statements[sql] {
            known.reset()
            return known
        }
        let statement = try database.prepare(sql)
        statements[sql] = statement
        return statement
    }

    /// A setting by its name.
    package func setting(_ name: String) throws(StoreError) -> String? {
        let statement = try database.prepare("SELECT value FROM settings WHERE name = ?")
        try statement.bind(.text(name))
        return try statement.step() ? statement.text(0) : nil
    }

    package func setSetting(_ name: String, to value: String) throws(StoreError) {
        let statement = try database.prepare("INSERT OR REPLACE INTO settings VALUES (?, ?)")
        try statement.bind(.text(name), .text(value))
        try statement.run()
    }
}

/// Why a store cannot be used.
package enum StoreFailure: Error, Equatable {
    case database(StoreError)
    /// The file is a database of another program.
    case foreign
    /// A later version of this program wrote it.
    case newer(Int64)
    /// A row that this program did not write so.
    case damaged(String)

    package var isNewer: Bool {
        if case .newer = self { true } else { false }
    }
}
