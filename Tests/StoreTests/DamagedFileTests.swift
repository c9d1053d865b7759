import Foundation
import Records
import Store
import TestSupport
import Testing

/// A partly changed file gives an error or the same histories and names, never other ones.
///
/// The ledger and the devices' ids are verified only by a full check.
@Suite struct DamagedFileTests {
    private let folder: TemporaryFolder
    private let whole: Data

    init() throws {
        folder = try TemporaryFolder()
        whole = try FilledStore.bytes.get()
    }

    /// What is read from a file with these bytes; nil if it is refused.
    private func reading(of bytes: Data) throws -> StoreReading? {
        try folder.write(bytes, to: "runs.sqlite")
        return try StoreReading.unlessRefused(folder.storePath)
    }

    private func isSameOrRefused(_ bytes: Data) throws -> Bool {
        guard let reading = try reading(of: bytes) else { return true }
        return try reading.watched == FilledStore.reading.get().watched
    }

    private func flipped(_ bit: Int) -> Data {
        var bytes = whole
        bytes[bit / 8] ^= 1 << UInt8(bit % 8)
        return bytes
    }

    @Test func `the file is read while it is whole`() throws {
        let reading = try #require(try reading(of: whole))
        #expect(reading.watched.histories.count == 35)
        #expect(reading.devices.count == 35)
        #expect(reading.watched.histories.values.contains { $0.runs.contains(where: \.hasConflict) })
        #expect(reading.contents.count == 4)
        #expect(reading.settings == ["UTC", "2"])
        #expect(whole.count > 50 * 512)
    }

    @Test(arguments: UInt64(60)...63)
    func `a flipped bit is harmless or an error`(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        var refused = 0
        for _ in 0..<150 {
            let bit = Int.random(in: 0..<8 * whole.count, using: &generator)
            let reading = try reading(of: flipped(bit))
            if reading == nil { refused += 1 }
            #expect(try reading == nil || reading?.watched == FilledStore.reading.get().watched, "bit \(bit)")
        }
        // The file is dense: many bits matter.
        #expect(refused > 50)
    }

