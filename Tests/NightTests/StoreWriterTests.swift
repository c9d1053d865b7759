import Foundation
import Ingest
import Records
import Store
import TestSupport
import Testing

@testable import Night

/// After a write error nothing more is written or read.
@Suite struct StoreWriterTests {
    private struct Full: Error, Equatable {
        var number: Int
    }

    private let site: Site

    init() throws { site = try Site() }

    private var names: Names {
        Names(task: { _ in .none }, platform: { _ in .none }, version: { _ in .none }, arm: { _ in .none })
    }

    @Test func `work runs in order until something fails, and the first failure is thrown`() throws {
        let store = try Store(StoreFile(site.storePath))
        let writer = StoreWriter(store)
        let done = Box<[Int]>([])
        for number in 0..<10 {
            writer.write { _ in
                if number >= 4 { throw Full(number: number) }
                done.set { $0.append(number) }
            }
        }
        #expect(throws: Full(number: 4)) { try writer.finish() }
        #expect(done.value == [0, 1, 2, 3])
        #expect(writer.hasFailed)
        // No call waits forever.
        for _ in 0..<5 { writer.merge(GatheredHistories()) }
        writer.fail(Full(number: 9))
        #expect(throws: Full(number: 4)) { try writer.finish() }
    }

    @Test func `merges count new runs`() throws {
        let store = try Store(StoreFile(site.storePath))
        let writer = StoreWriter(store)
        #expect(writer.gatheredLimit == 4 << 20)
        let moment = Instant(milliseconds: Int64(monday) * 1_000)
        let newRuns = try store.transaction {
            for number in [0, 1, 0] {
                var gathered = GatheredHistories()
                let run = Run(at: moment.advanced(by: Int64(number)))
                gathered.add(
                    DeviceExport(
                        device: DeviceKey(app: [], id: [1]), export: Export(exportedAt: .latest), runs: [run]))
                writer.merge(gathered)
            }
            return try writer.finish()
        }
        #expect(newRuns == 2)
        #expect(writer.gatheredLimit == 4 << 20)
    }

    @Test func `readers start no other file after writing has failed`() throws {
        for number in 0..<40 { try site.put(export("\(number)", at: 24, runs: [1]), as: "\(number).json") }
        let store = try Store(StoreFile(site.storePath))
        let writer = StoreWriter(store)
        let share = Box(0.0)
        let readers = Readers(try site.list(), names, .gmt, writer, FileLedger([:])) { progress in
            share.set { $0 = progress.share }
            if progress.share > 0.2 { writer.fail(Full(number: 1)) }
        }
        readers.work()
        readers.finish()
        #expect(throws: Full(number: 1)) { try writer.finish() }
        #expect(share.value > 0.2 && share.value < 0.3)
    }

    @Test func `readers stop within a large file after writing has failed`() throws {
        try site.put((0..<8_000).map { export("d\($0)", at: 24, runs: [1]) }.joined(), as: "large.json")
        let store = try Store(StoreFile(site.storePath))
        let writer = StoreWriter(store)
        let exports = Box(0)
        let reading = try FileReading(
            names: names, largeExports: LargeExports(), isStopped: { writer.hasFailed })
        let file = try #require(try site.list().first)
        _ = reading.read(
            file, nameMoment: nil,
            deliver: { batch in
                exports.set { $0 += batch.count }
                writer.fail(Full(number: 1))
            }, reach: { _ in })
        #expect(exports.value > 0 && exports.value < 4_000)
    }

    @Test func `a night whose writing fails throws and does not change the store`() throws {
        try site.put(export("a", at: 24, runs: [1]), as: "a.json")
        try site.takeIn()
        // As on a full disk: the last write is refused.
        try Self.refuseContents(site.storePath)
        let before = try site.store().history(of: 1)
        for number in 0..<100 { try site.put(export("a", at: 30 + number, runs: [1, 2]), as: "\(number).json") }
        #expect {
            try site.takeIn()
        } throws: { error in
            guard case NightFailure.store(.database(let error), _) = error else { return false }
            return error.message.contains("no room")
        }
        #expect(try site.store().history(of: 1) == before)
        #expect(try site.store().files().count == 1)
        #expect(try site.store().faults() == [])
    }

    /// Makes a store refuse further contents.
    private static func refuseContents(_ path: String) throws {
        let program = URL(fileURLWithPath: "/usr/bin/env")
        let sql = "CREATE TRIGGER full BEFORE INSERT ON contents BEGIN SELECT RAISE(ABORT, 'no room'); END"
        let run = try ProgramRun(
            of: program,
            ["python3", "-c", "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute(sys.argv[2])", path, sql])
        try #require(run.exitCode == 0, "\(run.error)")
    }
}
