import Records

/// The remarks on an export, which are added to the ledger once it has been read completely.
///
/// Counted by kind and not kept one by one: every entry of an export may be bad.
struct PendingRemarks {
    /// The few kinds there can be in one export.
    private var remarks: [(what: What, count: Int, places: [Int32?])] = []
    private var latest = 0

    private struct What: Equatable {
        var kind: Remark.Kind
        var refusal: Refusal?
        var field: String

        var remark: Remark { Remark(kind, refusal?.rawValue ?? "", of: field) }
    }

    mutating func removeAll() {
        remarks.removeAll(keepingCapacity: true)
        latest = 0
    }

    /// - Parameters:
    ///   - field: the field concerned; empty if there is none.
    ///   - index: of the entry concerned; nil for the export itself.
    mutating func add(_ kind: Remark.Kind, _ refusal: Refusal? = nil, of field: String = "", index: Int32?) {
        let what = What(kind: kind, refusal: refusal, field: field)
        if latest >= remarks.count || remarks[latest].what != what {
            latest = remarks.firstIndex { $0.what == what } ?? remarks.count
            if latest == remarks.count { remarks.append((what, 0, [])) }
        }
        remarks[latest].count += 1
        if remarks[latest].places.count < Ledger.namedPlaces { remarks[latest].places.append(index) }
    }

    /// Adds the remarks to a file's ledger.
    func flush(at position: Position, into ledger: inout Ledger) {
        for (what, count, places) in remarks {
            let remark = what.remark
            for index in places {
                ledger.note(remark, at: index.map { "\(position.text), entry \($0)" } ?? position.text)
            }
            if count > places.count { ledger.note(remark, count: count - places.count) }
        }
    }
}
