import CXXHash
import Records

/// The binary format of a device's history in one period: a version byte, the number of runs in four bytes, then the
/// runs and the exports, in little-endian fields at fixed offsets.
///
/// A time takes five bytes: milliseconds since ``Instant/earliest``.
enum HistoryCoding {
    static let version: UInt8 = 2
    static let headSize = 5
    static let runSize = 27
    static let exportSize = 62

    /// Stands for an unknown time.
    static let noMoment: UInt64 = 0xFF_FFFF_FFFF
    /// Stands for an unknown bucket.
    static let noBucket = Int16.max

    /// The hash of a row. It includes the row's id, so that a row moved to another id does not match.
    static func hash(of bytes: UnsafeRawBufferPointer, at rowID: Int64) -> Int64 {
        Int64(bitPattern: XXH3_64bits_withSeed(bytes.baseAddress, bytes.count, UInt64(bitPattern: rowID)))
    }

    /// Decodes bytes and appends their runs and exports to the same device's history; false if they are not valid.
    static func append(_ bytes: UnsafeRawBufferPointer, to history: inout History) -> Bool {
        guard bytes.count >= headSize, bytes[0] == version else { return false }
        let runs = Int(bytes.loadUnaligned(fromByteOffset: 1, as: UInt32.self).littleEndian)
        let (runBytes, tooMany) = runs.multipliedReportingOverflow(by: runSize)
        guard !tooMany, runBytes <= bytes.count - headSize else { return false }
        let exportBytes = bytes.count - headSize - runBytes
        guard exportBytes % exportSize == 0 else { return false }
        // Into a temporary buffer first: appending one by one would check for each run that the array is not shared.
        let last = history.runs.last?.key
        let areRuns = withUnsafeTemporaryAllocation(of: Run.self, capacity: runs) { room in
            var before = last ?? RunKey(at: .earliest.advanced(by: -1), task: .none)
            let fields = PackedFields(bytes)
            for index in 0..<runs {
                guard let run = fields.run(at: headSize + index * runSize), before < run.key else { return false }
                room.initializeElement(at: index, to: run)
                before = run.key
            }
            history.runs.append(contentsOf: UnsafeMutableBufferPointer(rebasing: room[..<runs]))
            return true
        }
        guard areRuns else { return false }
        let exports = exportBytes / exportSize
        let exportsBefore = history.exports.last
        return withUnsafeTemporaryAllocation(of: Export.self, capacity: exports) { room in
            let fields = PackedFields(bytes)
            for index in 0..<exports {
                guard let export = fields.export(at: headSize + runBytes + index * exportSize) else { return false }
                room.initializeElement(at: index, to: export)
                let before = index > 0 ? room[index - 1].exportedAt : exportsBefore?.exportedAt ?? .earliest
                if before < export.exportedAt { continue }
                // Exports of the same time, or the first one: compare in full.
                if let last = index > 0 ? room[index - 1] : exportsBefore, !(last < export) { return false }
            }
            history.exports.append(contentsOf: UnsafeMutableBufferPointer(rebasing: room[..<exports]))
            return true
        }
    }
}

/// Decodes runs and exports at offsets. The caller has checked that all their bytes are there.
private struct PackedFields {
    private let bytes: UnsafeRawBufferPointer
    private let earliest = Instant.earliest.milliseconds
    /// The latest valid time, as encoded; any later one is damage.
    private let latest = UInt64(bitPattern: Instant.latest.milliseconds - Instant.earliest.milliseconds)

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    @inline(__always) func run(at start: Int) -> Run? {
        let (at, scheduled, first, last) = (packed(start), packed(start + 5), packed(start + 10), packed(start + 15))
        let flags: UInt8 = number(start + 26)
        let power = flags >> 4 & 3
        guard at <= latest, first <= last, last <= latest, isOptionalMoment(scheduled), power <= 2, flags >> 7 == 0,
            let outcome = Outcome(rawValue: flags & 0x0F)
        else { return nil }
        return Run(
            at: moment(at), task: TaskID(rawValue: number(start + 20)), outcome: outcome,
            scheduledAt: optionalMoment(scheduled), bucket: bucket(start + 24), lowPower: power == 2 ? nil : power == 1,
            exported: range(first, last), hasConflict: flags >> 6 & 1 == 1)
    }

    @inline(__always) func export(at start: Int) -> Export? {
        let (exported, scheduled, installed) = (packed(start), packed(start + 5), packed(start + 10))
        let (first, last) = (packed(start + 15), packed(start + 20))
        guard exported <= latest, isOptionalMoment(scheduled), isOptionalMoment(installed), first <= last,
            last <= latest || first == HistoryCoding.noMoment && last == HistoryCoding.noMoment
        else { return nil }
        let middle = packed(start + 45)
        guard middle >= first, middle <= last else { return nil }
        return Export(
            exportedAt: moment(exported), platform: PlatformID(rawValue: number(start + 25)),
            bucket: bucket(start + 29),
            lastScheduledAt: optionalMoment(scheduled), installedAt: optionalMoment(installed),
            historyLimit: number(start + 31), runCount: number(start + 35), otherEntries: number(start + 39),
            span: first == HistoryCoding.noMoment ? nil : range(first, last), middle: optionalMoment(middle),
            runsAfterMiddle: number(start + 50), digest: number(start + 41),
            version: VersionID(rawValue: number(start + 54)), arm: ArmID(rawValue: number(start + 58)))
    }

    /// A time as encoded. This reads three bytes of the next field, and there always is one.
    @inline(__always) private func packed(_ offset: Int) -> UInt64 {
        (number(offset) as UInt64) & HistoryCoding.noMoment
    }

    @inline(__always) private func isOptionalMoment(_ packed: UInt64) -> Bool {
        packed <= latest || packed == HistoryCoding.noMoment
    }

    @inline(__always) private func moment(_ packed: UInt64) -> Instant {
        Instant(milliseconds: earliest + Int64(bitPattern: packed))
    }

    /// A range whose ends are known to be in order.
    @inline(__always) private func range(_ first: UInt64, _ last: UInt64) -> ClosedRange<Instant> {
        ClosedRange(uncheckedBounds: (moment(first), moment(last)))
    }

    @inline(__always) private func optionalMoment(_ packed: UInt64) -> Instant? {
        packed == HistoryCoding.noMoment ? nil : moment(packed)
    }

    @inline(__always) private func bucket(_ offset: Int) -> Bucket? {
        let code: Int16 = number(offset)
        return code == HistoryCoding.noBucket ? nil : Bucket(rawValue: code)
    }

    @inline(__always) private func number<Number: FixedWidthInteger>(_ offset: Int) -> Number {
        Number(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }
}

/// Encodes histories for ``HistoryCoding``; one buffer serves for all rows.
final class PackingBuffer {
    private var memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 16)
    private var count = 0

    deinit { memory.deallocate() }

    /// The history's bytes, valid until the next call.
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
        append(run.firstExported)
        append(run.lastExported)
        append(run.task.rawValue)
        append(run.bucket?.rawValue ?? HistoryCoding.noBucket)
        let power = run.lowPower.map { $0 ? UInt8(1) : 0 } ?? 2
        append(run.outcome.rawValue | power << 4 | (run.hasConflict ? 1 << 6 : 0))
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
        append(export.runCount)
        append(export.otherEntries)
        append(export.digest)
        append(export.middle)
        append(export.runsAfterMiddle)
        append(export.version.rawValue)
        append(export.arm.rawValue)
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
