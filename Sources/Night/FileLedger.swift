import Ingest
import Records
import Store

/// Updates the ledger of files in the store. Used only on the writer's queue.
final class FileLedger: @unchecked Sendable {
    /// The files as they were before.
    private let known: [[UInt8]: KnownFile]
    private(set) var outcome = Intake.Outcome()
    /// The index in the outcome of each content added tonight.
    private var indices: [ContentID: Int] = [:]

    init(_ known: [[UInt8]: KnownFile]) {
        self.known = known
    }

    /// Records a file that was looked at, and what was read from it.
    func note(_ read: FileReading.Read, of file: ListedFile, in store: Store) throws {
        let before = known[file.name]
        var now = KnownFile(facts: file.facts, content: before?.content)
        if let failure = read.failure {
            now.refusal = FileRefusal(code: failure.refusal.rawValue, detail: failure.detail)
            // What was used before the failure stays, and is in the ledger until the file is read completely.
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
                // Every file with no usable export is named, even if files are equal.
                outcome.read.append((file.name, read.ledger.withoutMarks))
            } else if let index = indices[same], file.name.lexicographicallyPrecedes(outcome.read[index].name) {
                // Of equal files in one night the first name is reported, whichever was read first.
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

    /// The date in a file's name if it dated exports: with another date the same bytes mean something else.
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
