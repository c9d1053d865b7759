import CSimdjson
import Foundation
import Records

/// A sliding window over a file's bytes. It grows only for a value larger than itself.
final class PieceBuffer {
    private var memory: UnsafeMutableRawPointer
    private var capacity: Int
    private let usualCapacity: Int
    private let largeExports: LargeExports
    /// Whether it is so large that no other may be, until ``endTurn()``.
    private(set) var isLarge = false

    private var source: (any ByteSource)?
    private var start = 0
    private var end = 0
    /// Line breaks before the current position.
    private(set) var lines = 0
    /// Bytes before the current position, without a byte-order mark.
    private(set) var offset = 0
    private(set) var isAtEnd = false
    /// The last result of ``skipSpace()``.
    var latestIndentation: Int?
    /// Whether the current bytes must stay in memory.
    private var isHeld = false

    /// Any number of buffers may have this size.
    private static let maxUnrestricted = 2 << 20
    /// A value larger than this is refused.
    static let largestValue = 100_000_000

    init(capacity: Int, largeExports: LargeExports) throws(ReadFailure) {
        guard let memory = malloc(capacity + Int(FJ_PADDING)) else { throw ReadFailure(.outOfMemory) }
        self.memory = memory
        self.capacity = capacity
        usualCapacity = capacity
        self.largeExports = largeExports
    }

    deinit { free(memory) }

    /// Starts a file and reads its first piece.
    func open(_ source: any ByteSource) throws(ReadFailure) {
        self.source = source
        (start, end, lines, offset) = (0, 0, 0, 0)
        isAtEnd = false
        try fill()
    }

    func close() {
        source = nil
        (start, end) = (0, 0)
        shrink()
        endTurn()
    }

    /// The bytes from the current position on; ``FJ_PADDING`` bytes after them are readable.
    var rest: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: (memory + start).assumingMemoryBound(to: UInt8.self), count: end - start)
    }

    /// The byte at the current position; nil at the end of the file.
    func peek() throws(ReadFailure) -> UInt8? {
        if start == end, try !more() { return nil }
        return memory.load(fromByteOffset: start, as: UInt8.self)
    }

    /// Makes at least `count` bytes available in ``rest``, if the file has them.
    func ensure(_ count: Int) throws(ReadFailure) {
        while rest.count < count, try more() {}
    }

    func advance(_ count: Int) {
        lines += fj_count_lines((memory + start).assumingMemoryBound(to: UInt8.self), count)
        start += count
        offset += count
    }

    /// Moves past scanned bytes with a known number of line breaks.
    func advance(_ count: Int, lines: Int) {
        start += count
        offset += count
        self.lines += lines
    }

    /// Moves past a byte-order mark: what follows still begins the file.
    func skipMark(_ count: Int) {
        start += count
    }

    /// Moves past any number of bytes, up to the file's end.
    func skip(_ count: Int) throws(ReadFailure) {
        var left = count
        while left > 0 {
            if rest.isEmpty, try !more() { return }
            let step = min(left, rest.count)
            advance(step)
            left -= step
        }
    }

    /// Looks at the next bytes in memory, as if the file ended after them, and returns to the current position.
    func withoutMoving<Value>(
        upTo count: Int, _ body: () throws(ReadFailure) -> Value
    ) throws(ReadFailure) -> Value {
        let place = (start, end, lines, offset)
        end = min(end, start + count)
        isHeld = true
        defer {
            isHeld = false
            (start, end, lines, offset) = place
        }
        return try body()
    }

    /// Reads more of the file; false at its end. May move the bytes in memory.
    func more() throws(ReadFailure) -> Bool {
        if isAtEnd || isHeld { return false }
        moveToFront()
        if end == capacity { try grow() }
        let before = end
        try fill()
        return end > before
    }

    private func moveToFront() {
        if start > 0 { memory.copyMemory(from: memory + start, byteCount: end - start) }
        (start, end) = (0, end - start)
    }

    /// Reads one piece. Never more, however large the buffer is, so that little is left after a large value.
    private func fill() throws(ReadFailure) {
        let full = min(capacity, end + usualCapacity)
        while end < full, !isAtEnd {
            let room = UnsafeMutableRawBufferPointer(start: memory + end, count: full - end)
            let count = try source?.read(into: room) ?? 0
            if count == 0 { isAtEnd = true }
            end += count
        }
        // simdjson reads past the end of the text, and this memory is uninitialised.
        memset(memory + end, Int32(UInt8(ascii: " ")), Int(FJ_PADDING))
    }

    // MARK: Large values

    /// The system moves large memory without copying it, and pages that were never written take no memory.
    private func grow() throws(ReadFailure) {
        let larger = min(2 * capacity, Self.largestValue + usualCapacity)
        if larger > Self.maxUnrestricted, !isLarge {
            largeExports.enter()
            isLarge = true
        }
        try resize(to: larger)
    }

    private func resize(to capacity: Int) throws(ReadFailure) {
        guard let memory = realloc(memory, capacity + Int(FJ_PADDING)) else { throw ReadFailure(.outOfMemory) }
        self.memory = memory
        self.capacity = capacity
    }

    /// Releases the memory that a large value needed. If the value did not end properly, what follows it is also in
    /// memory, and stays until it was read.
    func shrink() {
        guard isLarge, !isHeld, end - start <= usualCapacity else { return }
        moveToFront()
        // If a smaller buffer cannot be had, the current one is used.
        try? resize(to: usualCapacity)
        memset(memory + end, Int32(UInt8(ascii: " ")), Int(FJ_PADDING))
    }

    /// Lets other readers have their large values.
    func endTurn() {
        guard isLarge, !isHeld, end - start <= usualCapacity else { return }
        isLarge = false
        largeExports.leave()
    }
}
