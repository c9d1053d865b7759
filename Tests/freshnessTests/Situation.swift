import TestSupport

/// What a run of the program can find.
enum Situation: String, CaseIterable {
    case cold, nightly
    case nothingNew = "nothing new"
    /// A file for each device and day, and no store.
    case manyFiles = "many files"

    func root(devices: Int = 300) throws -> Root {
        switch self {
        case .cold, .nightly, .nothingNew: try Root.made(devices: devices)
        case .manyFiles: try Root.made(devices: 30, "--per-device")
        }
    }

    /// Brings the store that the options name to where the next run finds this.
    func prepare(_ root: Root, _ options: [String]) throws {
        switch self {
        case .cold, .manyFiles: return
        case .nightly:
            try root.hide("2026-09-27.json")
            _ = try BuiltProgram.run(["report"] + options)
            try root.unhide("2026-09-27.json")
        case .nothingNew:
            _ = try BuiltProgram.run(["report"] + options)
        }
    }
}
