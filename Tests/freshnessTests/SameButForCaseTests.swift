import Foundation
import TestSupport
import Testing

/// Ids that differ from another one of their app only in upper and lower case.
@Suite struct SameButForCaseTests {
    private func export(_ device: String, app: String) -> String {
        """
        {"device": "\(device)", "app": "\(app)", "exportedAt": "2026-09-27T10:00:00Z", \
        "history": [{"at": "2026-09-27T04:00:00Z", "success": true}]}

        """
    }

    private func count(_ exports: [String]) throws -> Int? {
        let root = try Root()
        try root.export(exports.joined(), to: "fleet.ndjson")
        return try root.stats("2026-W39").int("data.sameButForCase")
    }

    @Test func `they are counted within an app`() throws {
        #expect(try count([export("Xy", app: "a"), export("xY", app: "a"), export("xy", app: "b")]) == 2)
        #expect(try count([export("Xy", app: "a"), export("xy", app: "b")]) == 0)
    }

    @Test func `numbers in turn of two apps are no such ids`() throws {
        // Where the app was only the hash's seed, each of them was like another one of the other app.
        let exports = (100..<900).map { export("\($0)", app: $0.isMultiple(of: 2) ? "a" : "b") }
        #expect(try count(exports) == 0)
    }
}
