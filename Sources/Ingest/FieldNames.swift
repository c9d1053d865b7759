import CXXHash
import Records

/// The names of fields that nobody knows, counted: perhaps one of them is a known one misspelt.
///
/// A fleet that writes one more field writes it in every entry, so names that were met are found again without making a
/// text of them.
struct FieldNames {
    private var names: [Name] = []
    private var latest = 0

    private struct Name {
        var bytes: [UInt8]
        var hash: UInt64
        /// How often it was met in the export that is being read, and in entries of it.
        var ofExport = 0
        var ofEntries = 0
        /// How often it was met in exports that were taken.
        var total = 0
    }

    /// More names than this are counted together, under the last one.
    private static let mostNames = 64
    /// Bytes of a name that are kept.
    private static let mostBytes = 64

    /// Forgets what was met since the last ``endExport()``: that export was refused.
    mutating func beginExport() {
        for index in names.indices { (names[index].ofExport, names[index].ofEntries) = (0, 0) }
    }

    /// Forgets what was met in entries: the history that they stood in does not count.
    mutating func forgetEntries() {
        for index in names.indices { names[index].ofEntries = 0 }
    }

    /// Counts what was met: that export was taken.
    mutating func endExport() {
        for index in names.indices { names[index].total += names[index].ofExport + names[index].ofEntries }
    }

    mutating func note(_ name: UnsafeBufferPointer<UInt8>, ofEntry: Bool) {
        find(name)
        if ofEntry { names[latest].ofEntries += 1 } else { names[latest].ofExport += 1 }
    }

    /// Counts a name that stands in no export: it cannot be refused with one.
    mutating func noteOutside(_ name: UnsafeBufferPointer<UInt8>) {
        find(name)
        names[latest].total += 1
    }

    /// Sees to it that the name is the latest one.
    private mutating func find(_ name: UnsafeBufferPointer<UInt8>) {
        let name = UnsafeBufferPointer(rebasing: name.prefix(Self.mostBytes))
        let hash = XXH3_64bits(name.baseAddress, name.count)
        let isSame = { (known: Name) in known.hash == hash && name.elementsEqual(known.bytes) }
        if latest < names.count, isSame(names[latest]) { return }
        latest = names.firstIndex(where: isSame) ?? min(names.count, Self.mostNames)
        if latest == names.count {
            names.append(Name(bytes: latest < Self.mostNames ? Array(name) : [], hash: hash))
        }
    }

    /// Moves the counts into a file's ledger.
    mutating func settle(into ledger: inout Ledger) {
        for (index, name) in names.enumerated() where name.total > 0 {
            let isCut = name.bytes.count == Self.mostBytes
            let text = String(decoding: name.bytes, as: UTF8.self) + (isCut ? "…" : "")
            ledger.note(Remark(.unknownField, of: index < Self.mostNames ? text : "(others)"), count: name.total)
        }
        self = FieldNames()
    }
}
