import Store

extension Store {
    private static let absoluteSetting = "exports"
    private static let relativeSetting = "exports from here"

    /// The folder of exports that the store belongs to; nil until something was read into it.
    private func exportsLocation() throws(StoreError) -> ExportsLocation? {
        guard let absolute = try setting(Self.absoluteSetting), let relative = try setting(Self.relativeSetting) else {
            return nil
        }
        return ExportsLocation(absolute: absolute, relative: relative)
    }

    /// The folder that the store belongs to, if it is another one than `location`.
    private func otherLocation(than location: ExportsLocation) throws(StoreError) -> ExportsLocation? {
        guard let known = try exportsLocation(), !known.isSame(as: location) else { return nil }
        return known
    }

    func belongsElsewhere(than folder: String, at path: String) throws(StoreError) -> Bool {
        try otherLocation(than: ExportsLocation(folder, from: path)) != nil
    }

    /// Throws if the store belongs to a folder other than `folder`: mixing two fleets gives wrong figures for both.
    func expectExports(in folder: String, at path: String) throws {
        let location = ExportsLocation(folder, from: path)
        guard let known = try otherLocation(than: location) else { return }
        throw NightFailure.otherFolder(
            known.absolute, named: folder.hasPrefix("/") ? folder : location.absolute, store: path)
    }

    /// Records the folder that the store belongs to, once something was read from it.
    func rememberExports(in folder: String, at path: String) throws {
        let location = ExportsLocation(folder, from: path)
        guard try exportsLocation() != location, try hasContents() else { return }
        try transaction {
            try setSetting(Self.absoluteSetting, to: location.absolute)
            try setSetting(Self.relativeSetting, to: location.relative)
        }
    }
}
