/// Android's app-standby bucket, by the system's own code.
///
/// Codes: `UsageStatsManager.STANDBY_BUCKET_*` and the two hidden ones, 5 (exempted) and 50 (never).
package struct Bucket: RawRepresentable, Hashable, Comparable, Sendable {
    package var rawValue: Int16

    package init(rawValue: Int16) {
        self.rawValue = rawValue
    }

    /// The buckets that have a name, from the least restricted to the most.
    package static let named: [(code: Int16, name: String)] = [
        (5, "exempted"), (10, "active"), (20, "working_set"), (30, "frequent"), (40, "rare"), (45, "restricted"),
        (50, "never"),
    ]

    /// The bucket with a name, in upper or lower case.
    package init?(name: String) {
        let lowered = name.lowercased()
        guard let known = Self.named.first(where: { $0.name == lowered }) else { return nil }
        self.init(rawValue: known.code)
    }

    /// The bucket's name; `unknown(N)` for a code without one, which is never mapped to a neighbour.
    package var name: String {
        Self.named.first { $0.code == rawValue }?.name ?? "unknown(\(rawValue))"
    }

    package static func < (a: Bucket, b: Bucket) -> Bool { a.rawValue < b.rawValue }
}
