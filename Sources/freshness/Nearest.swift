/// Which name somebody meant who mistyped one.
enum Nearest {
    /// The advice to whoever gave a name that is not there: the nearest one, or all where none is near.
    ///
    /// - Parameter all: what to say of all of them: `the commands are`.
    static func advice(for typed: String, among names: [String], all: String) -> String {
        if let name = name(for: typed, among: names) { return "did you mean `\(name)`?" }
        return "\(all) \(names.joined(separator: ", "))"
    }

    /// The nearest of the names, of several the first; nil where none is near: no more than one letter in three may be
    /// wrong, and one always may.
    static func name(for typed: String, among names: [String]) -> String? {
        let letters = Array(typed.unicodeScalars)
        // The hyphens of an option are no letters that could be wrong.
        let most = max(1, letters.drop { $0 == "-" }.count / 3)
        let near = names.compactMap { name -> (name: String, distance: Int)? in
            let others = Array(name.unicodeScalars)
            guard abs(others.count - letters.count) <= most else { return nil }
            let distance = distance(letters, others)
            return distance <= most ? (name, distance) : nil
        }
        return near.min { $0.distance < $1.distance }?.name
    }

    /// How many letters must be put in, left out, changed or swapped with their neighbour to turn one text into the other
    /// (optimal string alignment: no letter is touched twice).
    private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
        var rows = [Array(0...b.count)]
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                let change = rows[i][j] + (a[i] == b[j] ? 0 : 1)
                var least = min(change, rows[i][j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { least = min(least, rows[i - 1][j - 1] + 1) }
                row.append(least)
            }
            rows.append(row)
        }
        return rows[a.count][b.count]
    }
}
