import Records

extension Store {
    /// What is wrong with the store, as far as looking at all of it shows; empty where nothing is.
    ///
    /// SQLite's own check of every page and index, then each history: whether it is what was written, and whether its
    /// device and the contents it rests on are there.
    ///
    /// - Throws: at the first row or table that is not what was written.
    package func faults() throws -> [String] {
        var faults: [String] = []
        let pages = try database.prepare("PRAGMA integrity_check(20)")
        while try pages.step() {
            let line = pages.text(0)
            if line != "ok" { faults.append(line) }
        }
        guard faults.isEmpty else { return faults }
        let last = Int64(try nextContentID().rawValue)
        var unknownContents = 0
        let devices = try deviceNumbers()
        let read = try historySource.reader().forEachHistory(
            of: devices, from: .earliest, through: .latest, isEnough: { _, _ in true },
            { _, history in
                unknownContents += history.exports.count { Int64($0.content.rawValue) >= last }
            })
        try check(read, from: .earliest, through: .latest)
        try checkDevices()
        for content in try contents() { _ = try moments(of: content.id) }
        if unknownContents > 0 { faults.append("\(unknownContents) exports stand in files that nobody has read") }
        let strays = try database.number(
            "SELECT count(*) FROM histories WHERE (place & 0xFFFFFFFF) NOT IN (SELECT id FROM devices)")
        if let strays, strays > 0 { faults.append("\(strays) histories belong to no device") }
        return faults
    }
}
