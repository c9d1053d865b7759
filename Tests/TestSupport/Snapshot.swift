import Foundation

/// Compares a text with the one in a file; the lines that differ, or nil where they are the same.
///
/// With `FRESHNESS_RECORD=1` in the environment the file is written instead.
package func differenceFromSnapshot(_ text: String, at file: String) throws -> String? {
    if ProcessInfo.processInfo.environment["FRESHNESS_RECORD"] == "1" {
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        return nil
    }
    let expected = String(decoding: try Data(contentsOf: URL(fileURLWithPath: file)), as: UTF8.self)
    return lineDifference(from: expected, to: text)
}

/// The lines that are in one text and not in the other, `-` before those that are missing and `+` before those that are
/// new; nil where the texts are the same.
package func lineDifference(from expected: String, to actual: String) -> String? {
    if expected == actual { return nil }
    let old = expected.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let new = actual.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var lines: [(place: Int, text: String)] = []
    for change in new.difference(from: old) {
        switch change {
        case .remove(let offset, let line, _): lines.append((2 * offset, "-\(offset + 1) \(line)"))
        case .insert(let offset, let line, _): lines.append((2 * offset + 1, "+\(offset + 1) \(line)"))
        }
    }
    return "\n" + lines.sorted { $0.place < $1.place }.map(\.text).joined(separator: "\n")
}
