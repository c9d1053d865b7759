import Foundation

/// How many transactions wrote the store, in a file beside it. A store that counts fewer has lost the last of them: its
/// log is gone, or an older copy of it was put back.
enum Writings {
    /// The count in a folder; 0 where there is none.
    static func recorded(in folder: String) throws(Problem) -> Int64 {
        guard access(path(in: folder), F_OK) == 0 else { return 0 }
        let bytes = try? FileSource.contents(of: FilePath(path(in: folder)), atMost: 64)
        let text = bytes.map { String(decoding: $0, as: UTF8.self) } ?? ""
        guard text.hasSuffix("\n"), let count = Int64(text.dropLast()), count >= 0 else {
            throw .cannotRun(
                "\(path(in: folder)) does not say how often the store was written",
                "make the store anew from the exports: freshness rebuild")
        }
        return count
    }

    /// Keeps a count, once the store is on the disk that has it.
    static func record(_ count: Int64, in folder: String) throws(Problem) {
        if (try? recorded(in: folder)) == count { return }
        let path = path(in: folder)
        try WholeFile.write(Array("\(count)\n".utf8), to: path, through: path + ".unfinished")
    }

    static func forget(in folder: String) { unlink(path(in: folder)) }

    private static func path(in folder: String) -> String { folder + "/writings" }
}
