#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// File operations by system calls: few calls for each step, and every error with the system's message.
enum SystemFile {
    /// Opens a file, and creates it for this account only. Below 0 on failure; `errno` says why.
    static func descriptor(of path: String, _ flags: Int32) -> Int32 {
        repeatedly { open(path, flags, 0o600) }
    }

    /// The bytes of a file, up to a limit; nil if there is no such file.
    static func bytes(of path: String, upTo most: Int) throws(RecorderError) -> [UInt8]? {
        // Non-blocking, because opening a pipe would wait for a writer.
        let descriptor = descriptor(of: path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw failure(path, "cannot be opened")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw RecorderError(path: path, reason: "is no file")
        }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 32 << 10)
        while bytes.count < most {
            let wanted = min(piece.count, most - bytes.count)
            let count = repeatedly { read(descriptor, &piece, wanted) }
            guard count >= 0 else { throw failure(path, "cannot be read") }
            if count == 0 { break }
            bytes += piece[..<count]
        }
        return bytes
    }

    /// Creates or overwrites a file.
    static func put(_ bytes: [UInt8], into path: String) throws(RecorderError) {
        let descriptor = descriptor(of: path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw failure(path, "cannot be opened for writing") }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = repeatedly { rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) } }
            guard count > 0 else {
                let failure = failure(path, "cannot be written")
                close(descriptor)
                throw failure
            }
            rest = rest.dropFirst(count)
        }
        // A full disk may be reported only here.
        guard close(descriptor) == 0 else { throw failure(path, "cannot be written") }
    }

    static func move(_ path: String, to other: String) throws(RecorderError) {
        guard rename(path, other) == 0 else { throw failure(path, "cannot be renamed") }
    }

    static func remove(_ path: String) {
        unlink(path)
    }

    /// An error with the system's message for the last failed call.
    static func failure(_ path: String, _ what: String) -> RecorderError {
        RecorderError(path: path, reason: "\(what): \(String(cString: strerror(errno)))")
    }

    /// Repeats a call that a signal interrupted.
    private static func repeatedly<Number: SignedInteger>(_ call: () -> Number) -> Number {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }
}
