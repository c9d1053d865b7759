import CXXHash
import Records

/// How a device's history in one period is packed: a byte for the version, the number of runs in four, then the runs and
/// the exports, each in little-endian fields at fixed places.
///
/// A moment takes five bytes: milliseconds since the first that an export may speak of.
enum HistoryCoding {
    static let version: UInt8 = 1
    static let headSize = 5
    static let runSize = 27
    static let exportSize = 45

    /// Stands for a moment that is not known.
    static let noMoment: UInt64 = 0xFF_FFFF_FFFF
    /// Stands for a bucket that is not known.
    static let noBucket = Int16.max

    /// The hash of a row, which is of its place too: a row in another's place is not what was written there.
    static func hash(of bytes: UnsafeRawBufferPointer, at place: Int64) -> Int64 {
        Int64(bitPattern: XXH3_64bits_withSeed(bytes.baseAddress, bytes.count, UInt64(bitPattern: place)))
    }

    /// Puts what is packed in some bytes behind what is known of the same device; false where they are none that were
    /// packed so.
    static func append(_ bytes: UnsafeRawBufferPointer, to history: inout History) -> Bool {
        guard bytes.count >= headSize, bytes[0] == version else { return false }
        let runs = Int(bytes.loadUnaligned(fromByteOffset: 1, as: UInt32.self).littleEndian)
        let (runBytes, tooMany) = runs.multipliedReportingOverflow(by: runSize)
        guard !tooMany, runBytes <= bytes.count - headSize else { return false }
        let exportBytes = bytes.count - headSize - runBytes
        guard exportBytes % exportSize == 0 else { return false }
        var fields = PackedFields(bytes, at: headSize)
        history.runs.reserveCapacity(history.runs.count + runs)
        var before = history.runs.last?.key
        for _ in 0..<runs {
            guard let run = fields.run() else { return false }
            if let before, !(before < run.key) { return false }
            before = run.key
            history.runs.append(run)
        }
        history.exports.reserveCapacity(history.exports.count + exportBytes / exportSize)
        for _ in 0..<(exportBytes / exportSize) {
            guard let export = fields.export() else { return false }
            if let last = history.exports.last, !(last < export) { return false }
            history.exports.append(export)
        }
        return true
    }
}

/// Reads fields one after the other; there must be as many as are asked for.
private struct PackedFields {
    private let bytes: UnsafeRawBufferPointer
    private var place: Int

    init(_ bytes: UnsafeRawBufferPointer, at place: Int) {
        self.bytes = bytes
        self.place = place
    }

    mutating func run() -> Run? {
        guard let at = moment(), let scheduledAt = optionalMoment(), let firstTold = moment(), let lastTold = moment(),
            firstTold <= lastTold
        else { return nil }
        let task: UInt32 = number()
        let bucket = bucket()
        let flags: UInt8 = number()
        guard let outcome = Outcome(rawValue: flags & 0x0F), flags >> 4 & 3 <= 2, flags >> 7 == 0 else { return nil }
        return Run(
            at: at, task: TaskID(rawValue: task), outcome: outcome, scheduledAt: scheduledAt, bucket: bucket,
            lowPower: flags >> 4 & 3 == 2 ? nil : flags >> 4 & 3 == 1, told: firstTold...lastTold,
            isContested: flags >> 6 & 1 == 1)
    }

    mutating func export() -> Export? {
        guard let exportedAt = moment(), let lastScheduledAt = optionalMoment(), let installedAt = optionalMoment(),
            let first = optionalMoment(), let last = optionalMoment()
        else { return nil }
        var span: ClosedRange<Instant>?
        if let first, let last {
            guard first <= last else { return nil }
            span = first...last
        }
        return Export(
            exportedAt: exportedAt, platform: PlatformID(rawValue: number()), bucket: bucket(),
            lastScheduledAt: lastScheduledAt, installedAt: installedAt, historyLimit: number(), toldRuns: number(),
            otherEntries: number(), span: span, digest: number())
    }

    /// A moment that an export may speak of; any other would be damage.
    private mutating func moment() -> Instant? {
        let packed = packedMoment()
        guard packed <= UInt64(Instant.latest - Instant.earliest) else { return nil }
        return Instant.earliest.advanced(by: Int64(packed))
    }

    /// Nil for damage, and nil in it where there is none.
    private mutating func optionalMoment() -> Instant?? {
        let packed = packedMoment()
        if packed == HistoryCoding.noMoment { return .some(nil) }
        guard packed <= UInt64(Instant.latest - Instant.earliest) else { return nil }
        return Instant.earliest.advanced(by: Int64(packed))
    }

    private mutating func packedMoment() -> UInt64 {
        let low: UInt32 = number()
        let high: UInt8 = number()
        return UInt64(high) << 32 | UInt64(low)
    }

    private mutating func bucket() -> Bucket? {
        let code: Int16 = number()
        return code == HistoryCoding.noBucket ? nil : Bucket(rawValue: code)
    }

    private mutating func number<Number: FixedWidthInteger>() -> Number {
        defer { place += MemoryLayout<Number>.size }
        return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: Number.self))
    }
}

/// Packs histories as ``HistoryCoding`` reads them; the room is used again for each row.
final class PackingBuffer {
    private var memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 16)
    private var count = 0

    deinit { memory.deallocate() }

    /// The history's bytes; they last until the next call.
    func pack(_ history: History) -> UnsafeRawBufferPointer {
        count = 0
        let room =
            HistoryCoding.headSize + history.runs.count * HistoryCoding.runSize
            + history.exports.count * HistoryCoding.exportSize
        if room > memory.count {
            memory.deallocate()
            memory = .allocate(byteCount: max(room, 2 * memory.count), alignment: 16)
        }
        append(HistoryCoding.version)
        append(UInt32(clamping: history.runs.count))
        for run in history.runs { append(run) }
        for export in history.exports { append(export) }
        return UnsafeRawBufferPointer(rebasing: memory[..<count])
    }

    private func append(_ run: Run) {
        append(run.at)
        append(run.scheduledAt)
        append(run.firstTold)
        append(run.lastTold)
        append(run.task.rawValue)
        append(run.bucket?.rawValue ?? HistoryCoding.noBucket)
        let power = run.lowPower.map { $0 ? UInt8(1) : 0 } ?? 2
        append(run.outcome.rawValue | power << 4 | (run.isContested ? 1 << 6 : 0))
    }

    private func append(_ export: Export) {
        append(export.exportedAt)
        append(export.lastScheduledAt)
        append(export.installedAt)
        append(export.span?.lowerBound)
        append(export.span?.upperBound)
        append(export.platform.rawValue)
        append(export.bucket?.rawValue ?? HistoryCoding.noBucket)
        append(export.historyLimit)
        append(export.toldRuns)
        append(export.otherEntries)
        append(export.digest)
    }

    private func append(_ moment: Instant?) {
        let packed = moment.map { UInt64($0 - Instant.earliest) } ?? HistoryCoding.noMoment
        append(UInt32(truncatingIfNeeded: packed))
        append(UInt8(truncatingIfNeeded: packed >> 32))
    }

    private func append<Number: FixedWidthInteger>(_ number: Number) {
        memory.storeBytes(of: number.littleEndian, toByteOffset: count, as: Number.self)
        count += MemoryLayout<Number>.size
    }
}
