import Ingest
import Store

/// Exports that were moved: a folder is taken for the old one in its new place only where something of it is known.
extension Night {
    /// Ends the call where the store belongs to another folder and none of the files that it knows is in this one: it is
    /// another fleet's, and the figures of two in one are those of none.
    func expectKnownFile(in listing: ExportListing) throws(NightFailure) {
        try attempt { () throws in
            guard try store.belongsElsewhere(than: listing.folder, at: path) else { return }
            let known = try store.files()
            let sizes = Set(known.values.map(\.facts.size))
            // Only a file of a size that is known can have a content that is known.
            let isKnown = try listing.files.contains { file in
                guard file.refusal == nil, sizes.contains(file.facts.size), let hash = try? contentHash(of: file) else {
                    return false
                }
                return try store.knowsExports(hash: hash.bytes)
            }
            guard isKnown else {
                throw NightFailure.noneMoved(to: listing.folder, files: listing.files.count, known: known.count)
            }
        }
    }

    private func contentHash(of file: ListedFile) throws(ReadFailure) -> ContentHash {
        let source = HashingSource(try FileSource(file.path))
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
        defer { piece.deallocate() }
        while try source.read(into: piece) > 0 {}
        return source.hash
    }
}
