import Ingest
import Records

/// libFuzzer's entry point: it calls `fuzz` repeatedly, with bytes chosen to reach more of the code.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ fuzz: @convention(c) (UnsafePointer<UInt8>, Int) -> CInt
) -> CInt

@main
enum FuzzReader {
    static func main() {
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        _ = runFuzzer(&count, &arguments) { fuzz($0, $1) }
    }
}

/// Reads any bytes as a file of exports.
///
/// Beyond not crashing, reading in pieces must give the same as reading at once, and nothing may be lost silently.
private func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let whole = read(bytes, pieces: Int.max)
    let pieces = read(bytes, pieces: 1 + count % 61)
    precondition(whole.ledger == pieces.ledger, "the ledger depends on the pieces")
    precondition(whole.exports == pieces.exports, "the exports depend on the pieces")
    precondition(whole.ledger.exports == whole.exports.count, "more exports are counted than delivered")
    precondition(!whole.exports.isEmpty || whole.ledger.refused > 0, "a file gave neither an export nor a refusal")
    for export in whole.exports {
        precondition(
            export.runs.allSatisfy { $0.at - export.export.exportedAt <= Export.clockTolerance }, "a run is too late")
        precondition(zip(export.runs, export.runs.dropFirst()).allSatisfy { $0.key < $1.key }, "runs out of order")
    }
    return 0
}

private func read(_ bytes: [UInt8], pieces: Int) -> (exports: [ExportCopy], ledger: Ledger) {
    let names = Names(
        task: { TaskID(rawValue: UInt32($0.count)) }, platform: { PlatformID(rawValue: UInt32($0.count)) },
        version: { VersionID(rawValue: UInt32($0.count)) }, arm: { ArmID(rawValue: UInt32($0.count)) })
    guard let reader = try? ExportFileReader(names: names, largeExports: LargeExports()) else { return ([], Ledger()) }
    var exports: [ExportCopy] = []
    let isPacked = bytes.withUnsafeBytes { GzipSource.isGzip($0) }
    let open = { () throws(ReadFailure) -> any ByteSource in
        let source = PieceSource(bytes, pieces)
        return isPacked ? try GzipSource(source) : source
    }
    guard let source = try? open() else { return ([], Ledger()) }
    let ledger = reader.read(FileContext(), from: source, again: open) {
        exports.append(ExportCopy(device: $0.device, export: $0.export, runs: $0.runs))
    }
    return (exports, ledger)
}

private struct ExportCopy: Equatable {
    var device: DeviceKey
    var export: Export
    var runs: [Run]
}

/// Bytes that come a few at a time.
private final class PieceSource: ByteSource {
    private var rest: ArraySlice<UInt8>
    private let most: Int

    init(_ bytes: [UInt8], _ most: Int) {
        rest = bytes[...]
        self.most = most
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ReadFailure) -> Int {
        let count = min(buffer.count, rest.count, most)
        buffer.copyBytes(from: rest.prefix(count))
        rest = rest.dropFirst(count)
        return count
    }
}
