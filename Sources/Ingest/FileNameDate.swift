/// The date in a file's name, which dates its exports if nothing better does.
package struct FileNameDate: Hashable, Sendable {
    package var year: Int
    package var month: Int
    package var day: Int

    /// The only date in a name, as `2026-09-24`, `2026_09_24`, `2026.09.24` or `20260924`; nil if there is none or more
    /// than one. The year is 2015 to 2039: a day of 2040 ends after the end of the valid times, 2040-01-01 00:00 UTC.
    package init?(in name: some Sequence<UInt8>) {
        let groups = Self.digitGroups(Array(name))
        var found = Set(groups.compactMap { $0.digits.count == 8 ? FileNameDate(digits: $0.digits) : nil })
        for index in groups.indices.dropLast(2) {
            let parts = groups[index...(index + 2)].map(\.digits)
            let marks = [groups[index].mark, groups[index + 1].mark]
            if parts.map(\.count) == [4, 2, 2], marks[0] != nil, marks[0] == marks[1],
                let date = FileNameDate(digits: parts.flatMap(\.self))
            {
                found.insert(date)
            }
        }
        guard found.count == 1, let date = found.first else { return nil }
        self = date
    }

    /// The groups of digits in a name, each with the mark before the next group if that is one character.
    private static func digitGroups(_ name: [UInt8]) -> [(digits: [Int], mark: UInt8?)] {
        var groups: [(digits: [Int], mark: UInt8?)] = []
        var isInside = false
        for (index, byte) in name.enumerated() {
            if let digit = digit(byte) {
                if isInside { groups[groups.count - 1].digits.append(digit) } else { groups.append(([digit], nil)) }
            } else if isInside, "-_.".utf8.contains(byte), index + 1 < name.count, Self.digit(name[index + 1]) != nil {
                groups[groups.count - 1].mark = byte
            }
            isInside = digit(byte) != nil
        }
        return groups
    }

    private static func digit(_ byte: UInt8) -> Int? {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") ? Int(byte - UInt8(ascii: "0")) : nil
    }

    private init?(digits: [Int]) {
        let numbers = [digits[0..<4], digits[4..<6], digits[6..<8]].map { $0.reduce(0) { $0 * 10 + $1 } }
        guard (2015...2039).contains(numbers[0]), (1...12).contains(numbers[1]), (1...31).contains(numbers[2]) else {
            return nil
        }
        (year, month, day) = (numbers[0], numbers[1], numbers[2])
    }
}
