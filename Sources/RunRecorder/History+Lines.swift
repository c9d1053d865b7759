/// The file format of a history: one record a line, fields separated by tabs, and in the last line a checksum of all
/// bytes before it.
///
/// The checksum detects any damage, even a single changed digit. The format is not JSON because the first call of a
/// process, which is the usual one in the background, would then take over 1 ms.
extension History {
    /// Later versions keep the first word, the version after it, and the checksum in the last line.
    private static let firstWord = "run-history"
    private static let lastWord = "sum"

    var lines: [UInt8] {
        var writer = LineWriter()
        writer.add(Self.firstWord, String(Self.currentVersion), String(nextNumber))
        for entry in entries { writer.add("run", entry) }
        for entry in earlierSuccesses { writer.add("success", entry) }
        for request in scheduled {
            writer.add(
                "request", request.at.field, request.isWaiting ? "waiting" : "served",
                request.task.map(LineWriter.escaped))
        }
        if let failure = lastSubmitFailure {
            writer.add("refused", failure.at.field, String(failure.code), LineWriter.escaped(failure.domain))
        }
        writer.add(Self.lastWord, String(Self.sum(of: writer.bytes[...])))
        return writer.bytes
    }

    /// What a file contains.
    enum Contents {
        case history(History)
        case newer(version: Int)
        case damaged
    }

    static func contents(of bytes: [UInt8]) -> Contents {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // Nothing comes after the end of the last line.
        guard lines.count >= 3, lines.last?.isEmpty == true, let header = lines.first else { return .damaged }
        let last = lines[lines.count - 2]
        do {
            var fields = LineReader(last)
            guard try fields.word() == lastWord, try fields.number() == sum(of: bytes[..<last.startIndex]) else {
                return .damaged
            }
            fields = LineReader(header)
            guard try fields.word() == firstWord else { return .damaged }
            let version: Int = try fields.number()
            if version > currentVersion { return .newer(version: version) }
            guard version == currentVersion else { return .damaged }
            var history = History()
            history.nextNumber = try fields.number()
            // Nobody records this many runs, and larger numbers could overflow.
            guard fields.isAtEnd, (1...1 << 53).contains(history.nextNumber) else { return .damaged }
            for line in lines[1..<(lines.count - 2)] { try history.add(LineReader(line)) }
            return .history(history)
        } catch {
            return .damaged
        }
    }

    private mutating func add(_ line: LineReader) throws(LineReader.Malformed) {
        var fields = line
        switch try fields.word() {
        case "run": entries.append(try fields.entry())
        case "success": earlierSuccesses.append(try fields.entry())
        case "request":
            let at = try fields.moment()
            let isWaiting = try fields.word() == "waiting"
            scheduled.append(Request(task: try fields.optionalText(), at: at, isWaiting: isWaiting))
        case "refused":
            lastSubmitFailure = Failure(
                at: try fields.moment(), code: try fields.number(), domain: try fields.optionalText() ?? "")
        default: throw LineReader.Malformed()
        }
        guard fields.isAtEnd else { throw LineReader.Malformed() }
    }

    /// FNV-1a (Fowler, Noll and Vo), 64 bits.
    private static func sum(of bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }
}

private struct LineWriter {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ fields: String?...) {
        for (place, field) in fields.enumerated() {
            if place > 0 { bytes.append(UInt8(ascii: "\t")) }
            bytes.append(contentsOf: (field ?? LineReader.absent).utf8)
        }
        bytes.append(UInt8(ascii: "\n"))
    }

    mutating func add(_ word: String, _ entry: History.Entry) {
        add(
            word, String(entry.number), entry.at.field, entry.scheduledAt?.field, entry.endedAt?.field,
            entry.lowPower.map { $0 ? "low" : "normal" }, entry.bucket.map { String($0) }, entry.outcome?.rawValue,
            entry.process.map { String($0.id) }, entry.process.map { String($0.token) },
            entry.task.map(Self.escaped), entry.reason.map(Self.escaped))
    }

    /// A text without line breaks and tabs. What follows the `=` may be empty, or look like a missing field.
    static func escaped(_ text: String) -> String {
        var escaped = "="
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\t": escaped += "\\t"
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

private struct LineReader {
    static let absent = "-"

    struct Malformed: Error {}

    private var rest: ArraySlice<ArraySlice<UInt8>>

    init(_ line: ArraySlice<UInt8>) {
        rest = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)[...]
    }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func word() throws(Malformed) -> String {
        guard let field = rest.popFirst() else { throw Malformed() }
        return String(decoding: field, as: UTF8.self)
    }

    private mutating func optionalWord() throws(Malformed) -> String? {
        let word = try word()
        return word == Self.absent ? nil : word
    }

    mutating func number<Number: FixedWidthInteger>() throws(Malformed) -> Number {
        guard let number: Number = try optionalNumber() else { throw Malformed() }
        return number
    }

    mutating func optionalNumber<Number: FixedWidthInteger>() throws(Malformed) -> Number? {
        guard let word = try optionalWord() else { return nil }
        guard let number = Number(word) else { throw Malformed() }
        return number
    }

    mutating func moment() throws(Malformed) -> Moment {
        guard let moment = try optionalMoment() else { throw Malformed() }
        return moment
    }

    mutating func optionalMoment() throws(Malformed) -> Moment? {
        guard let milliseconds: Int64 = try optionalNumber() else { return nil }
        guard let moment = Moment(milliseconds: milliseconds) else { throw Malformed() }
        return moment
    }

    mutating func entry() throws(Malformed) -> History.Entry {
        History.Entry(
            number: try number(), at: try moment(), scheduledAt: try optionalMoment(), endedAt: try optionalMoment(),
            lowPower: try lowPower(), bucket: try optionalNumber(), outcome: try outcome(), process: try process(),
            task: try optionalText(), reason: try optionalText())
    }

    mutating func lowPower() throws(Malformed) -> Bool? {
        switch try optionalWord() {
        case "low": true
        case "normal": false
        case nil: nil
        default: throw Malformed()
        }
    }

    mutating func outcome() throws(Malformed) -> History.Outcome? {
        guard let word = try optionalWord() else { return nil }
        guard let outcome = History.Outcome(rawValue: word) else { throw Malformed() }
        return outcome
    }

    mutating func process() throws(Malformed) -> ProcessIdentity? {
        let id: Int32? = try optionalNumber()
        let token: UInt64? = try optionalNumber()
        if id == nil, token == nil { return nil }
        guard let id, let token else { throw Malformed() }
        return ProcessIdentity(id: id, token: token)
    }

    mutating func optionalText() throws(Malformed) -> String? {
        guard let word = try optionalWord() else { return nil }
        guard word.unicodeScalars.first == "=" else { throw Malformed() }
        var text = ""
        var isEscaped = false
        for scalar in word.unicodeScalars.dropFirst() {
            if isEscaped {
                text.unicodeScalars.append(scalar == "t" ? "\t" : scalar == "n" ? "\n" : scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension Moment {
    fileprivate var field: String { String(milliseconds) }
}
