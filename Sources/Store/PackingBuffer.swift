import Records

/// Packs runs or exports into bytes, as ``HistoryCoding`` reads them; the room is used again for each row.
final class PackingBuffer {
    private var memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 << 10, alignment: 16)
    private var count = 0

    deinit { memory.deallocate() }

    /// The runs' bytes; they last until the next call.
    func pack(_ runs: ArraySlice<Run>) -> UnsafeRawBufferPointer {
        begin(room: runs.count * HistoryCoding.runSize)
        for run in runs {
            append(run.at.milliseconds)
            append(run.scheduledAt?.milliseconds ?? HistoryCoding.noTime)
            append(run.task.rawValue)
            append(run.bucket?.rawValue ?? HistoryCoding.noBucket)
            append(run.outcome.rawValue)
            append(run.lowPower.map { $0 ? UInt8(1) : 0 } ?? 2)
        }
        return packed
    }

    /// The exports' bytes; they last until the next call.
    func pack(_ exports: ArraySlice<Export>) -> UnsafeRawBufferPointer {
        let untold = exports.reduce(0) { $0 + $1.untold.count }
        begin(room: 8 + exports.count * HistoryCoding.exportSize + untold * HistoryCoding.untoldSize)
        append(UInt64(exports.count))
        for export in exports {
            append(export.exportedAt.milliseconds)
            append(export.lastScheduledAt?.milliseconds ?? HistoryCoding.noTime)
            append(export.installedAt?.milliseconds ?? HistoryCoding.noTime)
            append(export.span?.lowerBound.milliseconds ?? HistoryCoding.noTime)
            append(export.span?.upperBound.milliseconds ?? HistoryCoding.noTime)
            append(export.content.rawValue)
            append(export.platform.rawValue)
            append(export.historyLimit)
            append(export.toldRuns)
            append(UInt32(clamping: export.untold.count))
            append(export.bucket?.rawValue ?? HistoryCoding.noBucket)
            append(export.otherEntries)
        }
        for export in exports {
            for run in export.untold {
                append(run.at.milliseconds)
                append(run.task.rawValue)
            }
        }
        return packed
    }

    private var packed: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[..<count]) }

    private func begin(room: Int) {
        count = 0
        guard room > memory.count else { return }
        memory.deallocate()
        memory = .allocate(byteCount: max(room, 2 * memory.count), alignment: 16)
    }

    private func append<Number: FixedWidthInteger>(_ number: Number) {
        memory.storeBytes(of: number.littleEndian, toByteOffset: count, as: Number.self)
        count += MemoryLayout<Number>.size
    }
}
