import Records
import Stats

extension Input {
    /// The remarks of one kind, the most frequent first; by their bytes where equal, so that the order never varies.
    func remarks(_ kind: Remark.Kind) -> [RemarkCount] {
        remarks.filter { $0.remark.kind == kind && $0.count > 0 }.sorted { a, b in
            a.count != b.count ? a.count > b.count : a.remark < b.remark
        }
    }

    func total(_ kind: Remark.Kind) -> Int {
        remarks(kind).reduce(0) { $0 + $1.count }
    }
}
