package import Records

/// A row of the breakdown: the platform, and what it says of how freely the device may run.
package struct BucketLabel: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// Android's standby bucket.
        case standby(Bucket)
        /// Elsewhere: whether the phone was saving power at the latest run.
        case normal
        case lowPower
        /// Nothing says.
        case none
    }

    /// The platform's word in lower case; `unknown` where the export names none.
    package var platform: String
    package var kind: Kind

    package init(platform: String, kind: Kind) {
        self.platform = platform
        self.kind = kind
    }

    /// By the bytes of the platform's word: Swift holds words equal that differ in how an accent is composed, and which of
    /// them a row then showed would hang on the order of the devices.
    package static func == (a: BucketLabel, b: BucketLabel) -> Bool {
        a.platform.utf8.elementsEqual(b.platform.utf8) && a.kind == b.kind
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(platform)
        hasher.combine(kind)
    }

    /// As it is shown: `android/rare`.
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
    /// The buckets' own order: by platform, then from the least restricted to the most, codes without a name behind
    /// those with one, and `none` last.
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
