import Foundation
import Ingest
import Records
package import Stats
package import Store

/// A file in the folder of exports, as listed.
package struct ListedFile: Sendable {
    package var name: [UInt8]
    package var path: FilePath
    package var facts = FileFacts()
    /// Why it cannot be read, if that is known without reading.
    var refusal: Refusal?
}

/// The content of the folder of exports.
package struct ExportListing: Sendable {
    /// The folder's path as given by the caller.
    package var folder: String
    /// Files with an export's name, in byte order.
    package var files: [ListedFile]
    package var passedOver: PassedOver

    package init(_ folder: String, files: [ListedFile], passedOver: PassedOver = PassedOver()) {
        self.folder = folder
        self.files = files
        self.passedOver = passedOver
    }
}

package enum ExportFolder {
    /// The endings of exports' names, matched in any case.
    private static let endings = [".json", ".ndjson", ".jsonl"].flatMap { [$0, $0 + ".gz"] }

    /// Lists a folder without opening its files.
    package static func list(_ folder: String) throws(NightFailure) -> ExportListing {
        guard let names = FolderNames.list(folder) else { throw .noExportFolder(folder, systemMessage()) }
        var files: [ListedFile] = []
        var others: [[UInt8]] = []
        var passedOver = PassedOver()
        for name in names where name != Array(".".utf8) && name != Array("..".utf8) {
            let isHidden = name.first == UInt8(ascii: ".")
            if !isHidden, hasExportEnding(name) {
                files.append(look(at: ListedFile(name: name, path: FilePath(folder).appending(name))))
            } else if isFolder(FilePath(folder).appending(name)) {
                // A hidden folder is no upload that went wrong.
                guard !isHidden else { continue }
                passedOver.folders += 1
                others.append(name)
            } else if isHidden {
                passedOver.hidden += 1
            } else {
                passedOver.count += 1
                others.append(name)
            }
        }
        files.sort { $0.name.lexicographicallyPrecedes($1.name) }
        others.sort { $0.lexicographicallyPrecedes($1) }
        passedOver.names = others.prefix(PassedOver.maxNames).map { String(decoding: $0, as: UTF8.self) }
        passedOver.isAll = files.isEmpty
        return ExportListing(folder, files: files, passedOver: passedOver)
    }

    private static func isFolder(_ path: FilePath) -> Bool {
        var status = stat()
        return path.withCString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func hasExportEnding(_ name: [UInt8]) -> Bool {
        let letters = UInt8(ascii: "A")...UInt8(ascii: "Z")
        let lowered = name.map { letters.contains($0) ? $0 + 32 : $0 }
        return endings.contains {
            lowered.count > $0.utf8.count && lowered.suffix($0.utf8.count).elementsEqual($0.utf8)
        }
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
        case S_IFREG: file.facts = FileFacts(status)
        case S_IFDIR: file.refusal = .folder
        default: file.refusal = .notAFile
        }
        return file
    }
}

extension FileFacts {
    init(_ status: stat) {
        self.init()
        size = Int64(status.st_size)
        inode = Int64(truncatingIfNeeded: status.st_ino)
        #if canImport(Glibc)
        (modified, changed) = (status.st_mtim.nanoseconds, status.st_ctim.nanoseconds)
        #else
        (modified, changed) = (status.st_mtimespec.nanoseconds, status.st_ctimespec.nanoseconds)
        #endif
    }
}

extension timespec {
    /// Since 1970.
    fileprivate var nanoseconds: Int64 { Int64(tv_sec) &* 1_000_000_000 &+ Int64(tv_nsec) }
}
