package import Stats
import Store

/// A name that the figures are narrowed to and that no export carries.
package enum UnknownName: Equatable, Sendable {
    /// The app, and those that the exports name.
    case app(String, known: [String])
    /// The task, the app that it was looked for in, and the tasks that are known there.
    case task(String, of: String?, known: [String])
}

extension Night {
    /// What of a scope no export names; nil where all is known, and where no device is known yet. An app counts as known
    /// also where it has no export in the week.
    package func unknownName(in scope: Scope) throws(NightFailure) -> UnknownName? {
        try attempt { () throws in
            guard scope != Scope(), try store.hasDevices() else { return nil }
            if let app = scope.app {
                let apps = try store.apps()
                if !apps.contains(Array(app.utf8)) { return .app(app, known: apps.map(text)) }
            }
            if let task = scope.task {
                let tasks = try store.tasks(of: scope.app.map { Array($0.utf8) })
                if !tasks.contains(Array(task.utf8)) { return .task(task, of: scope.app, known: tasks.map(text)) }
            }
            return nil
        }
    }

    private func text(_ name: [UInt8]) -> String { String(decoding: name, as: UTF8.self) }
}
