import Foundation
import TestSupport
import Testing

/// Input that can be made of any size. Each stands for something that grows by itself in a folder of exports.
enum GrowingInput: String, CaseIterable, CustomTestStringConvertible, Sendable {
    case sharedID = "exports of one id, each with its own 30 runs"
    case disagreeingExports = "exports of one device that disagree about each of 30 runs"
    case conflicts = "runs that two exports tell differently"
    case envelopes = "small envelopes in a row"
    case largeEnvelopes = "large envelopes in a row, dated behind their lists"
    case tasks = "names of tasks"
    case unusablePaths = "paths that lead to no file"
    case files = "files"
    case nights = "nights' exports of one device, a file each"

    var testDescription: String { rawValue }

    /// How many of them are compared with twice as many: so many that they are what the run costs.
    var size: Int {
        switch self {
        case .sharedID: 400
        case .disagreeingExports, .unusablePaths: 800
        case .conflicts: 16_000
        case .envelopes, .files: 1_000
        case .largeEnvelopes: 12
        case .tasks: 2_000
        case .nights: 800
        }
    }

    /// Few enough to be measured in seconds, and enough to show a cube. What is too steep here already need not be seen at
    /// its full size, where it would take an hour.
    var firstSize: Int? { self == .sharedID ? 50 : nil }

    /// How many devices that many of them tell of.
    func devices(_ size: Int) -> Int {
        switch self {
        case .sharedID, .disagreeingExports, .conflicts, .unusablePaths, .nights: 1
        case .envelopes, .files, .tasks: size
        case .largeEnvelopes: size * Self.devicesInLargeEnvelope
        }
    }

    /// How many runs of them are told in more than one way.
    func conflicts(_ size: Int) -> Int {
        switch self {
        case .disagreeingExports: 30
        case .conflicts: size
        default: 0
        }
    }

    func root(_ size: Int) throws -> Root {
        let root = try Root()
        switch self {
        case .sharedID:
            try root.export((0..<size).map(Self.sharedExport).joined())
        case .disagreeingExports:
            let runs = (0..<30).map { Self.end - 2 * day - hour * $0 }
            try root.export(
                (0..<size).map { history(exportedAt: Self.end - day + 60 * $0, runs, success: $0 % 2 == 0) }.joined())
        case .conflicts:
            let runs = (0..<size).map { Self.end - day - 60 * $0 }
            try root.export(
                history(exportedAt: Self.end - 2 * hour, runs)
                    + history(exportedAt: Self.end - hour, runs, success: false))
        case .envelopes:
            let envelopes = (0..<size).map { number in
                "{\"exportedAt\":\(Self.end - hour),\"devices\":[\(Self.listed("\(number)", runs: 1))]}\n"
            }
            try root.export(envelopes.joined(), to: "envelopes.json")
        case .largeEnvelopes:
            try root.export((0..<size).map(Self.largeEnvelope).joined(), to: "envelopes.json")
        case .tasks:
            try root.export(
                (0..<size).map {
                    export(device: "\($0)", exportedAt: Self.end - hour, ranAt: Self.end - day, task: "task \($0)")
                }.joined())
        case .unusablePaths:
            try root.export(export(exportedAt: Self.end - hour, ranAt: Self.end - day))
            for number in 0..<size {
                try FileManager.default.createSymbolicLink(
                    atPath: root.folder.path + "/metrics/bg_runs/\(number).json", withDestinationPath: "gone")
            }
        case .files:
            for number in 0..<size {
                let text = export(device: "\(number)", exportedAt: Self.end - hour, ranAt: Self.end - day)
                try root.export(text, to: "\(number).json")
            }
        case .nights:
            for number in 0..<size {
                let moment = Self.end - hour - day * number
                try root.export(
                    history(exportedAt: moment, (0..<30).map { moment - hour - day * $0 }), to: "\(number).json")
            }
        }
        return root
    }

    /// The end of the week that is reported.
    private static let end = monday + 7 * day
    /// So many that an envelope has more than 128 KiB.
    private static let devicesInLargeEnvelope = 150

    /// The export of one of the phones that all call themselves `unknown`: no two have a run in common.
    private static func sharedExport(_ number: Int) -> String {
        let moment = end - 5 * day + 300 * number
        let runs = (0..<30).map { moment - 1 - ($0 * 7_919 + number * 131) % 200_000 }
        return history("unknown", exportedAt: moment, runs)
    }

    private static func largeEnvelope(_ number: Int) -> String {
        let devices = (0..<devicesInLargeEnvelope).map { listed("\(number).\($0)", runs: 30) }
        return "{\"devices\":[\(devices.joined(separator: ","))],\"exportedAt\":\(end - hour)}\n"
    }

    /// An export without a date of its own.
    private static func listed(_ device: String, runs: Int) -> String {
        let entries = (0..<runs).map { "{\"at\":\(end - day - hour * $0),\"success\":true}" }
        return "{\"device\":\"\(device)\",\"history\":[\(entries.joined(separator: ","))]}"
    }
}

/// An export of one device on a line of its own, with many runs of one outcome.
func history(_ device: String = "d", exportedAt: Int, _ runs: [Int], success: Bool = true) -> String {
    let entries = runs.map { "{\"at\":\($0),\"success\":\(success)}" }.joined(separator: ",")
    return "{\"device\":\"\(device)\",\"platform\":\"ios\",\"exportedAt\":\(exportedAt),\"history\":[\(entries)]}\n"
}
