import Records
import TestSupport

@testable import Ingest

/// A random file of envelopes and exports, in the parts that the rules mention.
struct RandomEnvelopes {
    enum Item {
        case envelope([Member])
        /// An export beside the envelopes.
        case export(Device)
    }

    enum Member {
        case time(text: String, moment: Instant?)
        case devices([Device])
        case other(String)
    }

    struct Device {
        var id: String
        var own: Instant?
        var text: String
    }

    var items: [Item] = []

    private static let times: [(text: String, moment: Instant?)] = [
        ("1773705600", .seconds(1_773_705_600)), ("\"2026-03-17T01:00:00Z\"", .seconds(1_773_709_200)),
        ("\"1773712800\"", .seconds(1_773_712_800)), ("null", nil), ("\"soon\"", nil),
        ("{\"at\":[1773705600,{}]}", nil),
        ("[]", nil), ("0", nil),
    ]
    private static let others = [
        "\"by\":{\"x\":[1,{\"devices\":[]}]}", "\"n\":-1.5e3", "\"t\":\"}]{[\\\"\\\\\"", "\"e\":[]",
        "\"exported\":1773700000",
    ]

    /// - Parameter mostPadding: the maximum number of padding bytes of a device.
    init(_ dice: inout SeededGenerator, items count: Int, mostPadding: Int) {
        var devices = 0
        let device = { (dice: inout SeededGenerator) in
            devices += 1
            let isDated = Bool.random(using: &dice)
            let time = isDated ? ",\"exportedAt\":1773716400" : ""
            let padding = String(repeating: "p", count: Int.random(in: 0...mostPadding, using: &dice))
            return Device(
                id: "\(devices)", own: isDated ? .seconds(1_773_716_400) : nil,
                text: "{\"device\":\(devices)\(time),\"history\":[{\"at\":\(monday)}],\"x\":\"\(padding)\"}")
        }
        for _ in 0..<count {
            guard Int.random(in: 0..<4, using: &dice) > 0 else {
                items.append(.export(device(&dice)))
                continue
            }
            var members: [Member] = []
            for _ in 0..<Int.random(in: 1...5, using: &dice) {
                switch Int.random(in: 0..<3, using: &dice) {
                case 0:
                    let (text, moment) = Self.times.randomElement(using: &dice) ?? ("0", nil)
                    members.append(.time(text: text, moment: moment))
                case 1: members.append(.devices((0..<Int.random(in: 0...3, using: &dice)).map { _ in device(&dice) }))
                default: members.append(.other(Self.others.randomElement(using: &dice) ?? ""))
                }
            }
            // An object without `devices` is not an envelope.
            members.append(.devices([device(&dice)]))
            members.shuffle(using: &dice)
            items.append(.envelope(members))
        }
    }

    /// The devices to be read from the file's first bytes, with the time that dates each; undated ones are refused.
    struct Expectation: Equatable {
        var exported: [String] = []
        var undated = 0

        mutating func add(_ device: Device, datedBy envelope: Instant?) {
            guard let moment = device.own ?? envelope else {
                undated += 1
                return
            }
            exported.append("\(device.id)@\(moment.milliseconds)")
        }
    }

    /// The file's text, and what is expected of its first `length` bytes.
    func write(upTo length: Int = .max) -> (text: String, expected: Expectation) {
        var text = ""
        var expected = Expectation()
        // Whether everything written so far is within the length, with this many bytes more.
        let isThere = { (text: String, more: Int) in text.utf8.count + more <= length }
        for item in items {
            switch item {
            case .export(let device):
                text += device.text
                if isThere(text, 0) { expected.add(device, datedBy: nil) }
            case .envelope(let members):
                var lists: [[Device]] = []
                var moment: Instant?
                text += "{"
                for (number, member) in members.enumerated() {
                    if number > 0 { text += "," }
                    switch member {
                    case .time(let value, let instant):
                        text += " \"exportedAt\": \(value)"
                        // A value at the file's end might have continued.
                        if isThere(text, 1) { moment = instant }
                    case .devices(let devices):
                        text += "\"devices\" :["
                        if isThere(text, 0) { lists.append([]) }
                        for (number, device) in devices.enumerated() {
                            text += (number > 0 ? ",\n" : "") + device.text
                            if isThere(text, 0) { lists[lists.count - 1].append(device) }
                        }
                        text += "]"
                    case .other(let value): text += value
                    }
                }
                text += "}"
                // The last of a repeated key counts; of a truncated envelope, what is there.
                for device in isThere(text, 0) ? lists.last ?? [] : lists.flatMap(\.self) {
                    expected.add(device, datedBy: moment)
                }
            }
            text += "\n"
        }
        return (text, expected)
    }
}

extension FileRead {
    /// The same from what was read.
    var asExpected: RandomEnvelopes.Expectation {
        RandomEnvelopes.Expectation(
            exported: zip(ids, exports).map { "\($0)@\($1.export.exportedAt.milliseconds)" },
            undated: refusals[.noExportTime] ?? 0)
    }
}
