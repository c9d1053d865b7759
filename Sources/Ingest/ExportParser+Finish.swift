import CSimdjson
import CXXHash
import Records

extension ExportParser {
    /// Builds the export from the fields of its object.
    func finish(_ fields: fj_export, in file: FileContext) throws(ExportRefusal) -> DeviceExport {
        let entries = fields.field.10
        if !entries.is(FJ_ARRAY) {
            if !entries.isMissing { throw ExportRefusal(.historyNotAList) }
            history.pointee.forgetHistory()
            // An event stream: its events would count as devices that never ran.
            if fields.has_run_fields, fields.field.8.time == .unknown { throw ExportRefusal(.runNotExport) }
        }
        let device = try deviceKey(fields)
        var datedByName = false
        let exportedAt: Instant
        switch fields.field.3.time {
        case .unreadable(let refusal):
            throw ExportRefusal(refusal, of: Remark.exportedAt)
        case .moment(let instant, let form):
            history.pointee.forms[form.rawValue] += 1
            exportedAt = instant
        case .unknown:
            guard let instant = envelopeMoment ?? file.nameMoment else { throw ExportRefusal(.noExportTime) }
            // The export times may come after the cut: then the file's name must not date them.
            if envelopeMoment == nil, isEnvelopeCut { throw ExportRefusal(.envelopeCut) }
            datedByName = envelopeMoment == nil
            exportedAt = instant
        }
        if history.pointee.count == 0 { readPreferencePair(fields) }
        // Both are read, so that an unreadable one is reported even if the other is used.
        let bucket = history.pointee.value(fields.field.4.bucket, "bucket")
        let lastBucket = history.pointee.value(fields.field.9.bucket, "lastBucket")
        var export = Export(
            exportedAt: exportedAt, platform: platform(fields.field.2), bucket: bucket ?? lastBucket,
            lastScheduledAt: history.pointee.moment(fields.field.5, "lastScheduledAt"),
            installedAt: history.pointee.moment(fields.field.6, "installedAt"),
            historyLimit: history.pointee.value(fields.field.7.count, "historyLimit") ?? 30,
            version: version(fields.field.12), arm: arm(fields.field.13))
        let hadEntries = history.pointee.count > 0 || !history.pointee.runs.isEmpty
        let hadRuns = !history.pointee.runs.isEmpty
        history.pointee.compare(with: exportedAt)
        if datedByName, hadRuns, history.pointee.runs.isEmpty { throw ExportRefusal(.fileNameBeforeRuns) }
        let (runs, repeated) = history.pointee.distinctRuns()
        // If no entry could be read, that does not mean that the device never ran.
        if runs.isEmpty, history.pointee.count > 0 { throw ExportRefusal(.noReadableEntry) }
        export.otherEntries = Int16(clamping: Int(history.pointee.count) - runs.count)
        let deviceExport = DeviceExport(
            device: device, export: export, runs: runs, refused: history.pointee.refusedTimes)

        ledger.exports += 1
        ledger.entries += deviceExport.runs.count
        ledger.repeated += repeated
        ledger.marks.append(ExportMark(of: deviceExport.export, device, words, &markBytes))
        if datedByName { ledger.note(Remark(.datedByName), at: position.text) }
        if !fields.field.11.is(FJ_ABSENT) { ledger.note(Remark(.unknownField, of: "devices")) }
        if !hadEntries { ledger.note(Remark(.nothingRecorded), at: position.text) }
        flushRemarks()
        return deviceExport
    }

    /// Moves the pending remarks into the ledger, now that the export is used.
    private func flushRemarks() {
        history.pointee.pending.flush(at: position, into: &ledger)
        for form in TimeForm.allCases where form != .seconds {
            let count = history.pointee.forms[form.rawValue]
            if count > 0 { ledger.note(Remark(.timeForm, form.code), count: count) }
        }
        noteMixedForms()
        history.pointee.unknownFields.endExport()
    }

    /// Notes that the export's times are in several forms: one of its clocks may be read wrong.
    private func noteMixedForms() {
        let forms = history.pointee.forms
        guard forms.reduce(0, { $0 + ($1 > 0 ? 1 : 0) }) > 1 else { return }
        let met = TimeForm.allCases.filter { forms[$0.rawValue] > 0 }
        ledger.note(Remark(.mixedTimeForms, TimeForm.code(of: met)), at: position.text)
    }

