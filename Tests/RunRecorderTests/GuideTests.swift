import Foundation
import TestSupport
import Testing

/// The Swift in `docs/recording.md` compiles against the library.
@Suite struct GuideTests {
    /// The part of Apple's framework that the samples use, as its documentation declares it; it exists only on Apple's
    /// systems.
    private static let backgroundTasks = """
        import Foundation

        open class BGTask: NSObject {
            open var expirationHandler: (() -> Void)?
            open func setTaskCompleted(success: Bool) {}
        }
        open class BGTaskRequest: NSObject {
            open var earliestBeginDate: Date?
        }
        open class BGAppRefreshTaskRequest: BGTaskRequest {
            public init(identifier: String) {}
        }
        open class BGTaskScheduler: NSObject {
            open class var shared: BGTaskScheduler { BGTaskScheduler() }
            @discardableResult open func register(
                forTaskWithIdentifier identifier: String, using queue: DispatchQueue?,
                launchHandler: @escaping (BGTask) -> Void
            ) -> Bool { true }
            open func submit(_ taskRequest: BGTaskRequest) throws {}
        }
        extension ProcessInfo {
            public var isLowPowerModeEnabled: Bool { false }
        }
        """

    private static func samples() throws -> [String] {
        let guide = try String(contentsOfFile: Repository.path + "/docs/recording.md", encoding: .utf8)
        return guide.components(separatedBy: "\n```swift\n").dropFirst().map { rest in
            rest.components(separatedBy: "\n```\n")[0]
        }
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs the compiler that built the tests.
    private func compile(_ arguments: [String]) throws -> ProgramRun {
        try ProgramRun(of: URL(fileURLWithPath: "/usr/bin/env"), ["swiftc"] + arguments)
    }

    @Test func `each sample compiles by itself`() throws {
        let samples = try Self.samples()
        #expect(samples.count == 3)
        try folder.write(Self.backgroundTasks, to: "BackgroundTasks.swift")
        let module = try compile([
            "-emit-module", "-parse-as-library", "-module-name", "BackgroundTasks", "-swift-version", "5",
            "-emit-module-path", folder.path + "/BackgroundTasks.swiftmodule", folder.path + "/BackgroundTasks.swift",
        ])
        try #require(module.exitCode == 0, "\(module.error)")
        for (number, sample) in samples.enumerated() {
            let everywhere = sample.replacing("#if os(iOS)", with: "#if true")
            #expect(try check(everywhere, as: "sample-\(number)") == "")
            // As Xcode sets it in a new app.
            #expect(try check(everywhere, as: "app-\(number)", "-default-isolation", "MainActor") == "")
        }
    }

    @Test func `the handlers are not isolated to an actor`() throws {
        // With the main actor as the default they would compile too, but crash when the system calls them.
        let sample = try #require(try Self.samples().first { $0.contains("BGTaskScheduler") })
        #expect(sample.contains("\nnonisolated struct RefreshTask: Sendable {"))
    }

    @Test func `a sample that does not match the library is detected`() throws {
        let sample = try #require(try Self.samples().first { $0.contains("exportJSON(") })
        #expect(try check(sample, as: "whole") == "")
        let wrong = sample.replacing("exportJSON(device:", with: "exportJSON(phone:")
        #expect(try check(wrong, as: "wrong").contains("extra argument 'phone'"))
    }

    /// The compiler's messages, including warnings.
    private func check(_ sample: String, as name: String, _ options: String...) throws -> String {
        try folder.write(sample, to: name + ".swift")
        let modules = BuiltProgram.besideTests("Modules").path
        let arguments = ["-typecheck", "-swift-version", "6", "-parse-as-library", "-I", modules, "-I", folder.path]
        return try compile(arguments + options + [folder.path + "/" + name + ".swift"]).error
    }
}
