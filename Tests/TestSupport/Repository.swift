import Foundation

/// The folder that Package.swift stands in.
package enum Repository {
    package static let path = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
}
