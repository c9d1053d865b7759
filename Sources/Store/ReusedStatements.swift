/// Statements that are prepared once and reused.
final class ReusedStatements {
    private let database: Database
    private var known: [String: Statement] = [:]

    init(_ database: Database) {
        self.database = database
    }

    /// A statement that is reset and ready to run.
    func prepare(_ sql: String) throws(StoreError) -> Statement {
        if let statement = known[sql] {
            statement.reset()
            return statement
        }
        let statement = try database.prepare(sql)
        known[sql] = statement
        return statement
    }
}
