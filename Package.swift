// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "freshness",
    // The program needs this macOS; iOS is for the library.
    platforms: [.macOS(.v15), .iOS(.v15)],
    products: [
        .executable(name: "freshness", targets: ["freshness"]),
        .library(name: "RunRecorder", targets: ["RunRecorder"]),
    ],
    targets: [
        // The system's libraries.
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CMessageDigest", providers: [.apt(["libmd-dev"])]),
        .systemLibrary(name: "CXXHash", providers: [.apt(["libxxhash-dev"]), .brew(["xxhash"])]),
        // System calls that the C library has no functions for.
        .target(name: "CPlatform"),
        .target(name: "CSimdjson", linkerSettings: [.linkedLibrary("simdjson")]),

        // The stages. Imports run one way, and the build checks that (see `make`).
        .target(name: "Records"),
        .target(name: "Ingest", dependencies: ["Records", "CSimdjson", "CZlib", "CXXHash"]),
        .target(name: "Store", dependencies: ["Records", "CSQLite", "CXXHash"]),
        .target(name: "Stats", dependencies: ["Records"]),
        .target(name: "Report", dependencies: ["Stats", "Records"]),
        // Composes the stages: files -> store -> week.
        .target(
            name: "Night", dependencies: ["Ingest", "Records", "Store", "Stats", "CMessageDigest", "CPlatform"],
            linkerSettings: [.linkedLibrary("md", .when(platforms: [.linux]))]),
        .executableTarget(
            name: "freshness", dependencies: ["Night", "Ingest", "Records", "Store", "Stats", "Report", "CPlatform"]),

        // The library for apps, to record their runs. It uses only Foundation.
        .target(name: "RunRecorder"),

        .target(name: "TestSupport", path: "Tests/TestSupport"),
        // A process that records runs, for tests to kill.
        .executableTarget(
            name: "RecordingProcess", dependencies: ["RunRecorder", "TestSupport"], path: "Tests/RecordingProcess"),
        .testTarget(name: "RecordsTests", dependencies: ["Records", "TestSupport"]),
        .testTarget(name: "IngestTests", dependencies: ["Ingest", "Records", "CXXHash", "TestSupport"]),
        .testTarget(name: "StoreTests", dependencies: ["Store", "Records", "CSQLite", "CXXHash", "TestSupport"]),
        .testTarget(
            name: "NightTests", dependencies: ["Night", "Store", "Stats", "Ingest", "Records", "TestSupport"]),
        .testTarget(name: "StatsTests", dependencies: ["Stats", "Records", "TestSupport"]),
        .testTarget(name: "ReportTests", dependencies: ["Report", "Stats", "Records", "TestSupport"]),
        .testTarget(name: "RunRecorderTests", dependencies: ["RunRecorder", "RecordingProcess", "TestSupport"]),
        .testTarget(
            name: "freshnessTests",
            dependencies: ["freshness", "CSQLite", "RecordingProcess", "TestSupport"],
            exclude: ["Fixtures"]),
    ],
    cxxLanguageStandard: .cxx17
)

// Only for `make fuzz`: libFuzzer has its own `main`.
if Context.environment["FRESHNESS_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "Fuzz", dependencies: ["Ingest", "Records"],
            linkerSettings: [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]))
}

let pure: Set = ["Records", "Stats", "Report"]

for target in package.targets where target.type != .system {
    if target.name == "CPlatform" {
        target.cSettings = [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])]
        continue
    }
    if target.name == "CSimdjson" {
        // Not -fno-exceptions: simdjson's header has code that throws, though none of it is called here.
        target.cxxSettings = [.unsafeFlags(["-Wall", "-Wextra", "-Werror"])]
        continue
    }
    target.swiftSettings = [
        .treatAllWarnings(as: .error),
        // `any` marks dynamic dispatch.
        .enableUpcomingFeature("ExistentialAny"),
        // Imports are not visible to importers of this target.
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    ]
    if pure.contains(target.name) {
        // These need no unsafe code.
        target.swiftSettings?.append(.strictMemorySafety())
    }
}
