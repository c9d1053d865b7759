/// Why something in the files was not used.
///
/// The raw value is the code: it is what the store keeps and what the JSON says, and it stays as it is. How a code is
/// said to people, and what to do about it, is in ``sentence`` and ``advice``.
package enum Refusal: String, Error, CaseIterable, Sendable {
    // Files.
    case empty = "empty-file"
    case noExports = "no-exports"
    case utf16 = "utf-16"
    case damagedGzip = "damaged-gzip"
    case gzipBomb = "gzip-bomb"
    case unreadable = "unreadable-file"
    case folder = "folder"
    case danglingLink = "dangling-link"
    case notAFile = "not-a-file"
    case tooDamaged = "too-damaged"

    // Exports.
    case notJSON = "not-json"
    case notUTF8 = "not-utf-8"
    case invalidEscape = "invalid-escape"
    case tooDeep = "too-deep"
    case tooLarge = "too-large"
    case tooManyEntries = "too-many-entries"
    case outOfMemory = "out-of-memory"
    case cut = "cut-short"
    case notAnObject = "not-an-object"
    case keyedByDevice = "keyed-by-device"
    /// The key is the subject of the remark.
    case wrongListKey = "wrong-list-key"
    case runNotExport = "run-not-export"
    case noDevice = "no-device"
    case invalidDevice = "invalid-device"
    case deviceTooLong = "device-too-long"
    case appNotText = "app-not-text"
    case appTooLong = "app-too-long"
    case historyNotAList = "history-not-a-list"
    case noExportTime = "no-export-time"
    case envelopeCut = "envelope-cut-short"
    case fileNameBeforeRuns = "file-name-before-runs"
    case noReadableEntry = "no-readable-entry"

    // Entries.
    case entryNotAnObject = "entry-not-an-object"
    case noTime = "no-time"
    case taskNotText = "task-not-text"
    case taskTooLong = "task-too-long"
    case unknownOutcome = "unknown-outcome"
    case runAfterExport = "run-after-export"
    // Of an export or an optional field, too: the remark's subject then names the field.
    case timeOutOfRange = "time-out-of-range"
    case notATime = "not-a-time"
    case timeWithoutOffset = "time-without-offset"
    case noSuchDate = "no-such-date"
    case hourOutOfRange = "hour-out-of-range"
    case minuteOutOfRange = "minute-out-of-range"
    case secondOutOfRange = "second-out-of-range"
    case textAfterTime = "text-after-time"

    // Values of optional fields. The field is the subject of the remark.
    case notYesOrNo = "not-yes-or-no"
    case contradictsOutcome = "contradicts-outcome"
    case notABucket = "not-a-bucket"
    case notAWholeNumber = "not-a-whole-number"
    case notText = "not-text"
    case textTooLong = "text-too-long"

    /// How much a refusal costs.
    package enum Level: String, CaseIterable, Sendable {
        case file, export, entry
        /// An optional field's value alone, which then counts as unknown.
        case value
    }

    /// What is not used because of it: the whole file, one export (or the line in its place), one entry, or one value.
    ///
    /// A remark may be about more than its code says alone; see ``Remark/level``.
    package var level: Level {
        switch self {
        case .empty, .noExports, .utf16, .damagedGzip, .gzipBomb, .unreadable, .folder, .danglingLink, .notAFile,
            .tooDamaged:
            .file
        case .notJSON, .notUTF8, .invalidEscape, .tooDeep, .tooLarge, .tooManyEntries, .outOfMemory, .cut,
            .notAnObject, .keyedByDevice, .wrongListKey, .runNotExport, .noDevice, .invalidDevice, .deviceTooLong,
            .appNotText, .appTooLong, .historyNotAList, .noExportTime, .envelopeCut, .fileNameBeforeRuns,
            .noReadableEntry:
            .export
        case .entryNotAnObject, .noTime, .taskNotText, .taskTooLong, .unknownOutcome, .runAfterExport,
            .timeOutOfRange, .notATime, .timeWithoutOffset, .noSuchDate, .hourOutOfRange, .minuteOutOfRange,
            .secondOutOfRange, .textAfterTime:
            .entry
        case .notYesOrNo, .contradictsOutcome, .notABucket, .notAWholeNumber, .notText, .textTooLong:
            .value
        }
    }
}
