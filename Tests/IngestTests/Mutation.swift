import Records
import TestSupport

@testable import Ingest

extension SeededGenerator {
    /// Up to four changes: a cut, a changed bit or byte, a significant byte, a slice doubled, moved or left out.
    mutating func mutated(_ original: [UInt8]) -> [UInt8] {
        var bytes = original
        for _ in 0..<Int.random(in: 1...4, using: &self) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &self)
            let end = Int.random(in: place...min(place + 120, bytes.count), using: &self)
            switch Int.random(in: 0..<7, using: &self) {
            case 0: bytes.removeSubrange(place...)
            case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &self)
            case 2: bytes[place] = UInt8.random(in: 0...255, using: &self)
            case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
            case 4: bytes.removeSubrange(place..<end)
            case 5: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &self))
            default: bytes.insert(Mutation.telling.randomElement(using: &self) ?? 0, at: place)
            }
        }
        return bytes
    }
}

enum Mutation {
    static let telling = Array("{}[],:\"\\\n\r 0-eE.ntf\u{0}\u{FEFF}".utf8)

    /// Valid files of every form, with escapes, other scripts, unusual values and repeated keys.
    static let files: [[UInt8]] = {
        let rich = #"""
            {"device":"caf\u00e9 \ud83d\ude00 \"x\" \\","app":"ü","platform":"android","exportedAt":"2026-03-17T00:00:00Z",
            """# + #"""
                "bucket":"rare","lastScheduledAt":1773619200000,"installedAt":0,"historyLimit":30,"x":{"y":[1,[2,{"z":null}]]},"history":
                """# + #"""
                [{"at":795312000.5,"success":"true","task":"a\nb","bucket":40},{"at":1773619200000000,"outcome":"failed","reason":-1.5e3},null,
                """# + #"""
                {"at":"2026-03-16T12:00:00.25+05:30","at":1773622800,"lowPower":1,"scheduledAt":"1773622000"}]}
                """#
        let texts = [
            rich, "[\(rich),\(sample("b")),\n\(rich)]",
            "{\"exportedAt\":1773705600,\"devices\":[\(rich),\(Shape.undated)]}",
            "{\"devices\":[\(Shape.undated),\n\(sample("c"))],\"exportedAt\":1773705600}",
            "\(rich)\n\(sample("b"))\n\(rich)\r\n",
            "\(pretty("a"))\n\(pretty("b"))", "[\n\(pretty("a", indent: " ")),\n\(pretty("b", indent: " "))\n]",
            "\u{FEFF}\(sample("a"))\(sample("b"))",
            "{\"device\":\"p\",\"exportedAt\":1773705600,\"lastRunAt\":1773619200,\"lastBucket\":10}",
        ]
        return texts.map { Array($0.utf8) }
    }()
}

extension FileRead {
    /// What cannot be the result of reading `bytes`; nil if nothing.
    func fault(in bytes: [UInt8]) -> String? {
        if exports.isEmpty, ledger.refused == 0 { return "nothing was read and nothing refused" }
        if exports.count != ledger.exports { return "\(exports.count) exports came and \(ledger.exports) were counted" }
        // An export has a device, damage to a list makes at most one refusal a byte, and an entry has at least two
        // bytes.
        if exports.count * 10 > bytes.count || ledger.refused > bytes.count + 1 { return "more than there is room for" }
        if ledger.marks.map(\.moment) != exports.map(\.export.exportedAt) { return "other moments than the exports'" }
        let runs = exports.map(\.runs.count).reduce(0, +)
        if runs != ledger.entries { return "\(runs) runs came and \(ledger.entries) entries were counted" }
        for export in exports {
            let moment = export.export.exportedAt
            if moment < .earliest || moment > .latest { return "an export outside the span" }
            if export.device.id.isEmpty || export.device.id.count > 1_024 {
                return "an id of \(export.device.id.count) bytes"
            }
            if export.runs.contains(where: { $0.at > moment || $0.at < .earliest }) { return "a run outside the span" }
            if zip(export.runs, export.runs.dropFirst()).contains(where: { $0.key >= $1.key }) {
                return "runs out of order"
            }
        }
        return nil
    }
}
