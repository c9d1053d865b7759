import Foundation
import Night
import Report
import Stats

/// Writes a report whole or not at all: into a file beside it that then takes its name.
enum ReportFile {
    /// Writes `text` to `name` in `folder`; a report that says the same already is left as it is, and so is one with
    /// readings where the new one has none.
    static func write(_ text: String, hasReadings: Bool, to name: String, in folder: String) throws(Problem) {
        let path = "\(folder)/\(name)"
        try makeFolder(folder)
        removeUnfinished(in: folder)
        try seeThatNothingElse(isAt: path)
        let bytes = Array(text.utf8)
        if let old = try? FileSource.contents(of: FilePath(path)), old == bytes { return }
        if !hasReadings { try seeThatNoReadingsAreLost(at: path) }
        try AtomicFile.write(bytes, to: path, through: "\(folder)/.\(name).\(getpid()).unfinished")
        // The name must be on disk too before the program says that it is there.
        let directory = open(folder, O_RDONLY | O_CLOEXEC)
        if directory >= 0 {
            fsync(directory)
            close(directory)
        }
    }

    /// Takes away what runs that were killed left unfinished; what a run that is alive writes is left to it.
    private static func removeUnfinished(in folder: String) {
        for bytes in FolderNames.list(folder) ?? [] {
            let name = String(decoding: bytes, as: UTF8.self)
            let parts = name.split(separator: ".")
            guard name.hasPrefix(".bg_freshness_"), parts.count == 4, parts[3] == "unfinished" else { continue }
            guard let process = pid_t(parts[2]), process > 0 else { continue }
            // This process writes none yet: in a container each run may have the number that the last one had.
            guard process == getpid() || kill(process, 0) != 0 && errno == ESRCH else { continue }
            unlink("\(folder)/\(name)")
        }
    }

    /// Makes a folder, and those that it stands in, where they are not there.
    ///
    /// - Returns: those that were made, the outermost first.
    @discardableResult
    static func makeFolder(_ folder: String) throws(Problem) -> [String] {
        var path = folder.hasPrefix("/") ? "" : "."
        var made: [String] = []
        for part in folder.split(separator: "/") {
            path += "/" + part
            if mkdir(path, 0o777) == 0 {
                made.append(path)
            } else if errno != EEXIST {
                throw AtomicFile.failure(folder)
            }
        }
        var status = stat()
        guard stat(folder.isEmpty ? "." : folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw .cannotRun("\(folder) is not a folder", "move what is there, or name another folder")
        }
        return made
    }

    /// Refuses to put a report without readings in the place of one that had some, or that does not say whether it had: as
    /// a rule the exports are not where they were.
    private static func seeThatNoReadingsAreLost(at path: String) throws(Problem) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_size > 0 else { return }
        let reported = ReportedWeek.read(path)
        guard reported?.figures.devices != 0 else { return }
        let what = reported.map { "reports \(number($0.figures.devices, "device"))" }
        throw .cannotRun(
            "\(path) \(what ?? "does not say how many devices it reports"), and now there is no data for that week, so it "
                + "is kept",
            "check that the exports are there, or write to another folder with --reports")
    }

    /// Refuses to put a report in the place of anything but a report: somebody else put it there.
    private static func seeThatNothingElse(isAt path: String) throws(Problem) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
        let kind =
            switch status.st_mode & S_IFMT {
            case S_IFLNK: "a link"
            case S_IFDIR: "a folder"
            default: "something that is not a file"
            }
        throw .cannotRun(
            "\(path) cannot be written: \(kind) is there", "move it, or name another folder with --reports")
    }
}
