import Foundation
import Ingest

/// A file of the folder that exports are put in, as the folder shows it.
struct ListedFile {
    var name: [UInt8]
    var path: FilePath
    var size: Int64 = 0
    /// When it was last modified, in nanoseconds since 1970.
    var modified: Int64 = 0
    /// Why it cannot be read, where that shows without reading.
    var refusal: Refusal?
}

enum ExportFolder {
    /// The names that exports have.
    private static let endings = [".json", ".ndjson", ".jsonl"].flatMap { [$0, $0 + ".gz"] }

    /// The files of a folder that have an export's name, in the order of their names' bytes.
    static func list(_ folder: String) throws(Problem) -> [ListedFile] {
        guard let names = FolderNames.list(folder) else {
            throw .cannotRun(
                "the exports' folder \(folder) cannot be read (\(systemMessage()))",
                "make it, or name another with --root or --metrics")
        }
        var files: [ListedFile] = []
        for name in names where name.first != UInt8(ascii: ".") && hasExportEnding(name) {
            files.append(look(at: ListedFile(name: name, path: FilePath(folder).appending(name))))
        }
        files.sort { $0.name.lexicographicallyPrecedes($1.name) }
        return files
    }

    private static func hasExportEnding(_ name: [UInt8]) -> Bool {
        endings.contains { name.count > $0.utf8.count && name.suffix($0.utf8.count).elementsEqual($0.utf8) }
    }

    private static func look(at listed: ListedFile) -> ListedFile {
        var file = listed
        var status = stat()
        guard file.path.withCString({ stat($0, &status) }) == 0 else {
            let isLink = file.path.withCString { lstat($0, &status) } == 0
            file.refusal = isLink ? .danglingLink : .unreadable
            return file
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: file.refusal = .folder
        default: file.refusal = .noFile
        }
        file.size = Int64(status.st_size)
        file.modified = status.modified
        return file
    }
}
