import Foundation
import TestSupport

/// A way to write a fleet into files.
struct Writing: CustomStringConvertible {
    enum Shape: CaseIterable { case list, lines, pretty, severalOnALine, envelope, lateEnvelope, oneFileEach }
    enum Form: CaseIterable { case seconds, milliseconds, microseconds, nanoseconds, since2001, iso, digits, exponent }

    var shape = Shape.list
    var form = Form.seconds
    var packed = false
    var mark = false
    var carriageReturns = false
    var shufflesKeys = false

    var description: String {
        "\(shape), \(form), packed \(packed), mark \(mark), CRLF \(carriageReturns), keys shuffled \(shufflesKeys)"
    }

    /// The files, by name.
    func files(
        of fleet: ShapedFleet, using random: inout SeededGenerator, inOrder: Bool
    ) throws -> [(name: String, bytes: Data)] {
        var exports = fleet.exports
        if !inOrder { exports.shuffle(using: &random) }
        let perFile = shape == .oneFileEach ? 1 : 23
        var files: [(name: String, bytes: Data)] = []
        for start in stride(from: 0, to: exports.count, by: perFile) {
            let part = exports[start..<min(start + perFile, exports.count)]
            let name = "part \(inOrder ? start : Int.random(in: 0...99_999, using: &random)) \(start).json"
            var text = self.text(of: Array(part), using: &random)
            if carriageReturns { text = text.replacingOccurrences(of: "\n", with: "\r\n") }
            let bytes = (mark ? Data([0xEF, 0xBB, 0xBF]) : Data()) + Data(text.utf8)
            files.append((name, packed ? try gzip(bytes) : bytes))
        }
        return files
    }

    private func text(of exports: [ShapedFleet.Export], using random: inout SeededGenerator) -> String {
        let texts = exports.map { export in object(export, inEnvelope: false, using: &random) }
        switch shape {
        case .list: return "[\(texts.joined(separator: ",\n"))]"
        case .lines: return texts.joined(separator: "\n") + "\n"
        case .severalOnALine: return texts.joined(separator: " ")
        case .pretty, .oneFileEach:
            return texts.map { $0.replacingOccurrences(of: "{\"at\"", with: "\n    {\n      \"at\"") + "\n" }.joined()
        case .envelope:
            // Each export says its own moment; the envelope's is there and not needed.
            let moment = time(exports[0].exportedAt)
            return "{\"exportedAt\": \(moment), \"devices\": [\(texts.joined(separator: ","))]}"
        case .lateEnvelope:
            // All exports of one moment say it on the envelope alone, behind the devices.
            let groups = Dictionary(grouping: exports, by: \.exportedAt).sorted { $0.key < $1.key }
            return groups.map { moment, group in
                let devices = group.map { object($0, inEnvelope: true, using: &random) }
                return "{\"devices\": [\(devices.joined(separator: ","))], \"exportedAt\": \(time(moment))}"
            }.joined(separator: "\n")
        }
    }

    private func object(_ export: ShapedFleet.Export, inEnvelope: Bool, using random: inout SeededGenerator) -> String {
        let device = Int(export.device).map(String.init) ?? quoted(export.device)
        var members = [
            "\"device\":\(device)", "\"platform\":\(quoted(export.platform))",
            "\"history\":[\(export.history.map(entry).joined(separator: ","))]",
        ]
        if !inEnvelope { members.append("\"exportedAt\":\(time(export.exportedAt))") }
        if let app = export.app { members.append("\"app\":\(quoted(app))") }
        if let bucket = export.bucket { members.append("\"bucket\":\(bucket)") }
        if shufflesKeys { members.shuffle(using: &random) }
        return "{\(members.joined(separator: ","))}"
    }

    private func entry(_ run: ShapedFleet.Run) -> String {
        var members = ["\"at\":\(time(run.at))"]
        if let scheduledAt = run.scheduledAt { members.append("\"scheduledAt\":\(time(scheduledAt))") }
        if let success = run.success { members.append("\"success\":\(success)") }
        if let lowPower = run.lowPower { members.append("\"lowPower\":\(lowPower ? 1 : 0)") }
        if let bucket = run.bucket { members.append("\"bucket\":\(bucket)") }
        if let task = run.task { members.append("\"task\":\(quoted(task))") }
        return "{\(members.joined(separator: ","))}"
    }

    /// A moment, given in milliseconds, in this writing's form.
    private func time(_ milliseconds: Int) -> String {
        let thousandths = String(String(1_000 + milliseconds % 1_000).dropFirst())
        switch form {
        case .seconds: return "\(milliseconds / 1_000).\(thousandths)"
        case .milliseconds: return "\(milliseconds)"
        case .microseconds: return "\(milliseconds)000"
        case .nanoseconds: return "\(milliseconds)000000"
        case .since2001: return "\(milliseconds / 1_000 - 978_307_200).\(thousandths)"
        case .digits: return "\"\(milliseconds)\""
        case .exponent: return "\(milliseconds)0e-1"
        case .iso:
            var parts = tm()
            var seconds = time_t(milliseconds / 1_000)
            gmtime_r(&seconds, &parts)
            let numbers = [parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec].map {
                String(String(100 + $0).dropFirst())
            }
            return "\"\(parts.tm_year + 1900)-\(numbers[0])-\(numbers[1])T\(numbers[2])"
                + ":\(numbers[3]):\(numbers[4]).\(thousandths)+00:00\""
        }
    }

    private func quoted(_ text: String) -> String {
        "\"" + text.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"") + "\""
    }

    /// Packed by the system's own gzip.
    private func gzip(_ bytes: Data) throws -> Data {
        let folder = try TemporaryFolder()
        try folder.write(bytes, to: "file")
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["gzip", folder.path + "/file"]
        try process.run()
        process.waitUntilExit()
        return try Data(contentsOf: folder.url.appendingPathComponent("file.gz"))
    }
}
