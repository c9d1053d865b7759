extension Refusal {
    /// How a code reads behind a number, "3 × time without an offset", and by itself. What stands in backticks is to be
    /// shown as code.
    package var sentence: String { words.sentence }

    /// What to do about it, as one sentence.
    package var advice: String { words.advice }

    /// The one table of what people read about codes; `docs/refusals.md` has the same.
    private var words: (sentence: String, advice: String) {
        switch self {
        // Files.
        case .empty: ("empty file", "Fetch the file again from its source.")
        case .noExports: ("list without an export", "Check whether the job that collects exports ran.")
        case .utf16: ("file in UTF-16", "Write the file in UTF-8.")
        case .damagedGzip: ("damaged gzip file", "Fetch the file again from its source.")
        case .gzipBomb:
            (
                "gzip file that unpacks to more than 200 times its size",
                "Find out who sent the file, and compress it again if it is genuine."
            )
        case .unreadable: ("file that cannot be read", "Check the file's permissions.")
        case .folder: ("folder with a name that ends like an export's", "Move the folder out of `bg_runs`.")
        case .danglingLink: ("link to a file that does not exist", "Remove the link, or restore its file.")
        case .notAFile: ("pipe, socket or device instead of a file", "Move it out of `bg_runs`.")
        case .tooDamaged: ("file too damaged to read to its end", "Write the file again.")

        // Exports.
        case .notJSON: ("text that is not JSON", "Write the file again, as JSON.")
        case .notUTF8: ("text that is not UTF-8", "Write the file in UTF-8.")
        case .invalidEscape: ("invalid `\\u` escape", "Make the recorder write whole characters.")
        case .tooDeep: ("values nested more than 64 deep", "Write exports without such nesting.")
        case .tooLarge: ("export larger than 100 MB", "Keep fewer entries in each export (`historyLimit`).")
        case .tooManyEntries:
            ("export with more than 2,000,000 entries", "Keep fewer entries in each export (`historyLimit`).")
        case .outOfMemory: ("export that needs more memory than there is", "Free some memory and run again.")
        case .cut: ("file or line that ends in the middle of an export", "Fetch the file again from its source.")
        case .notAnObject: ("value where an export's object should be", "Write one JSON object for each device.")
        case .keyedByDevice:
            (
                "object with device ids as keys instead of a list of exports",
                "Write a list of exports, each with its `device`."
            )
        case .wrongListKey:
            (
                "list of exports under another key than `devices`",
                "Name the list `devices`, in the object that the file begins with."
            )
        case .runNotExport:
            (
                "run in place of an export",
                "Put each device's runs into one export, as its `history`, each with `at` and `success`."
            )
        case .noDevice: ("export without `device`", "Give each export its device's id.")
        case .invalidDevice:
            ("`device` that is neither text nor a whole number", "Write the device's id as text or a whole number.")
        case .deviceTooLong: ("`device` longer than 1,024 bytes", "Use a shorter id.")
        case .appNotText: ("`app` that is not text", "Write `app` as text.")
        case .appTooLong: ("`app` longer than 1,024 bytes", "Use a shorter name.")
        case .historyNotAList: ("`history` that is not a list", "Write `history` as a list of entries.")
        case .noExportTime:
            (
                "export without a time: no `exportedAt`, and no date in the file's name",
                "Make the recorder write `exportedAt`, or put one date into the file's name."
            )
        case .envelopeCut:
            ("export in an envelope that ends before its `exportedAt`", "Fetch the file again from its source.")
        case .fileNameBeforeRuns:
            (
                "export dated by its file's name, with all runs later than that day",
                "Correct the date in the file's name, or make the recorder write `exportedAt`."
            )
        case .noReadableEntry:
            (
                "export in which no entry is readable",
                "Write each entry as an object with `at`, a time no later than `exportedAt`."
            )

        // Entries.
        case .entryNotAnObject: ("entry that is not an object", "Write each entry as an object with `at`.")
        case .noTime: ("entry without `at`", "Make the recorder write `at`.")
        case .taskNotText: ("`task` that is not text", "Write `task` as text.")
        case .taskTooLong: ("`task` longer than 1,024 bytes", "Use a shorter name.")
        case .unknownOutcome:
            (
                "unknown `outcome`",
                "Write `success`, `failed`, `expired`, `killed`, `skipped` or `retry`, or leave `outcome` out and write only `success`."
            )
        case .runAfterExport: ("run more than 5 minutes later than its own export", "Check that device's clock.")
        case .timeOutOfRange: ("time before 2015 or after 2039", Self.timeAdvice)
        case .notATime: ("value that is not a time", Self.timeAdvice)
        case .timeWithoutOffset: ("time without `Z` or an offset", Self.timeAdvice)
        case .noSuchDate: ("date that does not exist", Self.timeAdvice)
        case .hourOutOfRange: ("hour over 23", Self.timeAdvice)
        case .minuteOutOfRange: ("minute over 59", Self.timeAdvice)
        case .secondOutOfRange: ("second over 59", Self.timeAdvice)
        case .textAfterTime: ("time with other text after it", Self.timeAdvice)

        // Values of optional fields.
        case .notYesOrNo: ("neither yes nor no", "Write `true` or `false`.")
        case .contradictsOutcome: ("contradicts `outcome`", "Write only one of `success` and `outcome`.")
        case .notABucket: ("neither a bucket's code nor its name", "Write the bucket's code, as Android gives it.")
        case .notAWholeNumber: ("not a whole number", "Write a whole number.")
        case .notText: ("not text", "Write the value as text.")
        case .textTooLong: ("longer than 1,024 bytes", "Use a shorter text.")
        }
    }

    private static let timeAdvice = "Write times as Unix seconds, or as ISO 8601 with `Z` or an offset."
}