    @Test(arguments: 0..<100)
    func `a flipped bit in the file's header is harmless or an error`(_ byte: Int) throws {
        for bit in 8 * byte..<8 * byte + 8 { #expect(try isSameOrRefused(flipped(bit)), "bit \(bit)") }
    }

    @Test func `a page from the night before is harmless or an error`() throws {
        let earlier = try FilledStore.earlierBytes.get()
        #expect(try reading(of: earlier)?.settings == ["UTC", "1"])
        var (changed, refused) = (0, 0)
        for start in stride(from: 0, to: earlier.count, by: 512) {
            let page = start..<start + 512
            if earlier[page] == whole[page] { continue }
            changed += 1
            var bytes = whole
            bytes.replaceSubrange(page, with: earlier[page])
            let reading = try reading(of: bytes)
            if reading == nil { refused += 1 }
            #expect(try reading == nil || reading?.watched == FilledStore.reading.get().watched, "page at \(start)")
        }
        #expect(changed > 20)
        #expect(refused > changed / 2)
    }

    @Test func `a page copied from elsewhere, or zeroed, is harmless or an error`() throws {
        let pages = whole.count / 512
        var generator = SeededGenerator(64)
        for page in 0..<pages {
            let other = Int.random(in: 0..<pages, using: &generator) * 512
            var bytes = whole
            bytes.replaceSubrange(page * 512..<page * 512 + 512, with: whole[other..<other + 512])
            #expect(try isSameOrRefused(bytes), "page \(page) as \(other / 512)")
            bytes.replaceSubrange(page * 512..<page * 512 + 512, with: Data(count: 512))
            #expect(try isSameOrRefused(bytes), "page \(page)")
        }
    }

    @Test func `a truncated file is an error`() throws {
        for length in stride(from: 512, to: whole.count, by: 7 * 512) {
            #expect(try reading(of: whole.prefix(length)) == nil, "\(length)")
            #expect(try reading(of: whole.prefix(length - 1)) == nil, "\(length - 1)")
        }
        // SQLite reads the rest of a page as zeros.
        #expect(try isSameOrRefused(whole.dropLast()))
        #expect(try reading(of: Data()) == nil)
    }

    // MARK: Looking up

    /// The keys by which an inner page of the histories leads to rows, each with the position of its last byte.
    ///
    /// SQLite's file format: an inner page begins with 5; the number of its cells is in bytes 3 and 4, their offsets
    /// start at byte 12, and each cell is 4 bytes for a page and a key of 7 bits a byte.
    private func keys() throws -> [(key: Int64, lastByte: Int)] {
        try folder.write(whole, to: "runs.sqlite")
        let sql = "SELECT rootpage FROM sqlite_schema WHERE name = 'histories'"
        let page = (Int(try RawDatabase(folder.storePath).number(sql)) - 1) * 512
        try #require(whole[page] == 5)
        func number(_ place: Int) -> Int { Int(whole[place]) << 8 | Int(whole[place + 1]) }
        return (0..<number(page + 3)).map { cell in
            var place = page + number(page + 12 + 2 * cell) + 4
            var key = Int64(whole[place] & 0x7F)
            while whole[place] & 0x80 != 0 {
                place += 1
                key = key << 7 | Int64(whole[place] & 0x7F)
            }
            return (key, place)
        }
    }

    /// The store with a key decreased by one: a lookup does not find the row, but reading all rows does.
    private func leadAstray(_ lastByte: Int) throws {
        var bytes = whole
        bytes[lastByte] -= 1
        try folder.write(bytes, to: "runs.sqlite")
    }

    @Test func `a history stored twice because the first was not found is detected`() throws {
        let keys = try keys().filter { $0.key & 0x7F > 1 }
        #expect(keys.count > 10)
        for (key, lastByte) in keys {
            try leadAstray(lastByte)
            let store = try folder.store()
            let (period, number) = (key >> 32, key & 0xFFFF_FFFF)
            let device = try #require(
                try store.devices(beginningWith: [], app: nil, atMost: 1_000).first { $0.number == number })
            // Within the same 28 days, counted from 2014-12-29.
            let at = Instant(milliseconds: 1_419_811_200_000).advanced(by: (period * 28 + 13) * day)
            let name = DeviceKey(app: device.app, id: device.id)
            _ = try store.write([deviceExport(name, at: at, [Run(at: at)])])
            #expect {
                try store.allHistories()
            } throws: {
                isDamaged($0)
            }
        }
    }

    /// The store with two cells of a page swapped: nothing is lost, but the order is wrong. Pages have 512 bytes; the
    /// two-byte offsets of cells follow the head, which has 8 bytes in a leaf and 12 in an inner page.
    private func swappingCells() -> [Data] {
        stride(from: 512, to: whole.count, by: 512).flatMap { page -> [Data] in
            let head = [0x0A: 8, 0x0D: 8, 0x02: 12, 0x05: 12][Int(whole[page])]
            let cells = Int(whole[page + 3]) << 8 | Int(whole[page + 4])
            guard let head, (2...60).contains(cells) else { return [] }
            return Set([1, cells / 2, cells - 1]).map { other in
                var bytes = whole
                for byte in 0..<2 { bytes.swapAt(page + head + byte, page + head + 2 * other + byte) }
                return bytes
            }
        }
    }

    @Test func `reordered rows are detected or harmless`() throws {
        let damaged = swappingCells()
        #expect(damaged.count > 80)
        var refused = 0
        for bytes in damaged {
            #expect(try isSameOrRefused(bytes))
            if try reading(of: bytes) == nil { refused += 1 }
        }
        // All but the ledger, the devices' ids and the indexes.
        #expect(3 * refused > damaged.count)
    }
}
