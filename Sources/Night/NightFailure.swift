package import Store

/// Why a night could not be done. The program says each in one sentence.
package enum NightFailure: Error, Equatable {
    /// The exports' folder cannot be read; what the system said.
    case noExportFolder(String, String)
    /// The store belongs to one folder of exports, and the call names another.
    case otherFolder(String, named: String, store: String)
    /// The store is to belong to another folder of exports, and none of the files that it knows is there: how many files
    /// are, and how many it knows.
    case noneMoved(to: String, files: Int, known: Int)
    case thresholds(ThresholdFault, path: String)
    /// The thresholds are others than at the beginning.
    case thresholdsChanged(String)
    /// The time zone moved, and exports are dated by their files' names in the old one.
    case zoneMoved(from: String, to: String)
    /// The lock cannot be made, or not be taken; what the system said.
    case cannotMakeLock(String, String)
    case cannotLock(String, String)
    /// Another run has held the lock for so many seconds; its process, where it said so.
    case locked(String, process: String?, patience: Int)
    case store(StoreFailure, path: String)
    /// A reader that takes no lock found the store being written, or changed while it was read.
    case storeUnfinished(String)
    case storeChanged(String)
    case storeUnreadable(String, String)
    /// Something of the store could not be renamed or removed; what the system said.
    case cannotReplace(String, String)
    /// A rebuild finds no export to make a store of.
    case nothingToRebuildFrom
    /// A rebuild would lose exports that the store knows and the files do not have; nil where nobody can tell.
    case wouldLose(Lost?)
    /// Something else.
    case other(String, path: String)

    /// What cannot be had again.
    package struct Lost: Equatable, Sendable {
        package var exports: Int
        package var files: Int
    }

    /// One of these for whatever was thrown while a store was used.
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
