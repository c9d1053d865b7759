import Foundation

/// How many transactions wrote the store, in a file beside it. A store that counts fewer has lost the last of them: its
/// log is gone, or an older copy of it was put back.
enum Writings {
    /// The count in a folder; 0 where there is none, or none that can be read: a power cut may leave the file empty.
    static func recorded(in folder: String) -> Int64 {
        let bytes = try? FileSource.contents(of: FilePath(path(in: folder)), atMost: 64)
        return bytes.flatMap { Int64(String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)) } ?? 0
    }

    /// Keeps a count, once the store is on the disk that has it.
    static func record(_ count: Int64, in folder: String) throws(Problem) {
        if recorded(in: folder) == count { return }
        let path = path(in: folder)
        try WholeFile.write(Array("\(count)\n".utf8), to: path, through: path + ".unfinished", lasting: false)
    }

    static func forget(in folder: String) { unlink(path(in: folder)) }

    private static func path(in folder: String) -> String { folder + "/writings" }
}
