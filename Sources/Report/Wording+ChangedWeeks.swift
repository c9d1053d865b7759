import Stats

extension Wording {
    /// Weeks that were reported with other figures than are known now, and how to have them right.
    var changedWeeks: [Block.Item] { assessment.changedWeeks.map(item) }

    private func item(_ week: ChangedWeek) -> Block.Item {
        let (before, now) = texts(week)
        let reported = week.reported.devices == 0 ? "as without data" : "as \(before)"
        let since =
            if week.hasOtherP50Limit {
                "with what is known now, and today's thresholds,"
            } else if week.now.devices < week.reported.devices {
                "with what is known now"
            } else {
                "with what has arrived since"
            }
        guard week.now.devices > 0 else {
            return Block.Item(text: "\(week.week) was reported \(reported);", parts: ["now there is no data for it."])
        }
        return Block.Item(
            text: "\(week.week) was reported \(reported);",
            parts: [
                "\(since) it is \(now):", markup.literal("freshness report --week \(week.week)"),
                "\(sameScope)writes it again.",
            ])
    }

    /// A name out of the data is not put into a command: a shell might do something else with it.
    private var sameScope: String {
        let scope = assessment.scope
        let options = [scope.app.map { _ in "--app" }, scope.task.map { _ in "--task" }].compactMap(\.self)
        return options.isEmpty ? "" : "with the same \(options.map(markup.literal).joined(separator: " and ")) "
    }

    /// p90 before and now, or p50 where p90 is what it was and p50 is not: `p90 3.7 h of 30 devices`, `123.5 h of 40`.
    private func texts(_ week: ChangedWeek) -> (before: String, now: String) {
        let isP50 = week.reported.p90 == week.now.p90 && week.reported.p50 != week.now.p50
        let (name, before, now) =
            isP50 ? ("p50", week.reported.p50, week.now.p50) : ("p90", week.reported.p90, week.now.p90)
        let (was, after) = objectives.texts(before, now)
        // The first number of devices says what is counted.
        let devices = (number(week.reported.devices, "device"), number(week.now.devices))
        return week.reported.devices == 0
            ? ("", "\(name) \(after) of \(number(week.now.devices, "device"))")
            : ("\(name) \(was) of \(devices.0)", "\(after) of \(devices.1)")
    }
}

extension Objectives {
    /// Two stalenesses beside each other: the same text only where they are the same.
    func texts(_ a: Staleness?, _ b: Staleness?) -> (String, String) {
        let shown = (a.map(text) ?? "–", b.map(text) ?? "–")
        guard shown.0 == shown.1, a != b, let a = a?.milliseconds, let b = b?.milliseconds else { return shown }
        for decimals in 2..<Exact.finestHours {
            let (a, b) = (Exact(hours: a).rounded(to: decimals).text, Exact(hours: b).rounded(to: decimals).text)
            if a != b { return (a + " h", b + " h") }
        }
        return (limit(a), limit(b))
    }
}
