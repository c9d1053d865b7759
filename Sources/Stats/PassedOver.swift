/// What is in the folder of exports but is not read because of its name: without an export's ending, or with a leading
/// dot.
package struct PassedOver: Equatable, Sendable {
    /// How many files have such a name, without those with a leading dot.
    package var count: Int
    /// How many folders have such a name. Their content is ignored, and hidden folders are not counted.
    package var folders: Int
    /// The first names of these files and folders in byte order, at most ``maxNames``.
    package var names: [String]
    /// How many files have a leading dot. They are only counted.
    package var hidden: Int
    /// Whether the folder has no file with an export's name.
    package var isAll: Bool

    /// How many names are kept; the rest are counted.
    package static let maxNames = 20

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
    /// As one line for storage: `5/2/1/0/a.part/b.tmp`. File names cannot contain a slash.
    package var line: String {
        (["\(count)", "\(folders)", "\(hidden)", isAll ? "1" : "0"] + names).joined(separator: "/")
    }

    /// Nil if the text is not such a line.
    package init?(line: String) {
        let parts = line.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.count >= 4, let count = Int(parts[0]), let folders = Int(parts[1]), let hidden = Int(parts[2]),
            ["0", "1"].contains(parts[3])
        else { return nil }
        self.init(count: count, folders: folders, names: Array(parts[4...]), hidden: hidden, isAll: parts[3] == "1")
    }
}
