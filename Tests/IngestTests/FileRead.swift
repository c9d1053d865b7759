import Foundation
import Records
import Synchronization
import TestSupport

@testable import Ingest

/// The result of reading one file.
struct FileRead: Equatable {
    var exports: [DeliveredExport] = []
    var ledger = Ledger()
    /// The names of each kind in order of appearance; their numbers begin with 1.
    var tasks: [String] = []
    var platforms: [String] = []
    var versions: [String] = []
    var arms: [String] = []

    /// The devices' ids.
    var ids: [String] { exports.map { String(decoding: $0.device.id, as: UTF8.self) } }

    /// The number of refusals by reason.
    var refusals: [Refusal: Int] {
        Dictionary(
            ledger.tallies.compactMap { remark, tally in
                guard remark.kind == .refused, let refusal = remark.refusal else { return nil }
                return (refusal, tally.count)
            }, uniquingKeysWith: +)
    }

    /// The number of remarks by subject and code: `bucket: not-a-bucket`.
    func counts(_ kind: Remark.Kind) -> [String: Int] {
        var counts: [String: Int] = [:]
        for (remark, tally) in ledger.tallies where remark.kind == kind {
            counts[[remark.subject, remark.code].filter { !$0.isEmpty }.joined(separator: ": ")] = tally.count
        }
        return counts
    }

    /// The positions of a refusal.
    func places(_ refusal: Refusal) -> [String] {
        ledger.tallies.filter { $0.key.kind == .refused && $0.key.refusal == refusal }.flatMap(\.value.places)
    }
}

/// A delivered export, in a form that can be compared.
struct DeliveredExport: Equatable {
    var device: DeviceKey
    var export: Export
    var runs: [Run]

    init(_ exported: DeviceExport) {
        (device, export, runs) = (exported.device, exported.export, exported.runs)
    }
}

/// Returns at most this many bytes at a time.
final class PieceSource: ByteSource {
    private let source: MemorySource
    private let most: Int

    init(_ bytes: [UInt8], _ most: Int) {
        source = MemorySource(bytes)
        self.most = most
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int {
        try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(most)))
    }
}

/// Numbers names from 1.
final class NumberedNames: Sendable {
    private let met = Mutex<[[UInt8]]>([])

    func number(of name: [UInt8]) -> UInt32 {
        met.withLock { met in
            if let place = met.firstIndex(of: name) { return UInt32(place + 1) }
            met.append(name)
            return UInt32(met.count)
        }
    }

    var names: [String] { met.withLock { $0.map { String(decoding: $0, as: UTF8.self) } } }
}

/// Reads files with one reader, as the program does.
struct TestReader {
    private let tasks = NumberedNames()
    private let platforms = NumberedNames()
    private let versions = NumberedNames()
    private let arms = NumberedNames()
    private let reader: ExportFileReader

    init() throws {
        reader = try ExportFileReader(
            names: Names(
                task: { [tasks] in TaskID(rawValue: tasks.number(of: $0)) },
                platform: { [platforms] in PlatformID(rawValue: platforms.number(of: $0)) },
                version: { [versions] in VersionID(rawValue: versions.number(of: $0)) },
                arm: { [arms] in ArmID(rawValue: arms.number(of: $0)) }),
            largeExports: LargeExports())
    }

    func read(_ nameMoment: Instant? = nil, _ open: ExportFileReader.Opening) -> FileRead {
        var read = FileRead()
        do throws(ReadFailure) {
            read.ledger = reader.read(FileContext(nameMoment: nameMoment), from: try open(), again: open) {
                read.exports.append(DeliveredExport($0))
            }
        } catch {
            read.ledger.note(Remark(.refused, error.refusal), at: error.detail)
        }
        read.tasks = tasks.names
        read.platforms = platforms.names
        read.versions = versions.names
        read.arms = arms.names
        return read
    }
}

/// Reads bytes as a file, decompressing them if needed.
func readFile(_ bytes: [UInt8], nameMoment: Instant? = nil, piece: Int? = nil) throws -> FileRead {
    let isPacked = bytes.withUnsafeBytes { GzipSource.isGzip($0) }
    return try TestReader().read(nameMoment) { () throws(ReadFailure) in
        let source: any ByteSource = piece.map { PieceSource(bytes, $0) } ?? MemorySource(bytes)
        return isPacked ? try GzipSource(source) : source
    }
}

func readFile(_ text: String, nameMoment: Instant? = nil, piece: Int? = nil) throws -> FileRead {
    try readFile(Array(text.utf8), nameMoment: nameMoment, piece: piece)
}

/// Reads a case file.
func readCase(_ file: String) throws -> FileRead {
    let path = "\(Repository.path)/Tests/freshnessTests/Fixtures/cases/\(file)"
    return try readFile(Array(Data(contentsOf: URL(fileURLWithPath: path))))
}

/// 2026-03-16 00:00 UTC, a Monday, in Unix seconds; the samples' runs start here.
let monday = 1_773_619_200

extension Instant {
    /// A moment in Unix seconds.
    static func seconds(_ seconds: Int) -> Instant { Instant(milliseconds: Int64(seconds) * 1_000) }
}

/// An export a day later, with a run each hour.
func sample(_ id: String, runs: Int = 2) -> String {
    let entries = (0..<runs).map { "{\"at\":\(monday + 3_600 * $0),\"success\":true}" }
    return "{\"device\":\"\(id)\",\"exportedAt\":\(monday + 86_400),\"history\":[\(entries.joined(separator: ","))]}"
}

/// The same pretty-printed: a member a line, one space of indentation for each bracket.
func pretty(_ id: String, runs: Int = 2, indent: String = "") -> String {
    let entries = (0..<runs).map { "\(indent)  {\n\(indent)   \"at\": \(monday + 3_600 * $0)\n\(indent)  }" }
    return """
        \(indent){
        \(indent) "device": "\(id)",
        \(indent) "exportedAt": \(monday + 86_400),
        \(indent) "history": [
        \(entries.joined(separator: ",\n"))
        \(indent) ]
        \(indent)}
        """
}

/// An export with one entry of these members.
func withEntry(_ members: String, _ more: String = "") -> String {
    "{\"device\":\"d\",\"exportedAt\":\(monday + 86_400)\(more),\"history\":[{\(members)}]}"
}

/// A run in an export a day after ``monday``.
func exportedRun(
    _ seconds: Int = monday, _ outcome: Outcome = .unknown, scheduledAt: Instant? = nil, lowPower: Bool? = nil,
    hasConflict: Bool = false
) -> Run {
    let export = Instant.seconds(monday + 86_400)
    return Run(
        at: .seconds(seconds), outcome: outcome, scheduledAt: scheduledAt, lowPower: lowPower,
        exported: export...export,
        hasConflict: hasConflict)
}
