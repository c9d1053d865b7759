import Foundation

/// The file of a history, with its lock and a damaged file that was set aside, in one folder.
struct HistoryFile {
    private let folder: String

    init(folder: URL) {
        self.folder = folder.path
    }

    var path: String { folder + "/run-history" }
    private var lockPath: String { folder + "/run-history.lock" }
    /// One name is enough: it is written only under the lock, and overwrites what a killed process left.
    private var unfinishedPath: String { folder + "/run-history.new" }

    /// A history of a thousand runs takes a tenth of this. A larger file is something else.
    private static let maxBytes = 4 << 20

    // MARK: Recording

    /// Changes the history on disk under the lock. An unchanged history is not written.
    func update<Value>(_ change: (inout History) -> Value) throws(RecorderError) -> Value {
        let lock = try FileLock(lockPath, in: folder)
        defer { lock.release() }
        let before = try historyToChange()
        var history = before
        let value = change(&history)
        if history != before { try write(history) }
        return value
    }

    private func historyToChange() throws(RecorderError) -> History {
        switch try contents() {
        case nil: return History()
        case .history(let history): return history
        case .damaged:
            try setAside()
            return History()
        case .newer(let version):
            throw RecorderError(
                path: path, reason: "it was written by a later version (\(version)), and is left as it is")
        }
    }

    private func write(_ history: History) throws(RecorderError) {
        do {
            try SystemFile.put(history.lines, into: unfinishedPath)
            try SystemFile.move(unfinishedPath, to: path)
        } catch {
            SystemFile.remove(unfinishedPath)
            throw error
        }
    }

    // MARK: Reading

    /// The history; empty if there is no file yet; nil if the file cannot be read or is damaged, which does not mean
    /// that there was no run. The next call that records sets a damaged file aside.
    func read() -> History? {
        do {
            switch try contents() {
            case .history(let history): return history
            case nil: return History()
            case .damaged, .newer: return nil
            }
        } catch {
            return nil
        }
    }

    /// Nil if there is no file.
    private func contents() throws(RecorderError) -> History.Contents? {
        guard let bytes = try SystemFile.bytes(of: path, upTo: Self.maxBytes + 1) else { return nil }
        return bytes.count > Self.maxBytes ? .damaged : History.contents(of: bytes)
    }

    // MARK: Damaged files

    var setAsideCount: Int { setAsideNumbers.max() ?? 0 }

    /// Renames the damaged file with the next number. A rename is atomic, so each file is counted exactly once.
    private func setAside() throws(RecorderError) {
        let earlier = setAsideNumbers
        try SystemFile.move(path, to: setAsidePath((earlier.max() ?? 0) + 1))
        for number in earlier { SystemFile.remove(setAsidePath(number)) }
    }

    private static let setAsidePrefix = "run-history.damaged-"

    private func setAsidePath(_ number: Int) -> String { "\(folder)/\(Self.setAsidePrefix)\(number)" }

    private var setAsideNumbers: [Int] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasPrefix(Self.setAsidePrefix) }
            .compactMap { Int($0.dropFirst(Self.setAsidePrefix.count)) }
            .filter { $0 > 0 && $0 < Int(Int32.max) }
    }
}
