import Foundation
import Records
import Store
import TestSupport

/// A store that has rows in every table and histories of many periods, as the bytes of its file. Tests damage a copy.
///
/// Its pages are small, so that each table has several and hardly a byte is unused: what is damaged at random hits.
enum FilledStore {
    /// As the second of two nights left it.
    static let bytes = Result { try nights.get().second }
    /// As the first did; each page has the same use.
    static let earlierBytes = Result { try nights.get().first }
    /// What is read of it while it is whole.
    static let reading = Result {
        let folder = try TemporaryFolder()
        try folder.write(try bytes.get(), to: "runs.sqlite")
        return try StoreReading(StoreFile(folder.storePath, isFrozen: true))
    }

    private static let nights = Result {
        let folder = try TemporaryFolder()
        try night(1, in: folder)
        // A page's size can be changed only where there is no log.
        let settle = "PRAGMA journal_mode = DELETE"
        try execute("\(settle); PRAGMA page_size = 512; VACUUM", in: folder.storePath)
        let first = try Data(contentsOf: URL(filePath: folder.storePath))
        try night(2, in: folder)
        try execute(settle, in: folder.storePath)
        return (first: first, second: try Data(contentsOf: URL(filePath: folder.storePath)))
    }

    private static func night(_ number: UInt32, in folder: TemporaryFolder) throws {
        let store = try folder.store()
        try store.transaction {
            for word in ["sync", "prune"] { _ = store.tasks.number(of: Array("\(word) \(number)".utf8)) }
            for word in ["ios", "android"] { _ = store.platforms.number(of: Array("\(word) \(number)".utf8)) }
            // Without the one of the first and the last moment: walking through all periods takes its time.
            let fleet = RandomFleet.make(seed: UInt64(number), devices: 4)
            _ = try store.merge(gather(fleet.filter { $0.device.app != Array("app 0".utf8) }))
            // Many devices of one app: the index by which they are found has several pages.
            let many = (0..<30).map {
                telling(device("device \($0)", app: "many"), content: number, at: monday, [Run(at: monday)])
            }
            _ = try store.merge(gather(many))
            for file in 2 * number...2 * number + 1 {
                var ledger = Ledger()
                ledger.exports = Int(file)
                ledger.entries = 7
                ledger.repeated = 1
                // Two moments are kept with the content, more in a row of their own.
                ledger.moments = [0, 1, Int64(file)].dropFirst(Int(file) % 2).map { monday.advanced(by: $0) }
                ledger.note(Remark(.refused, "reason \(file)"), at: "entry \(file)")
                let (name, content) = (Array("file \(file)".utf8), ContentID(rawValue: file))
                try store.add(
                    content, name: name, hash: [1, UInt8(file)], size: Int64(file),
                    nameDate: file % 2 == 0 ? nil : "2026-09-24", isChanged: false, ledger)
                try store.setPath(name, StoredPath(size: Int64(file), modified: 9, content: content))
            }
            if number == 2 { try store.replace(ContentID(rawValue: 3)) }
            try store.setSetting("zone", to: "UTC")
        }
    }
}

/// All that calls read of a store, each thing with the look at its table that belongs to it.
struct StoreReading: Equatable {
    let histories: [Int64: History]
    let devices: [StoredDevice]
    let devicesOfApps: [Set<Int64>]
    let appsOfTasks: [Set<Int64>]
    let names: [[[UInt8]]]
    let conflicts: [Int64: Set<RunKey>]
    let contents: [String]
    let moments: [[Instant]]
    let remarks: [[Remark: Ledger.Tally]]
    let hashes: [[UInt8]: Set<ContentID>]
    let sizes: Set<Int64>
    let paths: [[UInt8]: StoredPath]
    let zone: String?
    let writings: Int64

    init(_ file: StoreFile) throws {
        let store = try Store(file)
        try store.checkDevices()
        devices = try store.devices(beginningWith: [], app: nil, atMost: 1_000)
        devicesOfApps = try (0..<8).map { try store.devices(of: [$0]) }
        histories = try store.allHistories()
        appsOfTasks = try (0..<4).map { try store.apps(running: TaskID(rawValue: $0)) }
        names = [store.tasks.names, store.platforms.names]
        conflicts = try store.conflicts().mapValues { Set($0) }
        let all = try store.contents()
        contents = all.map { "\($0)" }
        moments = try all.map { try store.moments(of: $0.id) }
        remarks = try all.map { try store.remarks(of: $0.id) }
        hashes = try store.hashes().mapValues { Set($0.map(\.content)) }
        sizes = try store.contentSizes()
        paths = try store.paths()
        zone = try store.setting("zone")
        writings = try store.writings()
    }

    /// What is read of a store; nil where the store says that it cannot be read.
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
