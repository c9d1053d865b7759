import CMessageDigest
import Foundation
import Ingest
import Records
import Report
import Stats

/// Reads the thresholds of `slo.json`. There is no code that writes there.
enum Thresholds {
    static func read(_ path: String) throws(Problem) -> (objectives: Objectives, zone: TimeZone) {
        let bytes: [UInt8]
        do throws(ReadFailure) {
            bytes = try FileSource.contents(of: FilePath(path), atMost: 1 << 20)
        } catch {
            throw .usage(
                "the thresholds \(path) cannot be read (\(error.detail))",
                "make the file, or name its folder with --root or --metrics")
        }
        return try objectives(of: bytes, path)
    }

    static func objectives(of bytes: [UInt8], _ path: String) throws(Problem) -> (
        objectives: Objectives, zone: TimeZone
    ) {
        let file: ThresholdFile
        do throws(ThresholdFault) {
            guard let members = StrictObject.members(of: bytes) else {
                throw ThresholdFault("it is not JSON, or no object", "write it as metrics/README.md shows")
            }
            file = try ThresholdFile(members)
        } catch {
            throw .usage("\(path): \(error.what)", error.advice)
        }
        guard let zone = TimeZone(identifier: file.timeZone), zone.identifier == file.timeZone || file.timeZone == "UTC"
        else {
            throw .usage(
                "\(path): `timeZone` is no IANA zone: \(visible(file.timeZone))",
                "write one such as UTC or Europe/Amsterdam")
        }
        let objectives = Objectives(
            p50: file.p50, p90: file.p90, broken: file.broken, p90Regression: file.p90Regression,
            timeZone: file.timeZone, sha256: sha256(bytes))
        return (objectives, zone)
    }

    private static func sha256(_ bytes: [UInt8]) -> String {
        var digest = [UInt8](repeating: 0, count: 32)
        freshness_sha256(bytes, bytes.count, &digest)
        return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

/// What is wrong with `slo.json`; it names the key.
private struct ThresholdFault: Error {
    var what: String
    var advice: String

    init(_ what: String, _ advice: String) {
        self.what = what
        self.advice = advice
    }
}

/// `slo.json` as it stands; lengths of time in milliseconds.
private struct ThresholdFile {
    var p50: Int64
    var p90: Int64
    var broken: Int64
    var p90Regression: Int64
    var timeZone: String

    private static let keys = ["p50Hours", "p90Hours", "brokenHours", "p90RegressionHours", "timeZone", "source"]

    init(_ members: [(name: String, value: StrictObject.Value)]) throws(ThresholdFault) {
        var values: [String: StrictObject.Value] = [:]
        for (name, value) in members {
            guard Self.keys.contains(name) else {
                throw ThresholdFault("`\(visible(name))` is no key that it may have", "take it out")
            }
            guard values.updateValue(value, forKey: name) == nil else {
                throw ThresholdFault("`\(name)` stands twice", "keep one of them")
            }
        }
        p50 = try Self.hours("p50Hours", values)
        p90 = try Self.hours("p90Hours", values)
        broken = try Self.hours("brokenHours", values)
        p90Regression = try Self.hours("p90RegressionHours", values)
        guard p50 <= p90 else {
            throw ThresholdFault(
                "`p50Hours` is above `p90Hours`", "half of the devices cannot be held to less than nine in ten")
        }
        switch values["timeZone"] {
        case .text(let zone): timeZone = zone
        case nil: throw ThresholdFault("`timeZone` is missing", "add it, such as \"UTC\"")
        default: throw ThresholdFault("`timeZone` is no text", "write an IANA zone, such as \"UTC\"")
        }
        switch values["source"] {
        case .object, nil: break
        default: throw ThresholdFault("`source` is no object", "write where each number comes from, by its key")
        }
    }

    private static func hours(_ name: String, _ values: [String: StrictObject.Value]) throws(ThresholdFault) -> Int64 {
        guard let value = values[name] else { throw ThresholdFault("`\(name)` is missing", "add it, in hours") }
        guard case .number(let hours) = value else {
            throw ThresholdFault("`\(name)` is no number", "write it in hours")
        }
        let milliseconds = (hours * Double(Milliseconds.hour)).rounded()
        guard milliseconds >= 1, hours <= 87_600 else {
            throw ThresholdFault("`\(name)` is out of range", "write hours above 0 and up to 87600")
        }
        return Int64(milliseconds)
    }
}
