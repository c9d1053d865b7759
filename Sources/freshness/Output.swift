import Foundation

/// What the program writes on its standard streams.
enum Output {
    /// Whether standard output took everything; nobody may be reading it any more.
    nonisolated(unsafe) private(set) static var isBroken = false

    static func result(_ text: String) {
        if !write(text, to: STDOUT_FILENO) { isBroken = true }
    }

    /// Says so where standard output could not be written and the call is done all the same.
    static func forgive(_ text: String? = nil) {
        isBroken = false
        if let text { error("freshness: \(text)\n") }
    }

    static func error(_ text: String) {
        // Where even this cannot be said there is nobody to say it to.
        _ = write(text, to: STDERR_FILENO)
    }

    private static func write(_ text: String, to descriptor: Int32) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0) }
            if count < 0, errno == EINTR { continue }
            if count <= 0 { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}

func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}

/// A message without the characters that would break its line or act on a terminal; paths may have them.
func oneLine(_ text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator:
            line += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        default: line.unicodeScalars.append(scalar)
        }
    }
    return line
}
