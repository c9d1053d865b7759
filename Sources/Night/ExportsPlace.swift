import Foundation

/// Where the folder of exports is that a store belongs to.
///
/// It is the same folder where either of the two is the same: so a root can be moved or copied with the store in it, and
/// the store by itself. Every link is followed.
struct ExportsPlace: Equatable {
    /// From `/`.
    var absolute: String
    /// From the folder that the store is in.
    var relative: String

    /// - Parameters:
    ///   - folder: the folder of exports; it need not be there.
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

    func isSame(as other: ExportsPlace) -> Bool { absolute == other.absolute || relative == other.relative }
}
