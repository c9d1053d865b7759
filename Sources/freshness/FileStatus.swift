import Foundation

extension stat {
    /// When the file was last modified, in nanoseconds since 1970.
    var modified: Int64 {
        #if canImport(Glibc)
        let time = st_mtim
        #else
        let time = st_mtimespec
        #endif
        return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}
