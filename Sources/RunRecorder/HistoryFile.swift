import Foundation

/// The file that a history is kept in, with its lock and what was set aside, in one folder.
struct HistoryFile {
    private let folder: String

    init(folder: URL) {
        self.folder = folder.path
    }

    var path: String { folder + "/run-history" }
    private var lockPath: String { folder + "/run-history.lock" }
    /// One name will do: it is written to under the lock, and what a killed process left there is written over.
    private var unfinishedPath: String { folder + "/run-history.new" }

    /// A history of a thousand runs takes a tenth of this. What is larger is something else.
    private static let mostBytes = 4 << 20

    // MARK: Recording

    /// Changes the history on disk, alone among all processes. A history that stays as it is is not written.
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

    /// The history; an empty one where there is none yet; nil where it cannot be read, or is damaged: then it says nothing,
    /// least of all that there was no run. The next call that records sets it aside.
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

    /// nil where there is no file.
    private func contents() throws(RecorderError) -> History.Contents? {
        guard let bytes = try SystemFile.bytes(of: path, upTo: Self.mostBytes + 1) else { return nil }
        return bytes.count > Self.mostBytes ? .damaged : History.contents(of: bytes)
    }

    // MARK: Damaged files

    var setAsideCount: Int { setAsideNumbers.max() ?? 0 }

    /// Gives the damaged file a name with the next number. That is one step, so no file is counted twice or not at all.
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
