import Ingest
import Records
import Store

/// By what exports out of a store are known in the ledgers of files.
struct ExportMarks {
    private let platforms: [[UInt8]]
    private var bytes: [UInt8] = []

    init(_ store: Store) throws {
        platforms = try store.names(.platform).names
    }

    mutating func mark(of export: Export, by device: DeviceKey) throws -> ExportMark {
        let number = Int(export.platform.rawValue)
        guard platforms.indices.contains(number) else {
            throw StoreFailure.damaged("an export's platform is not what was written")
        }
        var told = DeviceExport(device: device, export: export, runs: [])
        // As it was when it was read: what is worked out of its runs is known, and they are not at hand.
        told.export = export
        return ExportMark(of: told, platform: platforms[number], &bytes)
    }
}
