import Records

/// Whether a week's data are whole: a separate verdict from those on the objectives, which are not met if only the
/// devices that happened to report meet them.
package enum DataVerdict: String, Sendable {
    case whole, partial
}

/// Why a week's data are partial: what was measured, and its limit (the definitions, section 7).
package struct PartialReason: Equatable, Sendable {
    package enum Kind: String, Sendable {
        /// In hours.
        case dataEndEarly = "the data end early"
        /// In percentage points.
        case devicesFellSilent = "devices fell silent"
        /// In percent, as the following ones.
        case exportsRefused = "exports were refused"
        case historiesContradict = "histories contradict each other"
        case idsSeenOnce = "ids are seen once"
    }

    package var kind: Kind
    /// Nil if there is nothing to measure: without an export, nothing shows how early the data end.
    package var value: Double?
    package var limit: Double

    package init(kind: Kind, value: Double?, limit: Double) {
        self.kind = kind
        self.value = value
        self.limit = limit
    }
}

extension Assessment {
    package var dataVerdict: DataVerdict { partial.isEmpty ? .whole : .partial }

    /// The reasons that apply, in the order of the definitions; empty if the data are whole.
    package var partial: [PartialReason] {
        [endEarly, fellSilent, refused, contradict, seenOnce].compactMap(\.self)
    }

    private var limits: DataLimits { objectives.data }

    private var endEarly: PartialReason? {
        let limit = Double(limits.age) / Double(Milliseconds.hour)
        guard let last = input.dataThrough else { return PartialReason(kind: .dataEndEarly, value: nil, limit: limit) }
        let age = window.end - last
        guard age > limits.age else { return nil }
        return PartialReason(kind: .dataEndEarly, value: Double(age) / Double(Milliseconds.hour), limit: limit)
    }

    private var fellSilent: PartialReason? {
        let now = evidence.data.coverage.now
        guard now.whole > 0, let before = evidence.data.coverage.highestBefore,
            before.isMore(than: now, byMoreThan: limits.coverageDrop)
        else { return nil }
        return PartialReason(
            kind: .devicesFellSilent, value: before.percent - now.percent, limit: points(limits.coverageDrop))
    }

    private var refused: PartialReason? {
        guard input.isRefusedOften(limits) else { return nil }
        return PartialReason(
            kind: .exportsRefused, value: input.exportsRefused.percent, limit: points(limits.refused))
    }

    private var contradict: PartialReason? {
        guard contradicted.isMore(than: limits.contradicted) else { return nil }
        return PartialReason(
            kind: .historiesContradict, value: contradicted.percent, limit: points(limits.contradicted))
    }

    private var seenOnce: PartialReason? {
        guard seenOnceShare.whole > 0, let before = seenOnceBefore, 2 * seenOnceShare.part >= seenOnceShare.whole,
            seenOnceShare.isMore(than: before, byAtLeast: 25 * DataLimits.perPoint)
        else { return nil }
        return PartialReason(kind: .idsSeenOnce, value: seenOnceShare.percent, limit: 50)
    }

    /// The share of devices with a reading that have contradicting exports.
    package var contradicted: Share { Share(evidence.data.contradicted, of: current.all.devices) }

    /// The share of devices with a reading that exported only once ever; the same of the week before, nil without one.
    package var seenOnceShare: Share { Share(evidence.data.seenOnce, of: current.all.devices) }
    package var seenOnceBefore: Share? { baseline.map { Share(evidence.data.seenOnceBefore, of: $0.all.devices) } }

    private func points(_ thousandths: Int64) -> Double { Double(thousandths) / Double(DataLimits.perPoint) }
}

extension Input {
    /// Whether more exports were refused than the limit allows.
    package func isRefusedOften(_ limits: DataLimits) -> Bool { exportsRefused.isMore(than: limits.refused) }
}

extension Share {
    /// In percent; 0 of nothing.
    fileprivate var percent: Double { whole == 0 ? 0 : Double(100 * part) / Double(whole) }

    /// Whether it is above a limit in thousandths of a percent. Exact; false for a share of nothing.
    fileprivate func isMore(than limit: Int64) -> Bool {
        whole > 0 && Int128(100 * DataLimits.perPoint) * Int128(part) > Int128(limit) * Int128(whole)
    }

    /// Its excess over another share, in thousandths of a point times the product of the two wholes. Exact.
    private func difference(to other: Share) -> Int128 {
        let crossed = Int128(part) * Int128(other.whole) - Int128(other.part) * Int128(whole)
        return Int128(100 * DataLimits.perPoint) * crossed
    }

    fileprivate func isMore(than other: Share, byMoreThan limit: Int64) -> Bool {
        difference(to: other) > Int128(limit) * Int128(whole) * Int128(other.whole)
    }

    fileprivate func isMore(than other: Share, byAtLeast limit: Int64) -> Bool {
        difference(to: other) >= Int128(limit) * Int128(whole) * Int128(other.whole)
    }
}
