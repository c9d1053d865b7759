import Night
import Report

/// What a call is told that narrows the figures to a name which no export carries: without it, a mistyped name would look
/// like an app that fell silent.
extension Problem {
    init(_ unknown: UnknownName) {
        self =
            switch unknown {
            case .app(let app, let known) where known.isEmpty:
                .usage("no export names an app, so none can be of `\(visible(app))`", "leave --app out")
            case .app(let app, let known):
                .usage("no export names the app `\(visible(app))`", Self.advice(known, "--app"))
            case .task(let task, let app, let known):
                known.isEmpty
                    ? .usage(
                        "no export\(Self.ofApp(app)) names a task, so none can be of `\(visible(task))`",
                        "leave --task out")
                    : .usage(
                        "no export\(Self.ofApp(app)) names the task `\(visible(task))`", Self.advice(known, "--task"))
            }
    }

    private static func ofApp(_ app: String?) -> String { app.map { " of app `\(visible($0))`" } ?? "" }

    /// Names that are listed; the others are counted.
    private static let mostNames = 10

    private static func advice(_ known: [String], _ option: String) -> String {
        let more = known.count > mostNames ? " and \(number(known.count - mostNames)) more" : ""
        let names = known.prefix(mostNames).map { "`\(visible($0))`" }.joined(separator: ", ")
        return "name one of these with \(option): \(names)\(more)"
    }
}