    /// Keeps whose export was refused, where that can be read.
    func noteDevice(of fields: fj_export, in file: FileContext, refusedFor refused: ExportRefusal) {
        let device = fields.field.0
        guard device.isDevice else { return }
        let hash = XXH3_64bits_withSeed(device.start, Int(device.length), RefusedDevices.seed)
        // A run in an export's place is an entry without its list.
        let entries = refused.refusal == .runNotExport ? 1 : Int(history.pointee.count)
        let moment: Instant? =
            switch fields.field.3.time {
            case .moment(let instant, _): instant
            case .unknown: envelopeMoment ?? (isEnvelopeCut ? nil : file.nameMoment)
            case .unreadable: nil
            }
        ledger.refusedDevices.note(hash, entries: entries, at: moment, refused.remark)
    }

    private func deviceKey(_ fields: fj_export) throws(ExportRefusal) -> DeviceKey {
        let device = fields.field.0
        if device.isMissing {
            throw ExportRefusal(isKeyedByDevice(fields) ? .keyedByDevice : .noDevice)
        }
        guard device.isDevice else {
            let isTooLong = device.is(FJ_TEXT) || device.is(FJ_NUMBER) && device.isWholeNumber
            throw ExportRefusal(isTooLong ? .deviceTooLong : .invalidDevice)
        }
        let app = fields.field.1
        guard app.is(FJ_TEXT) || app.isMissing else { throw ExportRefusal(.appNotText) }
        if app.length > fj_token.longestName { throw ExportRefusal(.appTooLong) }
        if !app.bytes.elementsEqual(latestApp) { latestApp = Array(app.bytes) }
        return DeviceKey(app: latestApp, id: Array(device.bytes))
    }

    /// Whether the object that should be an export has one member for each device.
    private func isKeyedByDevice(_ fields: fj_export) -> Bool {
        if fields.field.11.is(FJ_OBJECT) { return true }
        return fields.field.0.is(FJ_ABSENT) && fields.field.10.is(FJ_ABSENT) && fields.unknown_members > 0
            && fields.unknown_members == fields.unknown_containers
    }

    private func platform(_ token: fj_token) -> PlatformID {
        words.platform.removeAll(keepingCapacity: true)
        guard isWord(token, "platform") else { return .none }
        for byte in token.bytes { words.platform.append(lowered(byte)) }
        // A platform called "unknown" is shown like none.
        if words.platform.elementsEqual("unknown".utf8) {
            words.platform.removeAll(keepingCapacity: true)
            return .none
        }
        return words.platform.withUnsafeBufferPointer { platforms.number(of: $0) }
    }

    private func version(_ token: fj_token) -> VersionID {
        words.version.removeAll(keepingCapacity: true)
        guard isWord(token, "version") else { return .none }
        words.version.append(contentsOf: token.bytes)
        return versions.number(of: token.bytes)
    }

    private func arm(_ token: fj_token) -> ArmID {
        words.arm.removeAll(keepingCapacity: true)
        guard isWord(token, "arm") else { return .none }
        words.arm.append(contentsOf: token.bytes)
        return arms.number(of: token.bytes)
    }

    /// Whether a field holds a word; any other value is reported and ignored.
    private func isWord(_ token: fj_token, _ field: String) -> Bool {
        if token.isMissing { return false }
        let fits = token.length <= fj_token.longestName
        if token.is(FJ_TEXT), fits { return true }
        history.pointee.ignore(field, token.is(FJ_TEXT) ? .textTooLong : .notText)
        return false
    }

    /// Without a history, reads Android's preference pair: one successful run. Its bucket belongs to the export.
    private func readPreferencePair(_ fields: fj_export) {
        switch fields.field.8.time {
        case .unknown: return
        case .unreadable(let refusal): history.pointee.refuse(refusal)
        case .moment(let at, let form):
            history.pointee.forms[form.rawValue] += 1
            history.pointee.add(Run(at: at, outcome: .success), index: -1)
        }
    }
}
