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
            bytes = try FileSource.contents(of: FilePath(path))
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
        do {
            file = try JSONDecoder().decode(ThresholdFile.self, from: Data(bytes))
        } catch let fault as ThresholdFault {
            throw .usage("\(path): \(fault.what)", fault.advice)
        } catch {
            throw .usage("\(path) is not JSON", "write it as metrics/README.md shows")
        }
        guard let zone = TimeZone(identifier: file.timeZone), zone.identifier == file.timeZone || file.timeZone == "UTC"
        else {
            throw .usage(
                "\(path): `timeZone` is no IANA zone: \(visible(file.timeZone))",
                "write one such as UTC or Europe/Amsterdam")
        }
        let hour = Double(Milliseconds.hour)
        let objectives = Objectives(
            p50: Int64((file.p50Hours * hour).rounded()), p90: Int64((file.p90Hours * hour).rounded()),
            broken: Int64((file.brokenHours * hour).rounded()),
            p90Regression: Int64((file.p90RegressionHours * hour).rounded()), timeZone: file.timeZone,
            sha256: sha256(bytes))
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

/// `slo.json` as it stands.
private struct ThresholdFile: Decodable {
    var p50Hours: Double
    var p90Hours: Double
    var brokenHours: Double
    var p90RegressionHours: Double
    var timeZone: String

    private struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private static let hourKeys = ["p50Hours", "p90Hours", "brokenHours", "p90RegressionHours"]

    init(from decoder: any Decoder) throws {
        guard let values = try? decoder.container(keyedBy: Key.self) else {
            throw ThresholdFault("it is no object", "write it as metrics/README.md shows")
        }
        let known = Self.hourKeys + ["timeZone", "source"]
        for key in values.allKeys where !known.contains(key.stringValue) {
            throw ThresholdFault("`\(visible(key.stringValue))` is no key that it may have", "take it out")
        }
        let hours = try Self.hourKeys.map { try Self.hours(of: $0, values) }
        (p50Hours, p90Hours, brokenHours, p90RegressionHours) = (hours[0], hours[1], hours[2], hours[3])
        guard p50Hours <= p90Hours else {
            throw ThresholdFault(
                "`p50Hours` is above `p90Hours`", "half of the devices cannot be held to less than nine in ten")
        }
        let zoneKey = Key(stringValue: "timeZone")
        guard values.contains(zoneKey) else { throw ThresholdFault("`timeZone` is missing", "add it, such as \"UTC\"") }
        guard let zone = try? values.decode(String.self, forKey: zoneKey) else {
            throw ThresholdFault("`timeZone` is no text", "write an IANA zone, such as \"UTC\"")
        }
        timeZone = zone
        let source = Key(stringValue: "source")
        if values.contains(source), (try? values.nestedContainer(keyedBy: Key.self, forKey: source)) == nil {
            throw ThresholdFault("`source` is no object", "write where each number comes from, by its key")
        }
    }

    private static func hours(of name: String, _ values: KeyedDecodingContainer<Key>) throws -> Double {
        let key = Key(stringValue: name)
        guard values.contains(key) else { throw ThresholdFault("`\(name)` is missing", "add it, in hours") }
        guard let hours = try? values.decode(Double.self, forKey: key) else {
            throw ThresholdFault("`\(name)` is no number", "write it in hours")
        }
        guard hours > 0, hours <= 87_600 else {
            throw ThresholdFault("`\(name)` is out of range", "write hours above 0 and up to 87600")
        }
        return hours
    }
}
