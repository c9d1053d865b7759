/// The platform that the app runs on, by its name in exports.
public struct Platform: RawRepresentable, Sendable, Hashable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public static let iOS = Platform(rawValue: "ios")
    public static let android = Platform(rawValue: "android")
}
