import CSimdjson
import Records

extension ExportParser {
    /// A run may be this much later than its own export and still count, at the export's own time: two clocks that are
    /// read one after the other differ, a clock that runs ahead differs more.
    private static let clockTolerance = 5 * Milliseconds.minute
    /// A name longer than this is refused.
    private static let longestName = 1_024

    /// Puts together what the whole object said.
    func finish(_ fields: fj_export, in file: FileContext) throws(Refusal) -> DeviceExport {
        let history = fields.field.10
        if !history.is(FJ_ARRAY) {
            if !history.isNothing { throw .historyKind }
            forgetHistory()
        }
        let device = try deviceKey(fields)
        var datedByName = false
        let exportedAt: Instant
        switch fields.field.3.time {
        case .unreadable(let refusal):
            throw refusal == .notATime ? .exportTime : refusal
        case .moment(let instant, let form):
            forms[form.rawValue] += 1
            exportedAt = instant
        case .unknown:
            guard let instant = envelopeMoment ?? file.nameMoment else { throw .noExportTime }
            datedByName = envelopeMoment == nil
            exportedAt = instant
        }
        if entryCount == 0 { takePair(fields) }
        let export = Export(
            exportedAt: exportedAt, content: file.content, platform: platform(fields.field.2),
            bucket: value(fields.field.4.bucket, "bucket") ?? value(fields.field.9.bucket, "lastBucket"),
            lastScheduledAt: moment(fields.field.5, "lastScheduledAt"),
            installedAt: moment(fields.field.6, "installedAt"),
            historyLimit: value(fields.field.7.count, "historyLimit") ?? 30)
        let hadEntries = entryCount > 0 || !entries.isEmpty
        compare(with: exportedAt)
        let (runs, contradictions, repeated) = distinctRuns()

        ledger.exports += 1
        ledger.entries += runs.count
        ledger.repeated += repeated
        ledger.moments.append(exportedAt)
        if datedByName { ledger.note(Remark(.datedByName), at: position.text) }
        if !hadEntries { ledger.note(Remark(.nothingRecorded), at: position.text) }
        settle()
        return DeviceExport(device: device, export: export, runs: runs, contradictions: contradictions)
    }

    /// What was pending goes into the ledger, now that the export is taken.
    private func settle() {
        for (remark, index) in pending {
            ledger.note(remark, at: index.map { "\(self.position.text), entry \($0)" } ?? self.position.text)
        }
        for form in TimeForm.allCases where form != .seconds && forms[form.rawValue] > 0 {
            ledger.note(Remark(.timeForm, form.name), count: forms[form.rawValue])
        }
        unknownFields.endExport()
    }

    private func deviceKey(_ fields: fj_export) throws(Refusal) -> DeviceKey {
        let device = fields.field.0
        if device.isNothing {
            throw isKeyedByDevice(fields) ? .keyedByDevice : .noDevice
        }
        guard device.is(FJ_TEXT) || (device.is(FJ_NUMBER) && device.isWholeNumber) else { throw .deviceKind }
        if device.length > Self.longestName { throw .deviceLength }
        let app = fields.field.1
        guard app.is(FJ_TEXT) || app.isNothing else { throw .appKind }
        if app.length > Self.longestName { throw .appLength }
        return DeviceKey(app: Array(app.bytes), id: Array(device.bytes))
    }

    /// Whether what stands where an export should is one member for each device.
    private func isKeyedByDevice(_ fields: fj_export) -> Bool {
        if fields.field.11.is(FJ_OBJECT) { return true }
        return fields.field.0.is(FJ_ABSENT) && fields.field.10.is(FJ_ABSENT) && fields.unknown_members > 0
            && fields.unknown_members == fields.unknown_containers
    }

    private func platform(_ token: fj_token) -> PlatformID {
        if token.isNothing { return .none }
        guard token.is(FJ_TEXT), token.length <= Self.longestName else {
            setAside("platform", "no text, or over 1,024 bytes")
            return .none
        }
        let upper = UInt8(ascii: "A")...UInt8(ascii: "Z")
        let word = token.bytes.map { upper.contains($0) ? $0 + 32 : $0 }
        // A device that says so is shown with those that say nothing.
        return word.elementsEqual("unknown".utf8) ? .none : platformID(word)
    }

    /// Android's preference pair, where there is no history: one successful run. Its bucket belongs to the export.
    private func takePair(_ fields: fj_export) {
        switch fields.field.8.time {
        case .unknown: return
        case .unreadable(let refusal): pending.append((Remark(.refused, refusal.rawValue), nil))
        case .moment(let at, let form):
            forms[form.rawValue] += 1
            entries.append(Entry(run: Run(at: at, outcome: .success), index: nil))
        }
    }

    /// Refuses runs later than the export, and counts those a little later at the export's own time.
    private func compare(with exportedAt: Instant) {
        guard entries.contains(where: { $0.run.at > exportedAt }) else { return }
        var kept: [Entry] = []
        for var entry in entries {
            if entry.run.at > exportedAt {
                guard entry.run.at - exportedAt <= Self.clockTolerance else {
                    pending.append((Remark(.refused, Refusal.laterThanExport.rawValue), entry.index))
                    continue
                }
                pending.append((Remark(.clockAhead), entry.index))
                entry.run.at = exportedAt
            }
            kept.append(entry)
        }
        entries = kept
    }

    /// The entries' runs in the order of their keys, each once; those told in two ways; and how many were repeated.
    private func distinctRuns() -> (runs: [Run], contradictions: [RunKey], repeated: Int) {
        var runs: [Run] = []
        runs.reserveCapacity(entries.count)
        var contradictions: [RunKey] = []
        let inOrder = zip(entries, entries.dropFirst()).allSatisfy { $0.run.key <= $1.run.key }
        if !inOrder { entries.sort { $0.run.key < $1.run.key } }
        for entry in entries {
            guard let last = runs.last, last.key == entry.run.key else {
                runs.append(entry.run)
                continue
            }
            if !last.tells(sameAs: entry.run) {
                if contradictions.last != last.key { contradictions.append(last.key) }
                if entry.run.stands(over: last) { runs[runs.count - 1] = entry.run }
            }
        }
        return (runs, contradictions, entries.count - runs.count)
    }
}
