import CMessageDigest
package import Foundation
import Ingest
import Records
package import Stats

/// The thresholds of `slo.json`. They are never written.
package struct Thresholds: Equatable, Sendable {
    private let path: String
    package let objectives: Objectives
    package let zone: TimeZone

    package init(_ path: String) throws(NightFailure) {
        let bytes: [UInt8]
        do throws(ReadFailure) {
            bytes = try FileSource.contents(of: FilePath(path), atMost: 1 << 20)
        } catch {
            throw .thresholds(.unreadable(error.detail), path: path)
        }
        try self.init(bytes, path)
    }

    init(_ bytes: [UInt8], _ path: String) throws(NightFailure) {
        let file: ThresholdFile
        do throws(ThresholdFault) {
            guard let members = StrictObject.members(of: bytes) else { throw ThresholdFault.noObject }
            file = try ThresholdFile(members)
            zone = try Self.zone(file.timeZone)
        } catch {
            throw .thresholds(error, path: path)
        }
        self.path = path
        objectives = Objectives(
            p50: file.p50, p90: file.p90, broken: file.broken, p90Regression: file.p90Regression,
            timeZone: file.timeZone, sha256: Self.sha256(bytes), data: file.data)
    }

    /// Throws if the file has changed since it was read: it would be unclear which thresholds a result is judged by.
    package func checkUnchanged() throws(NightFailure) {
        guard try Thresholds(path) == self else { throw .thresholdsChanged(path) }
    }

    private static func zone(_ name: String) throws(ThresholdFault) -> TimeZone {
        guard let zone = TimeZone(identifier: name), zone.identifier == name || name == "UTC" else {
            throw .noZone(name)
        }
        return zone
    }

    private static func sha256(_ bytes: [UInt8]) -> String {
        var digest = [UInt8](repeating: 0, count: 32)
        freshness_sha256(bytes, bytes.count, &digest)
        return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

/// What is wrong with `slo.json`.
package enum ThresholdFault: Error, Equatable {
    /// The system's message.
    case unreadable(String)
    /// Not JSON, or not an object.
    case noObject
    case unknownKey(String)
    case twice(String)
    case missing(String)
    case noNumber(String)
    case outOfRange(String)
    case p50AboveP90
    case zoneIsNoText
    case noZone(String)
    case sourceIsNoObject
    case dataIsNoObject
}

/// The values of `slo.json`; durations in milliseconds.
private struct ThresholdFile {
    var p50: Int64
    var p90: Int64
    var broken: Int64
    var p90Regression: Int64
    var timeZone: String
    var data: DataLimits

    init(_ members: [(name: String, value: StrictObject.Value)]) throws(ThresholdFault) {
        let file = try ThresholdKeys(
            members,
            of: ["p50Hours", "p90Hours", "brokenHours", "p90RegressionHours", "timeZone", "source", "data"])
        p50 = try file.hours("p50Hours")
        p90 = try file.hours("p90Hours")
        broken = try file.hours("brokenHours")
        p90Regression = try file.hours("p90RegressionHours")
        guard p50 <= p90 else { throw .p50AboveP90 }
        switch file.values["timeZone"] {
        case .text(let zone): timeZone = zone
        case nil: throw .missing("timeZone")
        default: throw .zoneIsNoText
        }
        switch file.values["source"] {
        case .object, nil: break
        default: throw .sourceIsNoObject
        }
        switch file.values["data"] {
        case .object(let text): data = try DataLimits(text)
        case nil: data = DataLimits()
        default: throw .dataIsNoObject
        }
    }
}
