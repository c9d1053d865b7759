import Foundation
import TestSupport

/// A small random fleet as values, before anything is written.
struct ShapedFleet {
    struct Run {
        var at: Int
        var scheduledAt: Int?
        var success: Bool?
        var lowPower: Bool?
        var bucket: Int?
        var task: String?
    }

    struct Export {
        var device: String
        var app: String?
        var platform: String
        var exportedAt: Int
        var bucket: Int?
        var history: [Run]
    }

    /// In the order in which they were made.
    var exports: [Export] = []

    /// All times are whole milliseconds, and lie in the weeks around 2026-W39.
    init(devices: Int, using random: inout SeededGenerator) {
        let start = (monday - 10 * day) * 1_000
        for number in 0..<devices {
            let isPhone = Bool.random(using: &random)
            var at = start
            var runs: [Run] = []
            while at < (monday + 7 * day) * 1_000 {
                at += Int.random(in: 600_000...200_000_000, using: &random)
                runs.append(
                    Run(
                        at: at,
                        scheduledAt: Bool.random(using: &random)
                            ? at - Int.random(in: 1...9_000_000, using: &random) : nil,
                        success: [true, true, true, false, nil].randomElement(using: &random) ?? nil,
                        lowPower: [true, false, nil].randomElement(using: &random) ?? nil,
                        bucket: isPhone ? nil : [10, 20, 40, 60, nil].randomElement(using: &random) ?? nil,
                        task: [nil, "refresh", "é\"\\"].randomElement(using: &random) ?? nil))
            }
            for when in 0..<5 {
                let exportedAt = start + (when * 4 + 1) * day * 1_000 + Int.random(in: 0...80_000_000, using: &random)
                exports.append(
                    Export(
                        device: ["d\(number)", "\(900_719_925_474_099_2 + number)"].randomElement(using: &random)
                            ?? "d",
                        app: [nil, "net.example"].randomElement(using: &random) ?? nil,
                        platform: isPhone ? "ios" : "android", exportedAt: exportedAt,
                        bucket: isPhone ? nil : 30, history: runs.filter { $0.at <= exportedAt }.suffix(9)))
            }
        }
        exports.sort { $0.exportedAt < $1.exportedAt }
    }
}
