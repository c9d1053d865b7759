import Foundation
import Records
import Store
import TestSupport

/// The bytes of a store with rows in every table and histories of many periods. Tests damage a copy.
///
/// Its pages are small, so that each table has several and hardly a byte is unused: random damage hits something.
enum FilledStore {
    /// After the second of two nights.
    static let bytes = Result { try nights.get().second }
    /// After the first; each page has the same use.
    static let earlierBytes = Result { try nights.get().first }
    /// What is read from it before damage.
    static let reading = Result {
        let folder = try TemporaryFolder()
        try folder.write(try bytes.get(), to: "runs.sqlite")
        return try StoreReading(StoreFile(folder.storePath, isFrozen: true))
    }

    private static let nights = Result {
        let folder = try TemporaryFolder()
        try night(1, in: folder)
        // A page's size can be changed only without a log.
        let settle = "PRAGMA journal_mode = DELETE"
        try execute("\(settle); PRAGMA page_size = 512; VACUUM", in: folder.storePath)
        let first = try Data(contentsOf: URL(filePath: folder.storePath))
        try night(2, in: folder)
        try execute(settle, in: folder.storePath)
        return (first: first, second: try Data(contentsOf: URL(filePath: folder.storePath)))
    }

    private static func night(_ number: Int64, in folder: TemporaryFolder) throws {
        let store = try folder.store()
        try store.transaction {
            for kind in [NameKind.task, .platform, .version, .arm] {
                for word in ["sync", "prune"] { _ = try store.names(kind).number(of: Array("\(word) \(number)".utf8)) }
            }
            // Without the device that has the earliest and the latest time: reading all periods takes long.
            let fleet = RandomFleet.make(seed: UInt64(number), devices: 4)
            _ = try store.merge(gather(fleet.filter { $0.device.app != Array("app 0".utf8) }))
            // Many devices of one app, so that their index has several pages.
            let many = (0..<30).map {
                deviceExport(device("device \($0)", app: "many"), at: monday.advanced(by: number), [Run(at: monday)])
            }
            _ = try store.merge(gather(many))
            let alike = [deviceExport(device("Device \(number)", app: "many"), at: monday, [Run(at: monday)])]
            _ = try store.merge(gather(alike))
            for file in 2 * number...2 * number + 1 {
                let name = Array("file \(file)".utf8)
                let content = try store.addContent(
                    of: name, hash: [1, UInt8(file)], nameDate: file % 2 == 0 ? nil : "2026-09-24", ledger(file))
                var facts = FileFacts()
                (facts.size, facts.modified, facts.changed, facts.inode) = (file, 9, 10, 11)
                try store.set(KnownFile(facts: facts, content: content), at: name)
            }
            if number == 2 {
                try store.removeFile(Array("file 3".utf8))
                try store.set(
                    KnownFile(facts: FileFacts(), refusal: FileRefusal(code: "folder", detail: "it is")), at: [0xFF]
                )
            }
            try store.setSetting("zone", to: "UTC")
            try store.setSetting("night", to: "\(number)")
            try store.add(WholeReport(app: nil, task: "sync", week: "2026-W3\(number)"))
        }
    }

    private static func ledger(_ file: Int64) -> Ledger {
        var ledger = Ledger()
        (ledger.exports, ledger.entries, ledger.repeated) = (Int(file), 7, 1)
        ledger.marks = [0, 1, file].map { ExportMark(moment: monday.advanced(by: $0), fingerprint: UInt64(file)) }
        ledger.note(Remark(.refused, "reason \(file)"), at: "entry \(file)")
        for device in 0..<4 {
            ledger.refusedDevices.note(
                UInt64(device), entries: Int(file), at: nil, Remark(.refused, "reason \(file)"))
        }
        return ledger
    }
}

/// Everything that commands read from a store.
struct StoreReading: Equatable {
    /// The part that hashes and sums protect.
    let watched: Watched
    let devices: [StoredDevice]
    let devicesOfApps: [Set<Int64>]
    let appsOfTasks: [Set<Int64>]
    let contents: [StoredContent]
    let exportsInNoFile: Int
    let remarks: [[Remark: Ledger.Tally]]
    let unused: [UnusedFile]
    let files: [[UInt8]: KnownFile]
    let settings: [String?]
    let refused: [RefusedExports]

    struct Watched: Equatable {
        let histories: [Int64: History]
        let names: [[[UInt8]]]
    }

    init(_ file: StoreFile) throws {
        let store = try Store(file)
        watched = Watched(
            histories: try store.allHistories(), names: try NameKind.allCases.map { try store.names($0).names })
        devices = try store.devices(beginningWith: [], app: nil, atMost: 1_000)
        devicesOfApps = try (0..<8).map { try store.devices(of: [$0]) }
        appsOfTasks = try (0..<4).map { Set(try store.apps(running: TaskID(rawValue: $0)).map(Int64.init)) }
        let always = [Instant.earliest..<Instant.latest]
        contents = try store.contents(within: always)
        exportsInNoFile = try store.counted(contents, within: always).exportsInNoFile
        remarks = try contents.map { try store.remarks(of: $0.id) }
        unused = try store.unusedFiles()
        files = try store.files()
        refused = try store.refusedExports(of: Array("d1".utf8))
        settings = try ["zone", "night"].map { try store.setting($0) }
    }

    /// What is read from a store; nil if the store refuses to be read.
    static func unlessRefused(_ path: String) throws -> StoreReading? {
        do {
            return try StoreReading(StoreFile(path, isFrozen: true))
        } catch is StoreFailure {
            return nil
        } catch is StoreError {
            return nil
        }
    }
}
