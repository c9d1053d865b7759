import CXXHash
package import Records

extension ExportMark {
    /// The mark of an export. Each text is preceded by its length, and every other value has a fixed size, so that
    /// different exports never hash the same bytes: neither app `a` with id `bc` and `ab` with `c`, nor 0 and nothing.
    ///
    /// - Parameters:
    ///   - words: the names behind the export's numbers, which differ between stores.
    ///   - bytes: a buffer for what is hashed, reused so that it is not allocated for each export.
    package init(of export: Export, _ device: DeviceKey, _ words: ExportWords, _ bytes: inout [UInt8]) {
        bytes.removeAll(keepingCapacity: true)
        bytes.add(device.app)
        bytes.add(device.id)
        bytes.add(export.exportedAt.milliseconds)
        bytes.add(words.platform)
        bytes.add(words.version)
        bytes.add(words.arm)
        // No valid bucket or time has this value.
        bytes.add(export.bucket.map { Int64($0.rawValue) } ?? .min)
        bytes.add(export.lastScheduledAt?.milliseconds ?? .min)
        bytes.add(export.installedAt?.milliseconds ?? .min)
        bytes.add(Int64(export.historyLimit))
        bytes.add(Int64(export.runCount))
        bytes.add(Int64(export.otherEntries))
        bytes.add(Int64(export.digest))
        bytes.add(Int64(export.runsAfterMiddle))
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
