import Records

/// What the definitions say of a device's exports, worked out from all that any of them told, without merging.
struct Reference {
    let tellings: [DeviceExport]

    var keys: [RunKey] { Set(tellings.flatMap { $0.runs.map(\.key) }).sorted() }

    private func values(of key: RunKey) -> [(exportedAt: Instant, run: Run)] {
        tellings.flatMap { told in told.runs.filter { $0.key == key }.map { (told.export.exportedAt, $0) } }
    }

    /// "The one exported later stands; exported at the same moment … not successful stands over unknown, unknown over
    /// successful, then the smaller bucket, then low power."
    func standing(_ key: RunKey) -> Run? {
        let all = values(of: key)
        let last = all.map(\.exportedAt).max()
        return all.filter { $0.exportedAt == last }.map(\.run).min { Self.place(of: $0) < Self.place(of: $1) }
    }

    private static func place(of run: Run) -> (Int, Int16, Int) {
        let success =
            switch run.outcome {
            case .notSuccessful, .failed, .expired, .skipped, .retry, .killed: 0
            case .unknown: 1
            case .success: 2
            }
        return (success, run.bucket?.rawValue ?? .max, run.lowPower == true ? 0 : 1)
    }

    /// "A run that any two exports tell differently is one conflict."
    var conflicts: Set<RunKey> {
        Set(keys.filter { key in values(of: key).contains { $0.run != values(of: key)[0].run } })
    }

    func told(_ key: RunKey, by content: ContentID) -> Bool {
        tellings.contains { told in told.export.content == content && told.runs.contains { $0.key == key } }
    }

    /// Pairs of content and run, where an export claims to have told a run that it did not tell, or the other way round.
    func wrongClaims(in history: History) -> [String] {
        history.exports.flatMap { export in
            keys.filter { export.told($0) != told($0, by: export.content) }.map { key in
                "content \(export.content.rawValue): \(key.at - moment(0)) ms, task \(key.task.rawValue)"
            }
        }
    }
}
