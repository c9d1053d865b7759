package import Store

/// Why a night failed. The program has one sentence for each.
package enum NightFailure: Error, Equatable {
    /// The folder of exports cannot be read; the system's message.
    case noExportFolder(String, String)
    /// The store belongs to one folder of exports, but the call names another.
    case otherFolder(String, named: String, store: String)
    /// The store is to belong to another folder of exports, and none of the files that it knows is there: how many files
    /// are, and how many it knows.
    case noneMoved(to: String, files: Int, known: Int)
    case thresholds(ThresholdFault, path: String)
    /// The thresholds changed during the call.
    case thresholdsChanged(String)
    /// The time zone changed, and exports are dated by their files' names in the old one.
    case zoneMoved(from: String, to: String)
    /// The lock cannot be created or taken; the system's message.
    case cannotMakeLock(String, String)
    case cannotLock(String, String)
    /// Another run has held the lock for `timeout` seconds; its process, if known.
    case locked(String, process: String?, timeout: Int)
    case store(StoreFailure, path: String)
    /// A reader without a lock found the store being written, or changed while it was read.
    case storeUnfinished(String)
    case storeChanged(String)
    case storeUnreadable(String, String)
    /// A file of the store could not be renamed or removed; the system's message.
    case cannotReplace(String, String)
    /// A rebuild finds no exports to read.
    case nothingToRebuildFrom
    /// A rebuild would lose exports that are in the store but in no file; nil if that cannot be determined.
    case wouldLose(Lost?)
    /// Any other error.
    case other(String, path: String)

    /// What would be lost for good.
    package struct Lost: Equatable, Sendable {
        package var exports: Int
        package var files: Int
    }

    /// Converts an error thrown while a store was used.
    init(_ error: any Error, path: String) {
        self =
            switch error {
            case let failure as NightFailure: failure
            case let failure as StoreFailure: .store(failure, path: path)
            case let error as StoreError: .store(.database(error), path: path)
            default: .other("\(error)", path: path)
            }
    }
}
