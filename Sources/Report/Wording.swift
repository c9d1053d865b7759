import Stats

/// What a report says, piece by piece; the same words for a file and for a terminal.
///
/// Each section has a file of its own: `Wording+Opening.swift` and so on, in the order in which they are read.
struct Wording {
    var assessment: Assessment
    var markup: Markup

    var objectives: Objectives { assessment.objectives }
    var window: Window { assessment.window }
    var input: Input { assessment.input }
    var evidence: Evidence { assessment.evidence }
    var week: String { window.week.description }
    var weekBefore: String { assessment.baselineWindow.week.description }
    /// The end of a column's title: `devices in 2026-W38`. Of a part of that week a title has no room to say which.
    var inWeekBefore: String { window.isComplete ? "in \(weekBefore)" : "before" }

    var blocks: [Block] {
        var blocks: [Block] = [.title(title), .sentences(verdict)] + paragraph(besideVerdict)
        // Tables of nothing would look like an answer.
        if assessment.hasReadings {
            blocks += [.table(objectivesTable)] + notes(besideObjectives)
            blocks += [.section("By bucket"), .table(bucketTable)] + notes(besideBuckets)
            blocks += causes + days + distribution
        }
        blocks += weeks
        return blocks + [.section("What is missing"), .list(missing), .section("Basis"), .list(basis)]
    }

    /// What all hours of the devices make up: of a week that is not over, only what there is of it.
    var allHours: String { window.isComplete ? "the whole week" : "the week so far" }

    /// Sentences as a block; none where there are none.
    func paragraph(_ sentences: [String?]) -> [Block] {
        let sentences = sentences.compactMap(\.self)
        return sentences.isEmpty ? [] : [.sentences(sentences)]
    }

    /// Sentences that explain a table; none where there are none.
    func notes(_ sentences: [String?]) -> [Block] {
        let sentences = sentences.compactMap(\.self)
        return sentences.isEmpty ? [] : [.notes(sentences)]
    }

    private var title: String {
        let mark = assessment.isRegression == true ? "⚠ " : ""
        let app = assessment.scope.app.map { " · app \(markup.data($0))" } ?? ""
        let task = assessment.scope.task.map { " · task \(markup.data($0))" } ?? ""
        return "\(mark)Background freshness \(week)\(app)\(task)"
    }
}
