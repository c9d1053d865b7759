package import Records

/// A row of the breakdown: the platform, and how far the system limits the device.
package struct BucketLabel: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// Android's standby bucket.
        case standby(Bucket)
        /// On other platforms: whether the device saved power at its latest run.
        case normal
        case lowPower
        /// Not known.
        case none
    }

    /// The platform in lower case; `unknown` if the export names none.
    package var platform: String
    package var kind: Kind

    package init(platform: String, kind: Kind) {
        self.platform = platform
        self.kind = kind
    }

    /// By bytes. Swift compares strings by canonical equivalence; which spelling a row showed would then depend on the
    /// order of the devices.
    package static func == (a: BucketLabel, b: BucketLabel) -> Bool {
        a.platform.utf8.elementsEqual(b.platform.utf8) && a.kind == b.kind
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(platform)
        hasher.combine(kind)
    }

    /// The text shown: `android/rare`.
    package var text: String {
        switch kind {
        case .standby(let bucket): "\(platform)/\(bucket.name)"
        case .normal: "\(platform)/normal"
        case .lowPower: "\(platform)/low_power"
        case .none: "\(platform)/none"
        }
    }
}

extension BucketLabel: Comparable {
    /// By platform, then from the least restricted bucket to the most; codes without a name come after those with one,
    /// and `none` last.
    package static func < (a: BucketLabel, b: BucketLabel) -> Bool {
        if a.platform.utf8.elementsEqual(b.platform.utf8) { return a.kind.rank < b.kind.rank }
        return a.platform.utf8.lexicographicallyPrecedes(b.platform.utf8)
    }
}

extension BucketLabel.Kind {
    fileprivate var rank: (Int, Int) {
        switch self {
        case .standby(let bucket):
            Bucket.named.contains { $0.code == bucket.rawValue } ? (0, Int(bucket.rawValue)) : (1, Int(bucket.rawValue))
        case .normal: (2, 0)
        case .lowPower: (3, 0)
        case .none: (4, 0)
        }
    }
}
