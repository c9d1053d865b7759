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
        history.runs.reserveCapacity(history.runs.count + runs)
        var before = history.runs.last?.key
        for start in stride(from: headSize, to: headSize + runBytes, by: runSize) {
            guard let run = PackedFields(bytes: bytes, start: start).run else { return false }
            if let before, !(before < run.key) { return false }
            before = run.key
            history.runs.append(run)
        }
        history.exports.reserveCapacity(history.exports.count + exportBytes / exportSize)
        for start in stride(from: headSize + runBytes, to: bytes.count, by: exportSize) {
            guard let export = PackedFields(bytes: bytes, start: start).export else { return false }
            if let last = history.exports.last, !(last < export) { return false }
            history.exports.append(export)
        }
        return true
    }
}

/// The fields of a run or an export, by how many bytes they stand behind its first. All of them are there.
///
/// A report reads millions of these, so they are read in place.
private struct PackedFields {
    let bytes: UnsafeRawBufferPointer
    let start: Int

    @inline(__always) var run: Run? {
        let (at, scheduled, first, last) = (packed(0), packed(5), packed(10), packed(15))
        let flags: UInt8 = number(26)
        let power = flags >> 4 & 3
        guard Self.isMoment(at), Self.isMoment(first), first <= last, Self.isMoment(last),
            Self.isMoment(scheduled) || scheduled == HistoryCoding.noMoment, power <= 2, flags >> 7 == 0,
            let outcome = Outcome(rawValue: flags & 0x0F)
        else { return nil }
        return Run(
            at: Self.moment(at), task: TaskID(rawValue: number(20)), outcome: outcome,
            scheduledAt: Self.optionalMoment(scheduled), bucket: bucket(24), lowPower: power == 2 ? nil : power == 1,
            told: Self.moment(first)...Self.moment(last), isContested: flags >> 6 == 1)
    }

    @inline(__always) var export: Export? {
        let (exported, scheduled, installed) = (packed(0), packed(5), packed(10))
        let (first, last) = (packed(15), packed(20))
        guard Self.isMoment(exported), Self.isMoment(scheduled) || scheduled == HistoryCoding.noMoment,
            Self.isMoment(installed) || installed == HistoryCoding.noMoment, first <= last,
            Self.isMoment(last) || first == HistoryCoding.noMoment && last == HistoryCoding.noMoment
        else { return nil }
        return Export(
            exportedAt: Self.moment(exported), platform: PlatformID(rawValue: number(25)), bucket: bucket(29),
            lastScheduledAt: Self.optionalMoment(scheduled), installedAt: Self.optionalMoment(installed),
            historyLimit: number(31), toldRuns: number(35), otherEntries: number(39),
            span: first == HistoryCoding.noMoment ? nil : Self.moment(first)...Self.moment(last), digest: number(41))
    }

    /// A moment as it is packed; three bytes behind it are the next field's, and there is one.
    @inline(__always) private func packed(_ offset: Int) -> UInt64 {
        (number(offset) as UInt64) & HistoryCoding.noMoment
    }

    /// Whether it is one that an export may speak of; any other would be damage.
    @inline(__always) private static func isMoment(_ packed: UInt64) -> Bool {
        packed <= UInt64(bitPattern: Instant.latest.milliseconds - Instant.earliest.milliseconds)
    }

    @inline(__always) private static func moment(_ packed: UInt64) -> Instant {
        Instant(milliseconds: Instant.earliest.milliseconds + Int64(bitPattern: packed))
    }

    @inline(__always) private static func optionalMoment(_ packed: UInt64) -> Instant? {
        packed == HistoryCoding.noMoment ? nil : moment(packed)
    }

    @inline(__always) private func bucket(_ offset: Int) -> Bucket? {
        let code: Int16 = number(offset)
        return code == HistoryCoding.noBucket ? nil : Bucket(rawValue: code)
    }

    @inline(__always) private func number<Number: FixedWidthInteger>(_ offset: Int) -> Number {
        Number(littleEndian: bytes.loadUnaligned(fromByteOffset: start + offset, as: Number.self))
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
