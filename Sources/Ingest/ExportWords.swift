/// The names in an export, each empty if there is none; a store keeps numbers for them.
package struct ExportWords: Equatable, Sendable {
    /// In lower case.
    package var platform: [UInt8]
    /// As written.
    package var version: [UInt8]
    package var arm: [UInt8]

    package init(platform: [UInt8] = [], version: [UInt8] = [], arm: [UInt8] = []) {
        self.platform = platform
        self.version = version
        self.arm = arm
    }
}
