import Ingest
import Records
import Store

/// Keeps what is remembered of files, in the store. Used on the writer's queue alone.
final class FileLedger: @unchecked Sendable {
    /// The files as they stood before.
    private let known: [[UInt8]: KnownFile]
    private(set) var outcome = Intake.Outcome()
    /// Where in the outcome a content is that came tonight.
    private var indices: [ContentID: Int] = [:]

    init(_ known: [[UInt8]: KnownFile]) {
        self.known = known
    }

    /// Remembers a file that was looked at, and what was read of it.
    func note(_ read: FileReading.Read, of file: ListedFile, in store: Store) throws {
        let before = known[file.name]
        var now = KnownFile(facts: file.facts, content: before?.content)
        if let failure = read.failure {
            now.refusal = FileRefusal(code: failure.refusal.rawValue, detail: failure.detail)
            // What was taken before it failed stays taken, and is in the ledger until the file is read whole.
            if read.ledger.exports > 0 { now.content = try add(read, of: file, in: store) }
            if now != before { noteRead(file, failure, read.ledger) }
        } else {
            now.content = try content(read, of: file, in: store)
        }
        if let old = before?.content, old != now.content { try store.removeUnfinished(old) }
        if now != before { try store.set(now, at: file.name) }
    }

    private func content(_ read: FileReading.Read, of file: ListedFile, in store: Store) throws -> ContentID {
        if let hash = read.hash, let same = try store.content(hash: hash.bytes, nameDate: dating(read, file)) {
            outcome.recognised += 1
            if read.ledger.exports == 0 {
                // Files that are of no use are each named, however alike they are.
                outcome.read.append((file.name, read.ledger.withoutMarks))
            } else if let index = indices[same], file.name.lexicographicallyPrecedes(outcome.read[index].name) {
                // Of equal files that come in one night the first name is told, whichever was read first.
                outcome.read[index].name = file.name
            }
            try store.note(file.name, of: same)
            return same
        }
        outcome.read.append((file.name, read.ledger.withoutMarks))
        let content = try add(read, of: file, in: store)
        indices[content] = outcome.read.count - 1
        return content
    }

    private func add(_ read: FileReading.Read, of file: ListedFile, in store: Store) throws -> ContentID {
        try store.addContent(of: file.name, hash: read.hash?.bytes, nameDate: dating(read, file), read.ledger)
    }

    /// The date in a file's name, where it dated exports: under another name the same bytes say something else.
    private func dating(_ read: FileReading.Read, _ file: ListedFile) -> String? {
        read.ledger.tallies[Remark(.datedByName)] == nil ? nil : file.nameDate?.text
    }

    private func noteRead(_ file: ListedFile, _ failure: ReadFailure, _ ledger: Ledger) {
        var ledger = ledger.withoutMarks
        let remark = Remark(.refused, failure.refusal)
        if ledger.tallies[remark] == nil { ledger.note(remark, at: failure.detail) }
        outcome.read.append((file.name, ledger))
    }
}
