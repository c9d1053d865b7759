import Ingest
import Records
import Stats

/// The keys of an object in `slo.json`, all known and without duplicates.
struct ThresholdKeys {
    /// By name.
    let values: [String: StrictObject.Value]
    /// The prefix of a key in a fault: `data.`.
    private let path: String

    init(
        _ members: [(name: String, value: StrictObject.Value)], of known: [String], in path: String = ""
    ) throws(ThresholdFault) {
        var values: [String: StrictObject.Value] = [:]
        for (name, value) in members {
            guard known.contains(name) else { throw .unknownKey(path + name) }
            guard values.updateValue(value, forKey: name) == nil else { throw .twice(path + name) }
        }
        self.values = values
        self.path = path
    }

    /// Hours above 0 and up to 87,600, as milliseconds.
    func hours(_ name: String) throws(ThresholdFault) -> Int64 {
        let hours = try number(name)
        let milliseconds = (hours * Double(Milliseconds.hour)).rounded()
        guard milliseconds >= 1, hours <= 87_600 else { throw .outOfRange(path + name) }
        return Int64(milliseconds)
    }

    /// A percentage or percentage points, from 0 to 100, in the units of ``DataLimits``.
    func points(_ name: String) throws(ThresholdFault) -> Int64 {
        let points = try number(name)
        guard (0...100).contains(points) else { throw .outOfRange(path + name) }
        return Int64((points * Double(DataLimits.perPoint)).rounded())
    }

    private func number(_ name: String) throws(ThresholdFault) -> Double {
        guard let value = values[name] else { throw .missing(path + name) }
        guard case .number(let number) = value else { throw .noNumber(path + name) }
        return number
    }
}

extension DataLimits {
    /// The limits of `data`; missing ones have their defaults.
    init(_ text: [UInt8]) throws(ThresholdFault) {
        guard let members = StrictObject.members(of: text) else { throw .dataIsNoObject }
        let keys = try ThresholdKeys(
            members, of: ["ageHours", "coverageDropPoints", "refusedPercent", "contradictedPercent"], in: "data.")
        self.init()
        if keys.values["ageHours"] != nil { age = try keys.hours("ageHours") }
        if keys.values["coverageDropPoints"] != nil { coverageDrop = try keys.points("coverageDropPoints") }
        if keys.values["refusedPercent"] != nil { refused = try keys.points("refusedPercent") }
        if keys.values["contradictedPercent"] != nil { contradicted = try keys.points("contradictedPercent") }
    }
}
