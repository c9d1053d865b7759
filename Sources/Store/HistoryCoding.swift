import Records

/// How runs and exports are packed into blobs: little-endian fields at fixed places, 24 bytes a run and 64 an export,
/// with what an export left out in 12 bytes a run behind all exports.
enum HistoryCoding {
    static let runSize = 24
    static let exportSize = 64
    static let untoldSize = 12

    /// Stands for a time that is not known.
    static let noTime = Int64.min
    /// Stands for a bucket that is not known.
    static let noBucket = Int16.max

    // MARK: Runs

    /// Puts the runs in some bytes behind others of the same device; false where the bytes are none that were packed so.
    static func append(runsIn bytes: UnsafeRawBufferPointer, to runs: inout [Run]) -> Bool {
        guard bytes.count % runSize == 0 else { return false }
        runs.reserveCapacity(runs.count + bytes.count / runSize)
        var before = runs.last?.key
        for start in stride(from: 0, to: bytes.count, by: runSize) {
            guard let outcome = Outcome(rawValue: bytes[start + 22]), bytes[start + 23] <= 2 else { return false }
            let bucket: Int16 = read(bytes, start + 20)
            let key = RunKey(
                at: Instant(milliseconds: read(bytes, start)), task: TaskID(rawValue: read(bytes, start + 16)))
            if let before, !(before < key) { return false }
            guard key.at >= .earliest, key.at <= .latest, isTime(bytes, start + 8) else { return false }
            runs.append(
                Run(
                    at: key.at, task: key.task, outcome: outcome, scheduledAt: time(bytes, start + 8),
                    bucket: bucket == noBucket ? nil : Bucket(rawValue: bucket),
                    lowPower: bytes[start + 23] == 2 ? nil : bytes[start + 23] == 1))
            before = key
        }
        return true
    }

    // MARK: Exports

    /// Puts the exports in some bytes behind others of the same device; false where the bytes are none that were packed
    /// so.
    static func append(exportsIn bytes: UnsafeRawBufferPointer, to exports: inout [Export]) -> Bool {
        if bytes.isEmpty { return true }
        guard bytes.count >= 8 else { return false }
        let count = Int(clamping: read(bytes, 0) as UInt64)
        guard count <= (bytes.count - 8) / exportSize else { return false }
        exports.reserveCapacity(exports.count + count)
        var untoldPlace = 8 + count * exportSize
        for start in stride(from: 8, to: 8 + count * exportSize, by: exportSize) {
            let bucket: Int16 = read(bytes, start + 60)
            let exportedAt = Instant(milliseconds: read(bytes, start))
            guard exportedAt >= .earliest, exportedAt <= .latest, isTime(bytes, start + 8),
                isTime(bytes, start + 16), isTime(bytes, start + 24), isTime(bytes, start + 32)
            else { return false }
            var span: ClosedRange<Instant>?
            if let first = time(bytes, start + 24), let last = time(bytes, start + 32) {
                guard first <= last else { return false }
                span = first...last
            }
            var untold: [RunKey] = []
            for _ in 0..<(read(bytes, start + 56) as UInt32) {
                guard untoldPlace + untoldSize <= bytes.count else { return false }
                untold.append(
                    RunKey(
                        at: Instant(milliseconds: read(bytes, untoldPlace)),
                        task: TaskID(rawValue: read(bytes, untoldPlace + 8))))
                untoldPlace += untoldSize
            }
            exports.append(
                Export(
                    exportedAt: exportedAt,
                    content: ContentID(rawValue: read(bytes, start + 40)),
                    platform: PlatformID(rawValue: read(bytes, start + 44)),
                    bucket: bucket == noBucket ? nil : Bucket(rawValue: bucket),
                    lastScheduledAt: time(bytes, start + 8), installedAt: time(bytes, start + 16),
                    historyLimit: read(bytes, start + 48), toldRuns: read(bytes, start + 52),
                    otherEntries: read(bytes, start + 62), span: span, untold: untold))
        }
        return untoldPlace == bytes.count
    }

    // MARK: Fields

    private static func read<Number: FixedWidthInteger>(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> Number {
        Number(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: Number.self))
    }

    /// Whether a time is none, or one that an export may carry: any other would be damage.
    private static func isTime(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> Bool {
        let milliseconds: Int64 = read(bytes, place)
        return milliseconds == noTime
            || milliseconds >= Instant.earliest.milliseconds && milliseconds <= Instant.latest.milliseconds
    }

    private static func time(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> Instant? {
        let milliseconds: Int64 = read(bytes, place)
        return milliseconds == noTime ? nil : Instant(milliseconds: milliseconds)
    }
}
