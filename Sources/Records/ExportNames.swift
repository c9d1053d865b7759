/// A platform's number in one store, which maps it to the platform's name.
package struct PlatformID: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The platform of an export that names none.
    package static let none = PlatformID(rawValue: 0)
}

/// The number of an app's version in one store.
package struct VersionID: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The version of an export that names none.
    package static let none = VersionID(rawValue: 0)
}

/// The number of an experiment's arm in one store.
package struct ArmID: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// The arm of an export that names none.
    package static let none = ArmID(rawValue: 0)
}
