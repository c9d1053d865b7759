import Foundation

/// What is in a folder.
package enum FolderNames {
    /// The names, each as its bytes; nil where the folder cannot be read.
    package static func list(_ folder: String) -> [[UInt8]]? {
        guard let directory = opendir(folder) else { return nil }
        defer { closedir(directory) }
        var names: [[UInt8]] = []
        while let entry = readdir(directory) {
            // An entry is as long as its name and no longer: taken as a value of its type, what is behind it in memory
            // would be read too.
            let name = UnsafeRawPointer(entry) + start
            let length = strlen(name.assumingMemoryBound(to: CChar.self))
            names.append(Array(UnsafeRawBufferPointer(start: name, count: length)))
        }
        return names
    }

    /// Where the name is in an entry.
    private static let start = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
}
