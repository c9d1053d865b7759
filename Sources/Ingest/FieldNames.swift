import Records

/// The names of fields that nobody knows, counted: perhaps one of them is a known one misspelt.
///
/// A fleet that writes one more field writes it in every entry, so names that were met are found again without making a
/// text of them.
struct FieldNames {
    private var names: [(bytes: [UInt8], pending: Int, ofEntries: Int)] = []
    private var total: [Int] = []
    /// What did not fit any more.
    private var others = 0
    private var latest = 0

    /// More names than this are counted together.
    private static let mostNames = 64
    /// Bytes of a name that are kept.
    private static let mostBytes = 64

    /// Forgets what was met since the last ``endExport()``: that export was refused.
    mutating func beginExport() {
        for index in names.indices { names[index].pending = 0 }
        forgetEntries()
    }

    /// Forgets what was met in entries: the history that they stood in does not count.
    mutating func forgetEntries() {
        for index in names.indices { names[index].ofEntries = 0 }
    }

    /// Counts what was met: that export was taken.
    mutating func endExport() {
        for index in names.indices { total[index] += names[index].pending + names[index].ofEntries }
    }

    mutating func note(_ name: UnsafeBufferPointer<UInt8>, ofEntry: Bool) {
        let name = UnsafeBufferPointer(rebasing: name.prefix(Self.mostBytes))
        if latest < names.count, name.elementsEqual(names[latest].bytes) {
            count(ofEntry)
            return
        }
        if let index = names.firstIndex(where: { name.elementsEqual($0.bytes) }) {
            latest = index
        } else if names.count < Self.mostNames {
            latest = names.count
            names.append((Array(name), 0, 0))
            total.append(0)
        } else {
            others += 1
            return
        }
        count(ofEntry)
    }

    private mutating func count(_ ofEntry: Bool) {
        if ofEntry { names[latest].ofEntries += 1 } else { names[latest].pending += 1 }
    }

    /// Moves the counts into a file's ledger.
    mutating func settle(into ledger: inout Ledger) {
        for (index, name) in names.enumerated() where total[index] > 0 {
            let isCut = name.bytes.count == Self.mostBytes
            let text = String(decoding: name.bytes, as: UTF8.self) + (isCut ? "…" : "")
            ledger.note(Remark(.unknownField, text), count: total[index])
        }
        if others > 0 { ledger.note(Remark(.unknownField, "(others)"), count: others) }
        self = FieldNames()
    }
}
