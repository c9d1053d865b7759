import CXXHash
import Records

/// Counts unknown field names: one of them may be a known one misspelt.
///
/// A fleet that writes an extra field writes it in every entry, so known names are found without creating a string.
struct FieldNames {
    private var names: [Name] = []
    private var latest = 0

    private struct Name {
        var bytes: [UInt8]
        var hash: UInt64
        /// Occurrences in the current export, and in its entries.
        var ofExport = 0
        var ofEntries = 0
        /// Occurrences in exports that were used.
        var total = 0
    }

    /// Further names are counted together, under the last one.
    private static let maxNames = 64
    /// How many bytes of a name are kept.
    private static let maxBytes = 64

    /// Discards the counts since the last ``endExport()``: that export was refused.
    mutating func beginExport() {
        for index in names.indices { (names[index].ofExport, names[index].ofEntries) = (0, 0) }
    }

    /// Discards the counts of entries: their history does not count.
    mutating func forgetEntries() {
        for index in names.indices { names[index].ofEntries = 0 }
    }

    /// Adds the current export's counts: it was used.
    mutating func endExport() {
        for index in names.indices { names[index].total += names[index].ofExport + names[index].ofEntries }
    }

    mutating func note(_ name: UnsafeBufferPointer<UInt8>, ofEntry: Bool) {
        find(name)
        if ofEntry { names[latest].ofEntries += 1 } else { names[latest].ofExport += 1 }
    }

    /// Counts a name outside of any export, which cannot be refused with one.
    mutating func noteOutside(_ name: UnsafeBufferPointer<UInt8>) {
        find(name)
        names[latest].total += 1
    }

    /// Makes the name the latest one.
    private mutating func find(_ name: UnsafeBufferPointer<UInt8>) {
        let name = UnsafeBufferPointer(rebasing: name.prefix(Self.maxBytes))
        let hash = XXH3_64bits(name.baseAddress, name.count)
        let isSame = { (known: Name) in known.hash == hash && name.elementsEqual(known.bytes) }
        if latest < names.count, isSame(names[latest]) { return }
        latest = names.firstIndex(where: isSame) ?? min(names.count, Self.maxNames)
        if latest == names.count {
            names.append(Name(bytes: latest < Self.maxNames ? Array(name) : [], hash: hash))
        }
    }

    /// Moves the counts into a file's ledger.
    mutating func flush(into ledger: inout Ledger) {
        for (index, name) in names.enumerated() where name.total > 0 {
            let isCut = name.bytes.count == Self.maxBytes
            let text = String(decoding: name.bytes, as: UTF8.self) + (isCut ? "…" : "")
            ledger.note(Remark(.unknownField, of: index < Self.maxNames ? text : "(others)"), count: name.total)
        }
        self = FieldNames()
    }
}
