import Records
import Stats
import Store

/// What a report says about the files behind a week's figures.
struct InputLedger {
    private let store: Store
    private let contents: [StoredContent]
    private let exportsInNoFile: Int
    private let unused: [UnusedFile]
    private var places: [Remark: [(name: [UInt8], places: [String])]] = [:]
    private var counts: [Remark: Int] = [:]

    /// Uses the files with an export in the window or the baseline window, and those with no usable export.
    init(_ store: Store, _ window: Range<Instant>, _ baseline: Range<Instant>) throws {
        self.store = store
        let windows = [window, baseline]
        (contents, exportsInNoFile) = try store.counted(try store.contents(within: windows), within: windows)
        unused = try store.unusedFiles()
    }

    /// The hashes of the devices with refused exports, in the files that have an export in the window and in those with
    /// no usable export.
    var refusedDevices: Set<UInt64> {
        get throws {
            let ofWindow = contents.filter { $0.ranges.contains(0) && $0.refused > 0 }.map(\.id)
            return try store.refusedDevices(of: ofWindow + unused.compactMap(\.content))
        }
    }

    /// - Parameter refused: the devices of which an export was refused.
    consuming func input(_ refused: Set<UInt64>) throws -> Input {
        var input = Input()
        input.devicesRefused = refused.count
        input.passedOver = try store.passedOver()
        input.exportsInNoFile = exportsInNoFile
        input.files = contents.count
        for content in contents {
            note(try store.remarks(of: content.id), of: content.name)
            if content.ranges.contains(0) { input.exportsRefused.add(content.refused, taken: content.exports) }
        }
        var counted: Set<ContentID> = []
        for file in unused {
            var remarks = try file.content.map { try store.remarks(of: $0) } ?? [:]
            if let refusal = file.refusal {
                let places = refusal.detail.isEmpty ? [] : [refusal.detail]
                remarks[Remark(.refused, refusal.code)] = Ledger.Tally(count: 1, places: places)
            }
            note(remarks, of: file.name)
            // Equal files count once, as usable ones do.
            if isAnExport(file), file.content.map({ counted.insert($0).inserted }) ?? true {
                input.exportsRefused.add(file.refused, taken: 0)
            }
            let reasons = remarks.keys.filter { $0.kind == .refused }.sorted()
            input.unusableFiles.append(UnusableFile(file: text(file.name), reasons: reasons))
        }
        input.unusableFiles.sort {
            $0.file != $1.file ? $0.file < $1.file : $0.reasons.lexicographicallyPrecedes($1.reasons)
        }
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
    /// Adds numbers of refused and of used exports.
    fileprivate mutating func add(_ refused: Int, taken: Int) {
        part += refused
        whole += refused + taken
    }
}
