import Foundation

/// The path of a store's file, and of the files that SQLite puts beside it.
struct StorePath {
    let path: String

    private static let endings = ["-wal", "-shm", "-journal"]

    var isThere: Bool { access(path, F_OK) == 0 }

    /// Removes the file and those beside it.
    func remove() throws(NightFailure) {
        for path in [path] + Self.endings.map({ path + $0 }) where unlink(path) != 0 && errno != ENOENT {
            throw .cannotReplace(path, systemMessage())
        }
    }

    /// Renames the file and those beside it to a name with another, unused ending.
    ///
    /// - Returns: the new name.
    @discardableResult
    func setAside(as ending: String) throws(NightFailure) -> String {
        var name = "\(path).\(ending)"
        var number = 2
        while access(name, F_OK) == 0 {
            name = "\(path).\(ending)-\(number)"
            number += 1
        }
        // The file itself comes last: until then the others still belong to it.
        for ending in Self.endings where rename(path + ending, name + ending) != 0 && errno != ENOENT {
            throw .cannotReplace(path + ending, systemMessage())
        }
        guard rename(path, name) == 0 else { throw .cannotReplace(path, systemMessage()) }
        return name
    }

    /// Replaces another store by this one, which must be closed.
    func replace(_ other: StorePath) throws(NightFailure) {
        // The other store's log must go, or SQLite would apply it to this one.
        for ending in Self.endings where unlink(other.path + ending) != 0 && errno != ENOENT {
            throw .cannotReplace(other.path + ending, systemMessage())
        }
        guard rename(path, other.path) == 0 else { throw .cannotReplace(other.path, systemMessage()) }
        let folder = open(URL(fileURLWithPath: other.path).deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC)
        if folder >= 0 {
            fsync(folder)
            close(folder)
        }
    }
}
