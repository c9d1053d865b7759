import Records

extension Store {
    /// What is wrong with the store, as far as looking at all of it shows; empty where nothing is.
    ///
    /// SQLite's own check of every page and index, then each history: whether it can be read, and whether its device and
    /// the contents it rests on are there.
    package func faults() throws -> [String] {
        var faults: [String] = []
        let check = try database.prepare("PRAGMA integrity_check(20)")
        while try check.step() {
            let line = check.text(0)
            if line != "ok" { faults.append(line) }
        }
        guard faults.isEmpty else { return faults }
        let last = Int64(try nextContentID().rawValue)
        var unknownContents = 0
        let devices = try deviceNumbers()
        try historySource.reader().forEachHistory(
            of: devices, from: .earliest, through: .latest, isEnough: { _, _ in true },
            { _, history in
                unknownContents += history.exports.count { Int64($0.content.rawValue) >= last }
            })
        if unknownContents > 0 { faults.append("\(unknownContents) exports stand in files that nobody has read") }
        let strays = try database.number(
            "SELECT count(*) FROM histories WHERE (place & 0xFFFFFFFF) NOT IN (SELECT id FROM devices)")
        if let strays, strays > 0 { faults.append("\(strays) histories belong to no device") }
        return faults
    }
}
