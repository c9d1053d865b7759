/// The date in a file's name, which dates its exports where nothing better does.
package struct FileNameDate: Hashable, Sendable {
    package var year: Int
    package var month: Int
    package var day: Int

    /// The one date in a name, as `2026-09-24` or `20260924`; nil where there is none, or more than one.
    package init?(in name: some Sequence<UInt8>) {
        var found: Set<FileNameDate> = []
        for digits in Self.digitGroups(name) {
            if let date = FileNameDate(digits: digits) { found.insert(date) }
        }
        guard found.count == 1, let date = found.first else { return nil }
        self = date
    }

    /// Runs of eight digits, and of 4-2-2 digits with hyphens, that no other digit touches.
    private static func digitGroups(_ name: some Sequence<UInt8>) -> [[Int]] {
        var groups: [[Int]] = []
        var current: [UInt8] = []
        for byte in Array(name) + [0] {
            if isDigit(byte) || byte == UInt8(ascii: "-") {
                current.append(byte)
            } else {
                groups.append(contentsOf: split(current))
                current = []
            }
        }
        return groups
    }

    private static func split(_ text: [UInt8]) -> [[Int]] {
        let parts = text.split(separator: UInt8(ascii: "-")).map { $0.map { Int($0 - UInt8(ascii: "0")) } }
        var groups = parts.filter { $0.count == 8 }
        for index in parts.indices.dropLast(2)
        where parts[index].count == 4 && parts[index + 1].count == 2 && parts[index + 2].count == 2 {
            groups.append(parts[index] + parts[index + 1] + parts[index + 2])
        }
        return groups
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    private init?(digits: [Int]) {
        let numbers = [digits[0..<4], digits[4..<6], digits[6..<8]].map { $0.reduce(0) { $0 * 10 + $1 } }
        guard (2015...2040).contains(numbers[0]), (1...12).contains(numbers[1]), (1...31).contains(numbers[2]) else {
            return nil
        }
        (year, month, day) = (numbers[0], numbers[1], numbers[2])
    }
}
