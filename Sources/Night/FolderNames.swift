import Foundation

/// Lists folders.
package enum FolderNames {
    /// The names in a folder, as bytes; nil if it cannot be read.
    package static func list(_ folder: String) -> [[UInt8]]? {
        guard let directory = opendir(folder) else { return nil }
        defer { closedir(directory) }
        var names: [[UInt8]] = []
        while let entry = readdir(directory) {
            // An entry is only as long as its name: copying it as a `dirent` would read past its end.
            let name = UnsafeRawPointer(entry) + start
            let length = strlen(name.assumingMemoryBound(to: CChar.self))
            names.append(Array(UnsafeRawBufferPointer(start: name, count: length)))
        }
        return names
    }

    /// The offset of the name in an entry.
    private static let start = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
}
