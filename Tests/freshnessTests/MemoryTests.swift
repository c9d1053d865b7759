import Foundation
import TestSupport
import Testing

/// Memory that is read before it was written, outside of what was asked for, or lost. `make sanitize` looks at the debug
/// build; this looks at the program that is shipped.
@Suite struct MemoryTests {
    @Test(
        .enabled(if: Tools.areHere, Tools.absence),
        .enabled(if: BuiltProgram.isNamed, "`make test` names the release build"),
        arguments: [Situation.cold, .nightly])
    func `valgrind finds no error and no leak`(_ situation: Situation) throws {
        let undisturbed = try Undisturbed(situation, devices: 30)
        // Refusals take ways of their own.
        for (name, text) in HostileTests.secrets { try undisturbed.root.export(text, to: name) }
        let root = try Root(like: undisturbed.root)
        let program = try Valgrind.program(in: root.folder)
        let run = try Valgrind.errors(of: [program] + Undisturbed.week + ["--root", root.path])
        // It ends with 99 where there is anything to report. The runtime's own memory needs no exceptions.
        #expect(run.exitCode == 0, "\(run.error)")
        #expect(run.output.contains(Undisturbed.name))
    }
}
