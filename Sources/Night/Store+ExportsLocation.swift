import Store

extension Store {
    private static let absoluteSetting = "exports"
    private static let relativeSetting = "exports from here"

    /// The folder of exports that the store belongs to; nil until something was read into it.
    private func exportsPlace() throws(StoreError) -> ExportsPlace? {
        guard let absolute = try setting(Self.absoluteSetting), let relative = try setting(Self.relativeSetting) else {
            return nil
        }
        return ExportsPlace(absolute: absolute, relative: relative)
    }

    /// Throws if the store belongs to a folder other than `folder`: mixing two fleets gives wrong figures for both.
    func expectExports(in folder: String, at path: String) throws {
        let place = ExportsPlace(folder, from: path)
        guard let known = try exportsPlace(), !known.isSame(as: place) else { return }
        throw NightFailure.otherFolder(
            known.absolute, named: folder.hasPrefix("/") ? folder : place.absolute, store: path)
    }

    /// Records the folder that the store belongs to, once something was read from it.
    func rememberExports(in folder: String, at path: String) throws {
        let place = ExportsPlace(folder, from: path)
        guard try exportsPlace() != place, try hasContents() else { return }
        try transaction {
            try setSetting(Self.absoluteSetting, to: place.absolute)
            try setSetting(Self.relativeSetting, to: place.relative)
        }
    }
}
