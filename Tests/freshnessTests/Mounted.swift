import Foundation
import TestSupport
import Testing

/// A file system that is mounted for a test. It is in a mount namespace of its own: nobody else sees it, and it goes
/// with the process that holds it.
final class Mounted {
    private let place: TemporaryFolder
    private let holder = Process()

    static let isAllowed =
        (try? ProgramRun(ofTool: ["unshare", "-m", "mount", "-t", "tmpfs", "none", "/tmp"]).exitCode) == 0
    static let refusal: Comment = "mounting is for root on Linux, and not in every container"

    /// - Parameter mounting: a shell's commands that mount something at `$0`.
    init(_ mounting: String) throws {
        place = try TemporaryFolder()
        let ready = Pipe()
        holder.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        holder.arguments = ["unshare", "-m", "sh", "-ec", mounting + "; echo; exec sleep 3600", place.path]
        holder.standardInput = FileHandle.nullDevice
        holder.standardOutput = ready
        try holder.run()
        try #require(try ready.fileHandleForReading.read(upToCount: 1)?.count == 1, "\(mounting)")
    }

    deinit {
        holder.terminate()
        holder.waitUntilExit()
    }

    /// Where it is for those in the namespace, and the call to start them with.
    var path: String { place.path }
    var entrance: [String] { ["nsenter", "--mount=/proc/\(holder.processIdentifier)/ns/mnt"] }

    /// The way to it from outside.
    var url: URL { URL(fileURLWithPath: "/proc/\(holder.processIdentifier)/root\(place.path)") }

    /// A disk of its own, in memory.
    static func disk(megabytes: Int = 16) throws -> Mounted {
        try Mounted("mount -t tmpfs -o size=\(megabytes)m none \"$0\"")
    }

    /// A folder that can be read here and not written.
    static func readOnly(_ folder: String) throws -> Mounted {
        try Mounted("mount --bind '\(folder)' \"$0\"; mount -o remount,ro,bind \"$0\"")
    }

    private var filler: String { url.path + "/filler" }

    /// Leaves no more room than so many pages of 4 KB.
    func fill(leaving pages: Int) throws {
        let file = open(filler, O_WRONLY | O_CREAT, 0o600)
        defer { close(file) }
        var status = statvfs()
        try #require(fstatvfs(file, &status) == 0 && status.f_bsize == 4_096)
        let size = (Int(status.f_bavail) - pages) * 4_096
        try #require(size >= 0 && posix_fallocate(file, 0, off_t(size)) == 0)
    }

    /// Makes room again.
    func empty() throws { try FileManager.default.removeItem(atPath: filler) }
}
