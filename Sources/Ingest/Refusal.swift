/// Why something in a file was not taken. The raw value is what is counted and shown; ``advice`` says what to do.
package enum Refusal: String, Error, CaseIterable, Sendable {
    // Files.
    case empty = "an empty file"
    case noExports = "a list without an export"
    case utf16 = "UTF-16 text"
    case damagedGzip = "a damaged gzip file"
    case gzipBomb = "a gzip file that unpacks to over 200 times its size"
    case unreadable = "a file that could not be read"
    case folder = "a folder under an export's name"
    case danglingLink = "a link that leads nowhere"
    case noFile = "neither a file nor a link to one"
    case noMemory = "more than there is memory for"
    case tooDamaged = "too much damage to go on reading"

    // Exports.
    case notJSON = "text that is not JSON"
    case notUTF8 = "bytes that are not UTF-8"
    case badText = "half of a surrogate pair or another escape that stands for no text"
    case tooDeep = "values nested deeper than 64"
    case tooLarge = "an export over 100 MB"
    case tooManyEntries = "an export with over 2,000,000 entries"
    case cut = "a file that ends inside an export"
    case noObject = "something else than an export's object"
    case keyedByDevice = "an object keyed by device id instead of a list of exports"
    /// The key that it has stands behind this; see ``init(reason:)``.
    case otherListKey = "a list of exports that is not called devices"
    case runForExport = "a run where an export should be"
    case noDevice = "an export without device"
    case deviceKind = "a device that is neither a text nor a whole number"
    case deviceLength = "a device over 1,024 bytes"
    case appKind = "an app that is no text"
    case appLength = "an app over 1,024 bytes"
    case historyKind = "a history that is no list"
    case noExportTime = "an export without exportedAt, there, on the envelope or in the file's name"
    case exportTime = "an exportedAt that cannot be read"
    case envelopeCut = "an export whose envelope is cut before it says a time"
    case nameBeforeRuns = "an export dated by its file's name, all of whose runs are later than that day"
    case noReadableEntry = "an export of whose entries none could be read"

    // Entries.
    case entryKind = "an entry that is no object"
    case noTime = "an entry without a time (at)"
    case taskKind = "a task that is no text"
    case taskLength = "a task over 1,024 bytes"
    case unknownOutcome = "an outcome other than success, failed, expired, killed, skipped, retry"
    case laterThanExport = "a run over 5 minutes later than its own export"
    case outsideSpan = "a time outside 2015 to 2040"
    case notATime = "a value that is no time"
    case noOffset = "a time without Z or an offset"
    case noSuchDate = "a date that does not exist"
    case hour = "an hour over 23"
    case minute = "a minute over 59"
    case second = "a second over 59"
    case trailingText = "a time with text behind it"

    /// The refusal that a counted reason is of; nil where it is none.
    package init?(reason: String) {
        if let refusal = Refusal(rawValue: reason) {
            self = refusal
        } else if reason.hasPrefix(Refusal.otherListKey.rawValue) {
            self = .otherListKey
        } else {
            return nil
        }
    }

    /// Whether the text itself is not what it should be, and not only what it says.
    var isOfTheText: Bool {
        switch self {
        case .notJSON, .notUTF8, .badText, .tooDeep: true
        default: false
        }
    }

    /// What whoever looks after the files can do about it.
    package var advice: String {
        switch self {
        case .empty, .cut, .damagedGzip, .envelopeCut: "fetch it again from where it was made"
        case .noExports: "see whether the gathering job ran"
        case .utf16: "write it as UTF-8"
        case .gzipBomb: "pack it again, or look at who sent it"
        case .unreadable: "see to its permissions"
        case .folder, .danglingLink, .noFile: "move it out of the folder"
        case .noMemory: "free memory and run again"
        case .tooDamaged, .notJSON: "have the file written again"
        case .notUTF8: "write it as UTF-8"
        case .badText: "have the recorder write whole characters"
        case .tooDeep: "write flat exports"
        case .tooLarge, .tooManyEntries: "keep fewer entries in an export (`historyLimit`)"
        case .noObject: "write one object for each device"
        case .keyedByDevice: "write a list of exports, each with its `device`"
        case .otherListKey: "its list must be called `devices`, in the object that the file begins with"
        case .runForExport:
            "put the runs of each device into one export, which carries them as its `history`, each with `at` and `success`"
        case .noDevice, .deviceKind: "give each export its device's id, as a text or a whole number"
        case .deviceLength, .appLength, .taskLength: "use a shorter name"
        case .appKind, .taskKind: "write it as a text"
        case .historyKind: "write `history` as a list of entries"
        case .noExportTime: "have the recorder write `exportedAt`, or put one date in the file's name"
        case .nameBeforeRuns:
            "look at the date in the file's name, which is likelier to be wrong than every run; or have the recorder write `exportedAt`"
        case .entryKind: "write each entry as an object with `at`"
        case .noTime: "have the recorder write `at`"
        case .noReadableEntry: "write each entry as an object with `at`, a time no later than `exportedAt`"
        case .unknownOutcome: "write `outcome` as one of these words, or only `success`"
        case .laterThanExport: "look at that device's clock"
        case .exportTime, .outsideSpan, .notATime, .noOffset, .noSuchDate, .hour, .minute, .second, .trailingText:
            "write times as Unix seconds, or as ISO 8601 with `Z` or an offset"
        }
    }
}
