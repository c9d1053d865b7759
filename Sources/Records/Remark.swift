/// Something that is to be said of a file's content, counted by kind, code and subject.
package struct Remark: Hashable, Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        /// A file, an export, a line or an entry that was not used. The code is a ``Refusal``'s; the subject is the field
        /// or the key that it is about, where there is one to name.
        case refused
        /// A value of an optional field that was not used and counts as unknown. The code is a ``Refusal``'s, the subject
        /// the field.
        case ignoredValue = "ignored-value"
        /// A form of time other than Unix seconds. The code is a ``TimeForm``'s.
        case timeForm = "time-form"
        /// A field that the definitions do not know: perhaps misspelt. The subject is its name.
        case unknownField = "unknown-field"
        /// An export dated by its file's name.
        case datedByName = "dated-by-name"
        /// An export without any entry.
        case nothingRecorded = "nothing-recorded"
        /// A run up to five minutes later than its export, counted at the export's own time.
        case clockAhead = "clock-ahead"
        /// An export that writes times in more than one form. The code is ``TimeForm/code(of:)``.
        case mixedTimeForms = "mixed-time-forms"
    }

    package var kind: Kind
    /// Empty where the kind says it all. One that this program does not know is of a later one.
    package var code: String
    /// What it is about, a field or a key; empty where there is nothing to name. It may be out of the data.
    package var subject: String

    package init(_ kind: Kind, _ code: String = "", of subject: String = "") {
        self.kind = kind
        self.code = code
        self.subject = subject
    }

    package init(_ kind: Kind, _ refusal: Refusal, of subject: String = "") {
        self.init(kind, refusal.rawValue, of: subject)
    }

    /// Nil where the code is none that this program knows.
    package var refusal: Refusal? { Refusal(rawValue: code) }

    /// What is not used because of it; nil for an unknown code, and for what is not refused at all.
    package var level: Refusal.Level? {
        switch kind {
        case .ignoredValue: .value
        // A time is most often an entry's; of a whole export it is the one that dates it.
        case .refused: refusal.map { $0.level == .entry && subject == Self.exportedAt ? .export : $0.level }
        default: nil
        }
    }

    /// The field that dates an export.
    package static let exportedAt = "exportedAt"

    /// What its code says, without the subject. An unknown code is shown as it is.
    package var sentence: String {
        switch kind {
        case .refused, .ignoredValue: refusal?.sentence ?? code
        case .timeForm, .mixedTimeForms: TimeForm.names(in: code)
        case .unknownField, .datedByName, .nothingRecorded, .clockAhead: code
        }
    }

    /// Whether its code is one of this program; one that is not may be anything.
    package var isKnown: Bool {
        switch kind {
        case .refused, .ignoredValue: refusal != nil
        case .timeForm, .mixedTimeForms:
            code.split(separator: "+").allSatisfy { part in TimeForm.allCases.contains { $0.code == part } }
        case .unknownField, .datedByName, .nothingRecorded, .clockAhead: code.isEmpty
        }
    }

    /// What stands between the subject and the sentence: "`lowPower` ignored: neither yes nor no".
    package var separator: String { kind == .ignoredValue ? " ignored: " : ": " }

    /// Subject and sentence, for programs: what is out of the data is not made harmless to show.
    package var reason: String {
        subject.isEmpty ? sentence : sentence.isEmpty ? subject : "`\(subject)`\(separator)\(sentence)"
    }
}

extension Remark: Comparable {
    /// By kind, code and subject, each by its bytes.
    package static func < (a: Remark, b: Remark) -> Bool {
        let (left, right) = ([a.kind.rawValue, a.code, a.subject], [b.kind.rawValue, b.code, b.subject])
        for (one, other) in zip(left, right) where !one.utf8.elementsEqual(other.utf8) {
            return one.utf8.lexicographicallyPrecedes(other.utf8)
        }
        return false
    }
}
