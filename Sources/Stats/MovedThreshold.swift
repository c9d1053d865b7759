/// A threshold that has changed.
package struct MovedThreshold: Equatable, Sendable {
    /// Its key in the JSON.
    package enum Name: String, Sendable {
        case p50, p90, broken, regression, dataAge, coverageDrop, refused, contradicted, timeZone
    }

    package enum Value: Equatable, Sendable {
        /// In milliseconds.
        case length(Int64)
        /// In thousandths of a percentage point.
        case points(Int64)
        /// In thousandths of a percent.
        case percentage(Int64)
        /// An IANA name.
        case zone(String)
    }

    package var name: Name
    package var from: Value
    package var to: Value

    package init(name: Name, from: Value, to: Value) {
        self.name = name
        self.from = from
        self.to = to
    }
}

extension Objectives {
    /// The thresholds that have changed since an earlier report.
    package func moved(since before: EarlierThresholds) -> [MovedThreshold] {
        [
            MovedThreshold(name: .p50, from: .length(before.p50), to: .length(p50)),
            MovedThreshold(name: .p90, from: .length(before.p90), to: .length(p90)),
            MovedThreshold(name: .broken, from: .length(before.broken), to: .length(broken)),
            MovedThreshold(name: .regression, from: .length(before.p90Regression), to: .length(p90Regression)),
            MovedThreshold(name: .dataAge, from: .length(before.data.age), to: .length(data.age)),
            MovedThreshold(
                name: .coverageDrop, from: .points(before.data.coverageDrop), to: .points(data.coverageDrop)),
            MovedThreshold(name: .refused, from: .percentage(before.data.refused), to: .percentage(data.refused)),
            MovedThreshold(
                name: .contradicted, from: .percentage(before.data.contradicted), to: .percentage(data.contradicted)),
            MovedThreshold(name: .timeZone, from: .zone(before.timeZone), to: .zone(timeZone)),
        ].filter { $0.from != $0.to }
    }
}
