/// A JSON value whose keys keep their order, written with two spaces of indent.
enum JSON {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([(String, JSON)])

    init(_ number: Double?) { self = number.map(JSON.number) ?? .null }
    init(_ text: String?) { self = text.map(JSON.string) ?? .null }
    init(_ flag: Bool?) { self = flag.map(JSON.bool) ?? .null }

    /// The whole text, ending in one newline.
    var text: String { text(indent: "") + "\n" }

    private func text(indent: String) -> String {
        switch self {
        case .array(let elements):
            Self.enclosed("[", elements.map { $0.text(indent: indent + "  ") }, "]", indent)
        case .object(let members):
            Self.enclosed("{", members.map { Self.quoted($0) + ": " + $1.text(indent: indent + "  ") }, "}", indent)
        default: scalar
        }
    }

    /// What is neither a list nor an object; those are empty here.
    var scalar: String {
        switch self {
        case .null: "null"
        case .bool(let flag): flag ? "true" : "false"
        case .integer(let number): String(number)
        case .number(let number): Self.text(number)
        case .string(let text): Self.quoted(text)
        case .array, .object: ""
        }
    }

    private static func enclosed(_ open: String, _ lines: [String], _ close: String, _ indent: String) -> String {
        if lines.isEmpty { return open + close }
        let inner = "\n" + indent + "  "
        return open + inner + lines.joined(separator: "," + inner) + "\n" + indent + close
    }

    /// The shortest digits that read back as the same number; a whole number without a point.
    private static func text(_ number: Double) -> String {
        guard number.isFinite else { return "null" }
        let digits = number.description
        return digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits
    }

    /// Beside what JSON asks for, whatever cannot be seen is escaped: the text may end up on a terminal.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case _ where scalar.canBeSeen: result.unicodeScalars.append(scalar)
            default: for unit in String(Character(scalar)).utf16 { result += escape(unit) }
            }
        }
        return result + "\""
    }

    static func escape(_ unit: UInt16) -> String {
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
