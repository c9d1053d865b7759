import Foundation

/// Where a store's file is, with what SQLite puts beside it.
struct StorePath {
    let path: String

    private static let endings = ["-wal", "-shm", "-journal"]

    var isThere: Bool { access(path, F_OK) == 0 }

    /// Removes the file and all beside it.
    func remove() throws(NightFailure) {
        for path in [path] + Self.endings.map({ path + $0 }) where unlink(path) != 0 && errno != ENOENT {
            throw .cannotReplace(path, systemMessage())
        }
    }

    /// Gives the file, and all beside it, a name with another ending that nothing has yet.
    ///
    /// - Returns: that name.
    @discardableResult
    func setAside(as ending: String) throws(NightFailure) -> String {
        var name = "\(path).\(ending)"
        var number = 2
        while access(name, F_OK) == 0 {
            name = "\(path).\(ending)-\(number)"
            number += 1
        }
        // The file itself comes last: as long as it is where it was, the others belong there as well.
        for ending in Self.endings where rename(path + ending, name + ending) != 0 && errno != ENOENT {
            throw .cannotReplace(path + ending, systemMessage())
        }
        guard rename(path, name) == 0 else { throw .cannotReplace(path, systemMessage()) }
        return name
    }

    /// Puts this store, which nobody has open, in the place of another one.
    func take(placeOf other: StorePath) throws(NightFailure) {
        // What is beside the other one is of it, and SQLite would take it for this one's.
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
