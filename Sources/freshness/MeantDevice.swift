import Report
import Store

/// Which device a call means by an id.
enum MeantDevice {
    /// The one device whose id begins with what the call says.
    static func only(_ found: [StoredDevice], _ id: String, _ app: String?) throws(Problem) -> StoredDevice {
        let first = try first(found, id, app)
        guard found.count > 1 else { return first }
        throw .usage(
            "several devices match \(visible(id)): \(named(found))", "write more of the id, or name the app with --app")
    }

    /// The one device that has just this id.
    static func whole(_ found: [StoredDevice], _ id: String, _ app: String?) throws(Problem) -> StoredDevice {
        let first = try first(found, id, app)
        guard first.id == Array(id.utf8) else {
            throw .usage(
                "\(visible(id)) is not the whole id of a device; these ids begin with it: \(named(found))",
                "write the whole id")
        }
        guard found.count > 1 else { return first }
        throw .usage("devices of several apps have the id \(visible(id)): \(named(found))", "name the app with --app")
    }

    private static func first(_ found: [StoredDevice], _ id: String, _ app: String?) throws(Problem) -> StoredDevice {
        if let first = found.first { return first }
        let ofApp = app.map { " of app \(visible($0))" } ?? ""
        throw .usage("no device\(ofApp) has an id that begins with \(visible(id))", "look up the id in the exports")
    }

    /// The first five, each with its app.
    private static func named(_ found: [StoredDevice]) -> String {
        let shown = found.prefix(5).map { device in
            let app = device.app.isEmpty ? "" : " (app \(visible(text(device.app))))"
            return visible(text(device.id)) + app
        }
        return shown.joined(separator: ", ") + (found.count > 5 ? ", …" : "")
    }

    private static func text(_ name: [UInt8]) -> String { String(decoding: name, as: UTF8.self) }
}
