import Store

extension Store {
    private static let absoluteSetting = "exports"
    private static let relativeSetting = "exports from here"

    /// The folder of exports that the store belongs to; nil as long as nothing was read into it.
    private func exportsPlace() throws(StoreError) -> ExportsPlace? {
        guard let absolute = try setting(Self.absoluteSetting), let relative = try setting(Self.relativeSetting) else {
            return nil
        }
        return ExportsPlace(absolute: absolute, relative: relative)
    }

    /// The folder that the store belongs to where it is another one than the one named.
    private func otherPlace(than place: ExportsPlace) throws(StoreError) -> ExportsPlace? {
        guard let known = try exportsPlace(), !known.isSame(as: place) else { return nil }
        return known
    }

    func belongsElsewhere(than folder: String, at path: String) throws(StoreError) -> Bool {
        try otherPlace(than: ExportsPlace(folder, from: path)) != nil
    }

    /// Ends the call where the store belongs to another folder than the one named: the figures of two fleets in one are
    /// those of none.
    func expectExports(in folder: String, at path: String) throws {
        let place = ExportsPlace(folder, from: path)
        guard let known = try otherPlace(than: place) else { return }
        throw NightFailure.otherFolder(
            known.absolute, named: folder.hasPrefix("/") ? folder : place.absolute, store: path)
    }

    /// Remembers which folder the store belongs to, now that something of it was read.
    func rememberExports(in folder: String, at path: String) throws {
        let place = ExportsPlace(folder, from: path)
        guard try exportsPlace() != place, try hasContents() else { return }
        try transaction {
            try setSetting(Self.absoluteSetting, to: place.absolute)
            try setSetting(Self.relativeSetting, to: place.relative)
        }
    }
}
