import Stats

extension Wording {
    /// What stands in the folder under a name that exports do not have: nobody else would miss it.
    var passedOver: Block.Item? {
        let passed = input.passedOver
        guard !passed.isEmpty else { return nil }
        let nothing = passed.isAll ? "No file of the folder has an export's name: " : ""
        guard passed.withNames > 0 else {
            let names = passed.hidden == 1 ? "its name begins" : "their names begin"
            return Block.Item(text: "\(nothing)\(wasPassedOver(passed.hidden)) because \(names) with a dot.")
        }
        let names = passed.withNames == 1 ? "its name" : "their names"
        var parts = passed.names.prefix(3).map { markup.data($0) + "," }
        parts[parts.count - 1].removeLast()
        if passed.withNames > parts.count { parts[parts.count - 1] += ", …" }
        if passed.hidden > 0 {
            parts[parts.count - 1] += ";"
            parts.append("\(number(passed.hidden)) more \(passed.hidden == 1 ? "begins" : "begin") with a dot.")
        } else if passed.withNames <= parts.count {
            parts[parts.count - 1] += "."
        }
        return Block.Item(
            text: "\(nothing)\(wasPassedOver(passed.count, passed.folders)) because of \(names):", parts: parts)
    }

    var laterThanClock: Block.Item? {
        guard input.laterThanClock > 0 else { return nil }
        return Block.Item(text: laterThanClockSentence(input.laterThanClock) + ".")
    }

}

/// How many files and folders were passed over: `2 files and 1 folder were passed over`.
package func wasPassedOver(_ files: Int, _ folders: Int = 0) -> String {
    let counts = [(files, "file"), (folders, "folder")].filter { $0.0 > 0 }.map { number($0.0, $0.1) }
    return "\(counts.joined(separator: " and ")) \(files + folders == 1 ? "was" : "were") passed over"
}

/// What is to be said of exports that are dated more than a day after the current time.
package func laterThanClockSentence(_ exports: Int) -> String {
    "\(number(exports, "export")) \(exports == 1 ? "is" : "are") dated more than a day after now: "
        + "either \(exports == 1 ? "that device's clock" : "those devices' clocks") or this machine's is wrong"
}
