/// What stands in the folder of exports and is not read because of its name: no ending that exports have, or a dot in front.
package struct PassedOver: Equatable, Sendable {
    /// Files under another name; those whose names begin with a dot are not among them.
    package var count: Int
    /// Folders under another name. What is in them is not looked at; hidden ones are not counted.
    package var folders: Int
    /// The first names of these files and folders, in the order of their bytes, ``mostNames`` at the most.
    package var names: [String]
    /// How many files have names that begin with a dot. They are only counted.
    package var hidden: Int
    /// Whether the folder has no file with an export's name.
    package var isAll: Bool

    /// The names that are kept; the rest are counted.
    package static let mostNames = 20

    package init(
        count: Int = 0, folders: Int = 0, names: [String] = [], hidden: Int = 0, isAll: Bool = false
    ) {
        self.count = count
        self.folders = folders
        self.names = names
        self.hidden = hidden
        self.isAll = isAll
    }

    package var isEmpty: Bool { withNames == 0 && hidden == 0 }

    /// How many files and folders there are that may be named.
    package var withNames: Int { count + folders }
}

extension PassedOver {
    /// In one line, to be kept: `5/2/1/0/a.part/b.tmp`. No name has a slash in it.
    package var line: String {
        (["\(count)", "\(folders)", "\(hidden)", isAll ? "1" : "0"] + names).joined(separator: "/")
    }

    /// Nil where a text is no such line.
    package init?(line: String) {
        let parts = line.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 4, let count = Int(parts[0]), let folders = Int(parts[1]), let hidden = Int(parts[2]),
            ["0", "1"].contains(parts[3])
        else { return nil }
        self.init(count: count, folders: folders, names: Array(parts[4...]), hidden: hidden, isAll: parts[3] == "1")
    }
}
