import Ingest
import Records
import Store

/// Computes the ledger marks of exports in the store.
struct ExportMarks {
    private let platforms: [[UInt8]]
    private let versions: [[UInt8]]
    private let arms: [[UInt8]]
    private var bytes: [UInt8] = []

    init(_ store: Store) throws {
        platforms = try store.names(.platform).names
        versions = try store.names(.version).names
        arms = try store.names(.arm).names
    }

    mutating func mark(of export: Export, by device: DeviceKey) throws -> ExportMark {
        let words = ExportWords(
            platform: try word(export.platform.rawValue, in: platforms),
            version: try word(export.version.rawValue, in: versions), arm: try word(export.arm.rawValue, in: arms))
        return ExportMark(of: export, device, words, &bytes)
    }

    private func word(_ number: UInt32, in words: [[UInt8]]) throws -> [UInt8] {
        guard words.indices.contains(Int(number)) else {
            throw StoreFailure.damaged("a word that an export names is missing")
        }
        return words[Int(number)]
    }
}
