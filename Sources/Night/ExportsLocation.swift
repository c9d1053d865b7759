import Foundation

/// The location of the folder of exports that a store belongs to.
///
/// Two locations are the same if either path is the same, so that a root can be moved or copied together with its
/// store, and a store on its own. All links are resolved.
struct ExportsLocation: Equatable {
    /// From `/`.
    var absolute: String
    /// From the store's folder.
    var relative: String

    /// - Parameters:
    ///   - folder: the folder of exports; it need not exist.
    ///   - store: the store's file.
    init(_ folder: String, from store: String) {
        absolute = resolved(folder)
        let parts = absolute.split(separator: "/")
        let start = resolved(URL(fileURLWithPath: store).deletingLastPathComponent().path).split(separator: "/")
        let common = zip(parts, start).prefix { $0 == $1 }.count
        relative = (start.dropFirst(common).map { _ in ".." } + parts.dropFirst(common)).joined(separator: "/")
    }

    init(absolute: String, relative: String) {
        self.absolute = absolute
        self.relative = relative
    }

    func isSame(as other: ExportsLocation) -> Bool { absolute == other.absolute || relative == other.relative }
}
