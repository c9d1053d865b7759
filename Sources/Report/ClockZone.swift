package import Foundation
import Records

/// The clocks that times are shown by, and what they are called.
package struct ClockZone: Sendable {
    var zone: TimeZone
    /// The IANA name, as `slo.json` has it.
    var name: String

    package init(_ zone: TimeZone, name: String) {
        self.zone = zone
        self.name = visible(name)
    }

    /// `2026-09-27 23:58 UTC`.
    func minute(_ moment: Instant) -> String { bareMinute(moment) + " " + name }

    func bareMinute(_ moment: Instant) -> String { moment.minute(in: zone) }
}
