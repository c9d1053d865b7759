import CSimdjson
import Records
import Foundation

/// A window on a file's bytes that moves on as they are used up. It grows only for a value larger than itself.
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
    /// Line breaks before the current place, from 0.
    private(set) var lines = 0
    /// Bytes of the file before the current place, a byte-order mark left out.
    private(set) var offset = 0
    private(set) var isAtEnd = false
    /// What ``skipSpace()`` returned the last time.
    var latestIndentation: Int?
    /// Whether what is there must stay there.
    private var isHeld = false

    /// Any number of buffers may be of this size.
    private static let mostAtOnce = 2 << 20
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
        shrink()
        endTurn()
    }

    /// What is there from the current place on; ``FJ_PADDING`` bytes behind it can be read.
    var rest: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: (memory + start).assumingMemoryBound(to: UInt8.self), count: end - start)
    }

    /// The byte at the current place; nil at the end of the file.
    func peek() throws(ReadFailure) -> UInt8? {
        if start == end, try !more() { return nil }
        return memory.load(fromByteOffset: start, as: UInt8.self)
    }

    /// Sees to at least so many bytes in ``rest``, where the file has them.
    func ensure(_ count: Int) throws(ReadFailure) {
        while rest.count < count, try more() {}
    }

    /// Moves on.
    func advance(_ count: Int) {
        lines += fj_count_lines((memory + start).assumingMemoryBound(to: UInt8.self), count)
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

    /// Looks at the next bytes that are there, as if the file ended behind them, and comes back to the current place.
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

    /// Takes in more of the file behind what is there; false at its end. What is there may move in memory.
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

    /// Takes in a piece. No more, however large the memory is, so that little is left behind a large value.
    private func fill() throws(ReadFailure) {
        let full = min(capacity, end + usualCapacity)
        while end < full, !isAtEnd {
            let room = UnsafeMutableRawBufferPointer(start: memory + end, count: full - end)
            let count = try source?.read(into: room) ?? 0
            if count == 0 { isAtEnd = true }
            end += count
        }
        // simdjson looks at what is behind the text, and nobody has written anything there.
        memset(memory + end, Int32(UInt8(ascii: " ")), Int(FJ_PADDING))
    }

    // MARK: Large values

    /// The system moves large memory without copying it, and gives what nobody has written to nobody.
    private func grow() throws(ReadFailure) {
        let larger = min(2 * capacity, Self.largestValue + usualCapacity)
        if larger > Self.mostAtOnce, !isLarge {
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

    /// Gives back what a large value took. Where it did not end where it should, what is behind it is there too, and stays
    /// until it has been read.
    func shrink() {
        guard isLarge, !isHeld, end - start <= usualCapacity else { return }
        moveToFront()
        // Where less cannot be had, what there is goes on serving.
        try? resize(to: usualCapacity)
        memset(memory + end, Int32(UInt8(ascii: " ")), Int(FJ_PADDING))
    }

    /// Lets others have their large values.
    func endTurn() {
        guard isLarge, !isHeld, end - start <= usualCapacity else { return }
        isLarge = false
        largeExports.leave()
    }
}
