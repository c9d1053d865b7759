import Foundation

extension Object {
    /// All that is computed, as one text to compare: everything but what is said of the files.
    var figures: String {
        var figures = members.filter { $0.key != "input" }
        if var data = figures["data"] as? [String: Any] {
            (data["refusedExports"], data["takenExports"]) = (nil, nil)
            figures["data"] = data
        }
        return text(of: figures)
    }

    /// All of it as one text to compare.
    var text: String { text(of: members) }

    private func text(of members: [String: Any]) -> String {
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .prettyPrinted]
        let bytes = try? JSONSerialization.data(withJSONObject: members, options: options)
        return String(decoding: bytes ?? Data(), as: UTF8.self)
    }
}
