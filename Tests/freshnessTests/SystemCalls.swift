import Foundation
import TestSupport
import Testing

/// What a run of the built program asked of the system.
struct SystemCalls {
    /// How often each file was opened, by its path.
    var opens: [String: Int] = [:]
    var bytesRead: [String: Int] = [:]
    /// How often it waited for the disk.
    var syncs = 0

    init(of arguments: [String]) throws {
        // A file for each thread (-ff), or calls that take a while would be split. `?` is before calls that are not on
        // every processor.
        let calls = "openat,?open,?creat,read,pread64,fsync,fdatasync"
        let threads = try Tools.trace { file in
            ["strace", "-ff", "-y", "-s", "0", "-e", "trace=\(calls)", "-o", file, BuiltProgram.url.path] + arguments
        }
        for line in threads.joined().split(separator: "\n") {
            if let open = line.firstMatch(of: /^(?:open|openat|creat)\(.*?"(.*?)"/) {
                opens[String(open.1), default: 0] += 1
            } else if let read = line.firstMatch(of: /^(?:read|pread64)\(\d+<(.*?)>.* = (\d+)$/) {
                bytesRead[String(read.1), default: 0] += Int(read.2) ?? 0
            } else if line.starts(with: /f(?:data)?sync\(/) {
                syncs += 1
            }
        }
        // Or it is the trace that is not understood.
        try #require(opens.keys.contains { $0.hasSuffix("/slo.json") })
    }
}
