import CSimdjson

/// A window on a file's bytes that moves on as they are used up. It grows only for a value larger than itself.
final class PieceBuffer {
    private var memory: UnsafeMutableRawBufferPointer
    private var source: (any ByteSource)?
    private var start = 0
    private var end = 0
    /// Line breaks before the current place, from 0.
    private(set) var lines = 0
    /// Bytes of the file before the current place.
    private(set) var offset = 0
    private(set) var isAtEnd = false

    /// White space that is looked at where a line begins.
    private static let longestIndentation = 1_024

    /// A value larger than this is refused.
    static let largestValue = 256 << 20

    init(capacity: Int) {
        memory = .allocate(byteCount: capacity + Int(FJ_PADDING), alignment: 64)
    }

    deinit { memory.deallocate() }

    private var capacity: Int { memory.count - Int(FJ_PADDING) }

    /// Begins with a file: takes in its first piece.
    func open(_ source: any ByteSource) throws(ReadFailure) {
        self.source = source
        (start, end, lines, offset) = (0, 0, 0, 0)
        isAtEnd = false
        try fill()
    }

    func close() {
        source = nil
        (start, end) = (0, 0)
    }

    /// What is there from the current place on; ``FJ_PADDING`` bytes behind it can be read.
    var rest: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: UnsafeBufferPointer(memory.bindMemory(to: UInt8.self))[start..<end])
    }

    /// The byte at the current place; nil at the end of the file.
    func peek() throws(ReadFailure) -> UInt8? {
        if start == end, try !more() { return nil }
        return memory[start]
    }

    /// Sees to at least so many bytes in ``rest``, where the file has them.
    func ensure(_ count: Int) throws(ReadFailure) {
        while rest.count < count, try more() {}
    }

    /// Moves on.
    func advance(_ count: Int) {
        if let base = memory.baseAddress {
            lines += fj_count_lines((base + start).assumingMemoryBound(to: UInt8.self), count)
        }
        start += count
        offset += count
    }

    /// Moves on by what was scanned, in which the line breaks were counted.
    func advance(_ count: Int, lines: Int) {
        start += count
        offset += count
        self.lines += lines
    }

    /// Moves past a byte-order mark: what follows still begins the file.
    func skipMark(_ count: Int) {
        start += count
    }

    /// Moves on by any number of bytes, as far as the file goes.
    func skip(_ count: Int) throws(ReadFailure) {
        var left = count
        while left > 0 {
            if rest.isEmpty, try !more() { return }
            let step = min(left, rest.count)
            advance(step)
            left -= step
        }
    }

    /// Takes in more of the file behind what is there; false at its end. What is there may move in memory.
    func more() throws(ReadFailure) -> Bool {
        if isAtEnd { return false }
        if start > 0, let base = memory.baseAddress {
            memory.copyMemory(from: UnsafeRawBufferPointer(start: base + start, count: end - start))
            (start, end) = (0, end - start)
        }
        if end == capacity { grow() }
        let before = end
        try fill()
        return end > before
    }

    private func fill() throws(ReadFailure) {
        while end < capacity, !isAtEnd {
            let room = UnsafeMutableRawBufferPointer(rebasing: memory[end..<capacity])
            let count = try source?.read(into: room) ?? 0
            if count == 0 { isAtEnd = true }
            end += count
        }
        // simdjson looks at what is behind the text, and nobody has written anything there.
        UnsafeMutableRawBufferPointer(rebasing: memory[end..<end + Int(FJ_PADDING)])
            .initializeMemory(as: UInt8.self, repeating: UInt8(ascii: " "))
    }

    private func grow() {
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * capacity + Int(FJ_PADDING), alignment: 64)
        larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: memory[..<end]))
        memory.deallocate()
        memory = larger
    }

    /// Skips white space. Returns how much of it stands at the start of the line that follows, where a line begins in it.
    @discardableResult
    func skipSpace() throws(ReadFailure) -> Int? {
        var indentation: Int? = offset == 0 ? 0 : nil
        while true {
            let text = rest
            let count = text.prefix(while: { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }).count
            for byte in text[..<count] {
                if byte == 0x0A { indentation = 0 } else if let indent = indentation { indentation = indent + 1 }
            }
            advance(count)
            if count < text.count { return indentation }
            if try !more() { return indentation }
        }
    }

    /// Whether behind the first line of a text another one opens an object behind so much white space.
    static func opensLine(in text: UnsafeBufferPointer<UInt8>, indentedBy indentation: Int) -> Bool {
        var rest = text[...]
        while let newline = rest.firstIndex(of: 0x0A) {
            rest = rest[(newline + 1)...]
            if opensObject(rest, indentedBy: indentation) { return true }
        }
        return false
    }

    /// Whether a line opens an object, behind so much white space or, where that is nil, any; in lists that put the
    /// comma first there is one before it.
    private static func opensObject(_ line: Slice<UnsafeBufferPointer<UInt8>>, indentedBy indentation: Int?) -> Bool {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let space = line.prefix(while: isBlank).count
        if let indentation, space != indentation { return false }
        var rest = line.dropFirst(space)
        if rest.first == UInt8(ascii: ",") { rest = rest.dropFirst().drop(while: isBlank) }
        return rest.first == UInt8(ascii: "{")
    }

    /// Skips to the next line that opens an object behind so much white space, or any; false where there is none.
    func skipToLine(indentedBy indentation: Int?) throws(ReadFailure) -> Bool {
        while true {
            let text = rest
            guard let newline = text.firstIndex(of: 0x0A) else {
                advance(text.count)
                if try !more() { return false }
                continue
            }
            // The line's start must be there to be looked at.
            try ensure(newline + 1 + Self.longestIndentation)
            let opens = Self.opensObject(rest[(newline + 1)...], indentedBy: indentation)
            advance(newline + 1)
            if opens { return true }
        }
    }
}
