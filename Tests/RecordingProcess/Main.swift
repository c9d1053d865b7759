import Foundation
import RunRecorder
import TestSupport

/// Records runs for tests, in a process that can be killed.
///
///     RecordingProcess                             does what each line of standard input says (RecorderCall)
///     RecordingProcess FOLDER START COUNT KEPT     records COUNT successful runs, 1 s apart, the first at START (in
///                                                  milliseconds), and tells each call once it has returned
@main enum Main {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst().map(\.self)
        guard arguments.count == 4, let start = Int64(arguments[1]), let count = Int64(arguments[2]),
            let kept = Int(arguments[3])
        else { return answerCalls() }
        let recorder = RunRecorder(folder: URL(fileURLWithPath: arguments[0]), capacity: kept)
        do {
            for number in 0..<count {
                let at = start + number * 1_000
                let run = try recorder.begin(at: date(at))
                tell("begun \(at)")
                try recorder.finish(run, .success, at: date(at + 500))
                tell("finished \(at)")
            }
        } catch {
            tell("error \(error)")
        }
    }

    private static func answerCalls() {
        var runs: [StartedRun] = []
        while let line = readLine() {
            do {
                tell(try perform(try JSONDecoder().decode(RecorderCall.self, from: Data(line.utf8)), &runs))
            } catch {
                tell("error \(error)")
            }
        }
    }

    private static func perform(_ call: RecorderCall, _ runs: inout [StartedRun]) throws -> String {
        let recorder = RunRecorder(
            folder: URL(fileURLWithPath: call.folder), task: call.task, capacity: call.capacity)
        let moment = date(call.at)
        switch call.kind {
        case .recover: return String(recorder.recover(at: moment))
        case .markScheduled: try recorder.markScheduled(at: moment)
        case .submitFailed: try recorder.submitFailed(CocoaError(.fileNoSuchFile), at: moment)
        case .begin:
            runs.append(try recorder.begin(at: moment, lowPower: call.lowPower))
            return String(runs.count - 1)
        case .finish:
            guard let outcome = RunOutcome(rawValue: call.outcome), runs.indices.contains(call.run) else {
                return "error: no such outcome or run"
            }
            try recorder.finish(runs[call.run], outcome, reason: call.reason, at: moment)
        case .skipped: try recorder.skipped(reason: call.reason ?? "", at: moment, lowPower: call.lowPower)
        case .export:
            let export = recorder.exportJSON(
                device: call.device, app: "com.example.weather", platform: .iOS, now: moment)
            return String(decoding: export.dropLast(), as: UTF8.self)
        case .die: kill(getpid(), SIGKILL)
        }
        return "ok"
    }

    private static func date(_ milliseconds: Int64) -> Date {
        Date(timeIntervalSince1970: Double(milliseconds) / 1_000)
    }

    /// Without a buffer: what was told has left the process.
    private static func tell(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
