/// Android's app-standby bucket, as the number that the system returns. Pass it on unchanged.
public struct StandbyBucket: RawRepresentable, Sendable, Hashable {
    public let rawValue: Int16

    public init(rawValue: Int16) {
        self.rawValue = rawValue
    }

    public static let active = StandbyBucket(rawValue: 10)
    public static let workingSet = StandbyBucket(rawValue: 20)
    public static let frequent = StandbyBucket(rawValue: 30)
    public static let rare = StandbyBucket(rawValue: 40)
    public static let restricted = StandbyBucket(rawValue: 45)
}
