import Foundation
import Records
import Synchronization
import TestSupport

@testable import Ingest

/// What reading one file gave.
struct FileRead: Equatable {
    var exports: [ToldExport] = []
    var ledger = Ledger()
    /// Names of each kind, in the order in which they were met; their numbers begin with 1.
    var tasks: [String] = []
    var platforms: [String] = []
    var versions: [String] = []
    var arms: [String] = []

    /// The devices' ids.
    var ids: [String] { exports.map { String(decoding: $0.device.id, as: UTF8.self) } }

    /// How much was refused, by reason.
    var refusals: [Refusal: Int] {
        Dictionary(
            ledger.tallies.compactMap { remark, tally in
                guard remark.kind == .refused, let refusal = remark.refusal else { return nil }
                return (refusal, tally.count)
            }, uniquingKeysWith: +)
    }

    /// How often something was said, by subject and code: `bucket: not-a-bucket`.
    func counts(_ kind: Remark.Kind) -> [String: Int] {
        var counts: [String: Int] = [:]
        for (remark, tally) in ledger.tallies where remark.kind == kind {
            counts[[remark.subject, remark.code].filter { !$0.isEmpty }.joined(separator: ": ")] = tally.count
        }
        return counts
    }

    /// Where something was refused.
    func places(_ refusal: Refusal) -> [String] {
        ledger.tallies.filter { $0.key.kind == .refused && $0.key.refusal == refusal }.flatMap(\.value.places)
    }
}

/// An export as it was handed on, in a form that compares.
struct ToldExport: Equatable {
    var device: DeviceKey
    var export: Export
    var runs: [Run]

    init(_ told: DeviceExport) {
        (device, export, runs) = (told.device, told.export, told.runs)
    }
}

/// Hands in at most so many bytes at a time.
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

/// Gives each name a number, from 1.
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
                read.exports.append(ToldExport($0))
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

/// Reads bytes as a file, unpacked where they are packed.
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

/// Reads a file of a handed case.
func readCase(_ file: String) throws -> FileRead {
    let path = "\(Repository.path)/Tests/freshnessTests/Fixtures/cases/\(file)"
    return try readFile(Array(Data(contentsOf: URL(fileURLWithPath: path))))
}

/// 2026-03-16 00:00 UTC, a Monday, in Unix seconds; the samples' runs are from here on.
let monday = 1_773_619_200

extension Instant {
    /// A moment in Unix seconds.
    static func seconds(_ seconds: Int) -> Instant { Instant(milliseconds: Int64(seconds) * 1_000) }
}

/// An export of a day later, with a run an hour.
func sample(_ id: String, runs: Int = 2) -> String {
    let entries = (0..<runs).map { "{\"at\":\(monday + 3_600 * $0),\"success\":true}" }
    return "{\"device\":\"\(id)\",\"exportedAt\":\(monday + 86_400),\"history\":[\(entries.joined(separator: ","))]}"
}

/// The same as a program prints it for people: a member a line, one space deeper for each bracket.
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

/// An export with one entry, whose members are given.
func withEntry(_ members: String, _ more: String = "") -> String {
    "{\"device\":\"d\",\"exportedAt\":\(monday + 86_400)\(more),\"history\":[{\(members)}]}"
}

/// A run as an export of a day after ``monday`` tells it.
func told(
    _ seconds: Int = monday, _ outcome: Outcome = .unknown, scheduledAt: Instant? = nil, lowPower: Bool? = nil,
    isContested: Bool = false
) -> Run {
    let export = Instant.seconds(monday + 86_400)
    return Run(
        at: .seconds(seconds), outcome: outcome, scheduledAt: scheduledAt, lowPower: lowPower, told: export...export,
        isContested: isContested)
}
