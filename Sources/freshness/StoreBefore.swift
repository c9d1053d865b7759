import Foundation

/// The store that a rebuild takes the place of. It is kept under another name until the new one is whole; a rebuild that
/// was killed, or had no room, has then never been.
struct StoreBefore {
    private let path: String
    private var kept: String { path + ".before" }

    /// What SQLite puts beside a file.
    private static let ends = ["-wal", "-shm", "-journal"]

    init(_ path: String) {
        self.path = path
    }

    /// Whether a rebuild is at work, or ended before it was done.
    var isThere: Bool { access(kept, F_OK) == 0 }

    /// The file itself comes last: as long as it is where it was, the others belong there as well.
    func setAside() {
        for end in Self.ends { rename(path + end, kept + end) }
        rename(path, kept)
    }

    /// Puts everything back, as far as it is aside.
    func putBack() {
        if isThere {
            // What was made so far; the file last, since without it the others are those that were put back.
            if access(path, F_OK) == 0 {
                for end in Self.ends { unlink(path + end) }
                unlink(path)
            }
            rename(kept, path)
        }
        for end in Self.ends { rename(kept + end, path + end) }
    }

    /// Lets it go; one that could not be read stays as `.damaged`, since nobody knows what is in it.
    func letGo(isDamaged: Bool) {
        for end in Self.ends { unlink(kept + end) }
        if isDamaged { rename(kept, path + ".damaged") } else { unlink(kept) }
    }
}
