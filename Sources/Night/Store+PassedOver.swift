import Stats
import Store

/// The names passed over are stored, for commands that only read the store.
extension Store {
    private static let passedOverSetting = "passed over"

    func passedOver() throws -> PassedOver {
        guard let line = try setting(Self.passedOverSetting) else { return PassedOver() }
        guard let passedOver = PassedOver(line: line) else {
            throw StoreFailure.damaged("what was passed over is not what was written")
        }
        return passedOver
    }

    func remember(_ passedOver: PassedOver) throws {
        guard try self.passedOver() != passedOver else { return }
        try transaction { try setSetting(Self.passedOverSetting, to: passedOver.line) }
    }
}
