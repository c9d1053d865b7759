import Ingest
import Night
import Records
import Report
import Store

/// What `ingest` says of what it did not use.
enum RefusalLines {
    /// The places that are named for each reason; the rest are counted.
    private static let namedPlaces = 3

    /// One line for each reason: how much, why, what to do, and where.
    ///
    /// - Parameters:
    ///   - files: what was read, in the order of the names.
    ///   - namesAll: whether to name each place that is known, 20 for each reason in a file.
    static func text(_ files: [(name: [UInt8], ledger: Ledger)], namesAll: Bool) -> [String] {
        var found: [Remark: Found] = [:]
        for (name, ledger) in files {
            for (remark, tally) in ledger.tallies where remark.kind == .refused || remark.kind == .ignoredValue {
                found[remark, default: Found()].add(tally, of: name)
            }
        }
        return found.sorted { a, b in
            if a.key.kind != b.key.kind { return a.key.kind == .refused }
            return a.value.count != b.value.count ? a.value.count > b.value.count : a.key < b.key
        }.map { remark, found in
            "\(amount(found.count, of: remark))\(message(remark))\(code(remark)).\(advice(remark)) Where: "
                + found.text(atMost: namesAll ? .max : namedPlaces)
        }
    }

    /// In one line the files of which still nothing can be used, by reason; nil where there is none.
    ///
    /// - Parameter read: the files that were read just now, of which all is said already.
    static func unusable(_ store: Store, besides read: [[UInt8]]) throws -> String? {
        let read = Set(read)
        var names: [Remark: [String]] = [:]
        for file in try store.unusedFiles() where !read.contains(file.name) {
            let reason = try reasons(file, store).min()
            names[reason ?? Remark(.refused), default: []].append(shown(file.name))
        }
        guard !names.isEmpty else { return nil }
        let parts = names.sorted { a, b in
            a.value.count != b.value.count ? a.value.count > b.value.count : a.key < b.key
        }.map { reason, names in
            let named = names.prefix(namedPlaces) + more(names.count - namedPlaces)
            return "\(number(names.count)) × \(message(reason)) (\(named.joined(separator: ", "))).\(advice(reason))"
        }
        return "still unusable: \(parts.joined(separator: " "))"
    }

    private static func reasons(_ file: UnusedFile, _ store: Store) throws -> [Remark] {
        if let refusal = file.refusal { return [Remark(.refused, refusal.code)] }
        return try file.content.map { try store.remarks(of: $0).keys.filter { $0.kind == .refused } } ?? []
    }

    /// How often something was refused, up to the reason: "3 entries refused: ".
    private static func amount(_ count: Int, of remark: Remark) -> String {
        let one = count == 1
        return switch remark.level {
        case .file: "\(number(count, "file")) refused: "
        case .export: "\(number(count, "export")) refused: "
        case .entry: "\(number(count)) \(one ? "entry" : "entries") refused: "
        case .value: "\(number(count)) × "
        case nil: "\(number(count)) refused: "
        }
    }

    private static func code(_ remark: Remark) -> String { remark.isKnown ? " (\(remark.code))" : "" }

    private static func advice(_ remark: Remark) -> String { remark.refusal.map { " \($0.advice)" } ?? "" }

    private static func more(_ count: Int) -> [String] { count > 0 ? ["and \(number(count)) more"] : [] }

    fileprivate static func shown(_ name: [UInt8]) -> String { visible(String(decoding: name, as: UTF8.self)) }

    /// How often a reason was met, and where.
    private struct Found {
        var count = 0
        /// In the order of the files' names, each with its file.
        var places: [(file: [UInt8], position: String)] = []

        mutating func add(_ tally: Ledger.Tally, of file: [UInt8]) {
            count += tally.count
            places += (tally.places.isEmpty ? [""] : tally.places).map { (file, $0) }
        }

        /// Each file is named once, before the first of its places.
        func text(atMost most: Int) -> String {
            let named = places.prefix(most)
            var parts: [String] = []
            for (index, place) in named.enumerated() {
                let isSameFile = index > 0 && named[index - 1].file == place.file
                let position = place.position.isEmpty ? [] : [visible(place.position, limit: 200)]
                parts.append(((isSameFile ? [] : [shown(place.file)]) + position).joined(separator: ": "))
            }
            return (parts + more(count - named.count)).joined(separator: "; ")
        }
    }
}
