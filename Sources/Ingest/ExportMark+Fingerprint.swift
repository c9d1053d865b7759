import CXXHash
package import Records

extension ExportMark {
    /// The mark of an export. Each text goes in with its length before it, and each other fact with so many bytes, so that
    /// no two exports are written alike: neither app `a` with id `bc` and `ab` with `c`, nor 0 and nothing.
    ///
    /// - Parameters:
    ///   - words: those that the export's numbers stand for; the numbers are others in another store.
    ///   - bytes: what is hashed; handed in so that it is allocated once and not for each export.
    package init(of export: Export, _ device: DeviceKey, _ words: ExportWords, _ bytes: inout [UInt8]) {
        bytes.removeAll(keepingCapacity: true)
        bytes.add(device.app)
        bytes.add(device.id)
        bytes.add(export.exportedAt.milliseconds)
        bytes.add(words.platform)
        bytes.add(words.version)
        bytes.add(words.arm)
        // No moment and no bucket is this one.
        bytes.add(export.bucket.map { Int64($0.rawValue) } ?? .min)
        bytes.add(export.lastScheduledAt?.milliseconds ?? .min)
        bytes.add(export.installedAt?.milliseconds ?? .min)
        bytes.add(Int64(export.historyLimit))
        bytes.add(Int64(export.toldRuns))
        bytes.add(Int64(export.otherEntries))
        bytes.add(Int64(export.digest))
        bytes.add(Int64(export.behindMiddle))
        bytes.add(export.span?.lowerBound.milliseconds ?? .min)
        bytes.add(export.span?.upperBound.milliseconds ?? .min)
        self.init(moment: export.exportedAt, fingerprint: XXH3_64bits(bytes, bytes.count))
    }
}

extension [UInt8] {
    fileprivate mutating func add(_ number: Int64) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }

    fileprivate mutating func add(_ text: [UInt8]) {
        add(Int64(text.count))
        append(contentsOf: text)
    }
}
