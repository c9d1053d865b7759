import Foundation

/// A path with all links resolved, as far as it exists.
package func resolved(_ path: String) -> String {
    if let real = realpath(path.isEmpty ? "." : path, nil) {
        defer { free(real) }
        return String(cString: real)
    }
    let parts = path.split(separator: "/")
    guard let last = parts.last else { return "/" }
    let parent = (path.hasPrefix("/") ? "/" : "") + parts.dropLast().joined(separator: "/")
    let base = resolved(parent)
    if last == "." { return base }
    return (base == "/" ? "" : base) + "/" + last
}
