import CPlatform
import Foundation

/// The rights that the process keeps: to read, and to change what is beneath a few folders. It opens no socket and starts
/// no program. The kernel sees to it.
enum Confinement {
    /// Gives up all others, before anything is read that somebody else wrote.
    ///
    /// - Returns: what is to be said of it to those who want to know.
    /// - Parameter made: folders of these that were made for this call; where they stay empty they may be removed again.
    static func confine(to folders: [String], made: [String]) throws(Problem) -> String {
        let parents = made.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path }
        let paths = (folders + parents).map { strdup($0) }
        defer { for path in paths { free(path) } }
        let version = paths.map { UnsafePointer($0) }.withUnsafeBufferPointer { paths in
            freshness_confine(
                paths.baseAddress, folders.count, paths.baseAddress?.advanced(by: folders.count), parents.count)
        }
        if version < 0 {
            throw .cannotRun(
                "the kernel refused to set up this program's sandbox (\(String(cString: strerror(-version))))",
                "check whether the program runs inside another sandbox that forbids it")
        }
        let isAlone = freshness_refuse_sockets_and_programs() != 0
        let beneath = folders.isEmpty ? "nowhere" : "only in \(folders.joined(separator: " and "))"
        return [
            version == 0
                ? "this kernel has no Landlock: only this program itself limits where it writes"
                : "this process can write \(beneath) (Landlock \(version))",
            isAlone
                ? "it can open no socket and start no program (seccomp)"
                : "this kernel has no seccomp: only this program itself keeps from opening sockets and starting programs",
        ].joined(separator: "; ")
    }
}
