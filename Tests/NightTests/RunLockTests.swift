import Foundation
import TestSupport
import Testing

@testable import Night

/// Two runs on one store run one after another.
@Suite struct RunLockTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `a second run learns which process holds the lock`() throws {
        let first = try RunLock(folder.path, timeout: 0)
        let path = folder.path + "/lock"
        for timeout in [0, 1] {
            let start = ContinuousClock.now
            #expect(throws: NightFailure.locked(path, process: "\(getpid())", timeout: timeout)) {
                try RunLock(folder.path, timeout: timeout)
            }
            #expect(ContinuousClock.now - start >= .seconds(timeout))
        }
        withExtendedLifetime(first) {}
    }

    @Test func `a run that ends lets the next one in`() throws {
        for _ in 0..<3 { _ = try RunLock(folder.path, timeout: 0) }
        #expect(try folder.names(in: "") == ["lock"])
        var first: RunLock? = try RunLock(folder.path, timeout: 0)
        let waited = Box<Bool?>(nil)
        let done = DispatchSemaphore(value: 0)
        Thread { [path = folder.path] in
            let isIn = (try? RunLock(path, timeout: 60)) != nil
            waited.set { $0 = isIn }
            done.signal()
        }.start()
        usleep(200_000)
        #expect(waited.value == nil)
        withExtendedLifetime(first) {}
        first = nil
        #expect(done.wait(timeout: .now() + 60) == .success)
        #expect(waited.value == true)
    }

    @Test(arguments: ["", "no number", "12x"]) func `a lock without a process is reported without one`(_ text: String)
        throws
    {
        let first = try RunLock(folder.path, timeout: 0)
        try Data(text.utf8).write(to: URL(filePath: folder.path + "/lock"), options: [])
        #expect(throws: NightFailure.locked(folder.path + "/lock", process: text == "12x" ? "12" : nil, timeout: 0)) {
            try RunLock(folder.path, timeout: 0)
        }
        withExtendedLifetime(first) {}
    }

    @Test func `a lock that cannot be created is a separate failure`() throws {
        let path = folder.path + "/nowhere"
        #expect {
            try RunLock(path, timeout: 0)
        } throws: { error in
            guard case NightFailure.cannotMakeLock(path + "/lock", let message) = error else { return false }
            return !message.isEmpty
        }
    }

    @Test func `a night that writes holds the lock, and one that reads takes none`() throws {
        let site = try Site()
        try site.put(export("a", at: 1), as: "a.json")
        try site.takeIn()
        let night = try site.night()
        #expect {
            try Night(writing: site.storePath, site.thresholds, timeout: 0)
        } throws: { error in
            if case NightFailure.locked = error { true } else { false }
        }
        withExtendedLifetime(night) {}
    }
}
