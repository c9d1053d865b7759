import Records

extension Store {
    /// All faults in the store that a full check finds; empty if there are none.
    ///
    /// Runs SQLite's own check of every page and index, then verifies the hash of each history, name, mark and refused
    /// device, and that each history's device exists.
    ///
    /// - Throws: at the first row that does not match its hash.
    package func faults() throws -> [String] {
        var faults: [String] = []
        let pages = try database.prepare("PRAGMA integrity_check(20)")
        while try pages.step() {
            let line = pages.text(0)
            if line != "ok" { faults.append(line) }
        }
        guard faults.isEmpty else { return faults }
        for kind in NameKind.allCases { _ = try names(kind) }
        let everything = Instant.earliest..<Instant.latest
        let read = try historySource.reader().forEachHistory(
            of: 1..<(1 << 32), from: everything.lowerBound, through: everything.upperBound, isEnough: { _ in true },
            { _, _ in })
        try check(read, from: everything.lowerBound, through: everything.upperBound)
        try checkMarks()
        try checkRefusedDevices()
        let strays = try database.number(
            "SELECT count(*) FROM histories WHERE (place & 0xFFFFFFFF) NOT IN (SELECT id FROM devices)")
        if let strays, strays > 0 { faults.append("\(strays) histories belong to no device") }
        return faults
    }
}
