import Records

/// Why an export was not taken, with the field that it is about where the code does not say it.
struct ExportRefusal: Error {
    var refusal: Refusal
    /// Empty where there is none to name.
    var field = ""

    init(_ refusal: Refusal, of field: String = "") {
        self.refusal = refusal
        self.field = field
    }

    var remark: Remark { Remark(.refused, refusal, of: field) }

    /// Whether the text itself is not what it should be, and not only what it says.
    var isOfTheText: Bool {
        switch refusal {
        case .notJSON, .notUTF8, .invalidEscape, .tooDeep: true
        default: false
        }
    }
}
