import Records
import Stats
import Store

/// What is to be said of the files that a week's figures rest on.
struct InputLedger {
    private let store: Store
    private var places: [Remark: [(name: [UInt8], places: [String])]] = [:]
    private var counts: [Remark: Int] = [:]

    init(_ store: Store) {
        self.store = store
    }

    /// The files are those that hold an export of the window or of the baseline window.
    consuming func input(of window: Range<Instant>, _ baseline: Range<Instant>) throws -> Input {
        var input = Input()
        let windows = [window, baseline]
        input.passedOver = try store.passedOver()
        let contents = try store.contents(within: windows)
        let standing = try store.standing(contents, within: windows)
        input.exportsInNoFile = standing.exportsInNoFile
        input.files = standing.contents.count
        for content in standing.contents {
            note(try store.remarks(of: content.id), of: content.name)
            if content.stretches.contains(0) { input.exportsRefused.add(content.refused, taken: content.exports) }
        }
        var counted: Set<ContentID> = []
        for file in try store.unusedFiles() {
            var remarks = try file.content.map { try store.remarks(of: $0) } ?? [:]
            if let refusal = file.refusal {
                let places = refusal.detail.isEmpty ? [] : [refusal.detail]
                remarks[Remark(.refused, refusal.code)] = Ledger.Tally(count: 1, places: places)
            }
            note(remarks, of: file.name)
            // As files of which something could be used, equal ones count once.
            if isAnExport(file), file.content.map({ counted.insert($0).inserted }) ?? true {
                input.exportsRefused.add(file.refused, taken: 0)
            }
            let reasons = remarks.keys.filter { $0.kind == .refused }.sorted()
            input.unusableFiles.append(UnusableFile(file: text(file.name), reasons: reasons))
        }
        input.unusableFiles.sort { $0.file != $1.file ? $0.file < $1.file : $0.reasons.lexicographicallyPrecedes($1.reasons) }
        input.remarks = remarkCounts
        return input
    }

    /// Whether what cannot be used may have been an export: a folder or a pipe was none, whatever its name.
    private func isAnExport(_ file: UnusedFile) -> Bool {
        let refusal = file.refusal.flatMap { Refusal(rawValue: $0.code) }
        return refusal != .folder && refusal != .notAFile
    }

    private mutating func note(_ remarks: [Remark: Ledger.Tally], of name: [UInt8]) {
        for (remark, tally) in remarks {
            counts[remark, default: 0] += tally.count
            places[remark, default: []].append((name, tally.places))
        }
    }

    private var remarkCounts: [RemarkCount] {
        let remarks = counts.map { remark, count in
            let files = (places[remark] ?? []).sorted { $0.name.lexicographicallyPrecedes($1.name) }
            let named = files.lazy.flatMap { file in file.places.map { Place(file: text(file.name), position: $0) } }
            return RemarkCount(remark: remark, count: count, places: Array(named.prefix(Ledger.namedPlaces)))
        }
        return remarks.sorted {
            let kinds = Remark.Kind.allCases
            let a = (kinds.firstIndex(of: $0.remark.kind) ?? 0, -$0.count)
            let b = (kinds.firstIndex(of: $1.remark.kind) ?? 0, -$1.count)
            return a != b ? a < b : $0.remark < $1.remark
        }
    }

    private func text(_ name: [UInt8]) -> String { String(decoding: name, as: UTF8.self) }
}

extension Share {
    /// Counts some that were refused, and some that were taken.
    fileprivate mutating func add(_ refused: Int, taken: Int) {
        part += refused
        whole += refused + taken
    }
}
