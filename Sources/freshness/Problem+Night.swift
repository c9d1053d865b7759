import Foundation
import Night
import Report
import Store

/// The sentences for what goes wrong in a night.
extension Problem {
    /// Does something, and says what went wrong with it.
    static func catching<Result>(_ work: () throws(NightFailure) -> Result) throws(Problem) -> Result {
        do throws(NightFailure) {
            return try work()
        } catch {
            throw Problem(error)
        }
    }

    init(_ failure: NightFailure) {
        self =
            switch failure {
            case .noExportFolder(let folder, let reason):
                .cannotRun(
                    "the exports' folder \(folder) cannot be read (\(reason))",
                    "make it, or name another with --root or --metrics")
            case .otherFolder(let own, let named, let store):
                .usage(
                    "the store \(store) belongs to the exports in \(own), and \(named) is another folder",
                    "name another folder for its store with --state, or, where the exports were moved there: freshness ingest --moved"
                )
            case .thresholds(let fault, let path): Problem(fault, path)
            case .thresholdsChanged(let path): .usage("\(path) changed during this run", "run again")
            case .zoneMoved(let before, let now):
                .usage(
                    "`timeZone` moved from \(before) to \(now), and exports are dated by their files' names in \(before)",
                    "have all files read again, by the new zone: freshness rebuild")
            case .cannotMakeLock(let path, let reason):
                .cannotRun(
                    "\(path) cannot be written (\(reason))",
                    "see to the folder's permissions, or name another with --state")
            case .cannotLock(let path, let reason):
                .cannotRun("\(path) cannot be locked (\(reason))", "name a folder on a local disk with --state")
            case .locked(let path, let process, let patience):
                .cannotRun(
                    "another run\(process.map { " (process \($0))" } ?? "") has held \(path) for over \(patience) s",
                    "wait for it to end, or give it longer with --wait")
            case .store(let failure, let path): Problem(failure, path)
            case .storeUnfinished(let path):
                .cannotRun(
                    "\(path) is not whole by itself: a run is writing it, or the last one did not end",
                    "try again, or let a call that may write finish it: freshness ingest")
            case .storeChanged(let path): .cannotRun("\(path) was written while it was read", "try again")
            case .storeUnreadable(let path, let reason):
                .cannotRun("\(path) cannot be read (\(reason))", "see to the permissions")
            case .cannotReplace(let path, let reason):
                .cannotRun("\(path) cannot be replaced (\(reason))", "see to the folder's permissions and to its disk")
            case .nothingToRebuildFrom:
                .cannotRun(
                    "there is no export to make the store of", "see whether the folder is the right one, and mounted")
            case .wouldLose(let lost?):
                .usage(
                    "the store knows \(number(lost.exports, "export")) that no file has any more, of "
                        + "\(number(lost.files, "file")), and they cannot be had again",
                    "to make it anew without them: freshness rebuild --yes")
            case .wouldLose(nil):
                .usage(
                    "the store cannot be read, and nobody can tell what it knows that the files do not have",
                    "to make it anew from the files, and keep the old one beside it: freshness rebuild --yes")
            case .other(let what, let path): .cannotRun("\(path): \(what)", "run again, and report it where it stays")
            }
    }

    private init(_ failure: StoreFailure, _ path: String) {
        self =
            switch failure {
            case .foreign:
                .cannotRun("\(path) is a database of another program", "name another folder with --state")
            case .newer(let version):
                .cannotRun(
                    "\(path) was written by a later version of this program (schema \(version))", "use that one")
            case .earlier(let version):
                .cannotRun(
                    "\(path) was written by an earlier version of this program (schema \(version))",
                    "let a call that may write read the exports anew: freshness ingest")
            case .damaged(let what):
                .cannotRun("\(path) is damaged (\(what))", "make it anew from the exports: freshness rebuild")
            case .database(let error) where error.isNotADatabase:
                .cannotRun(
                    "\(path) is no store, or a damaged one", "make it anew from the exports: freshness rebuild")
            case .database(let error) where error.isBusy:
                .cannotRun("\(path) is held by another program", "wait for it to end, or give it longer with --wait")
            case .database(let error), .cannotMake(let error):
                .cannotRun(
                    "\(path): \(error)",
                    Self.fileSizeLimit.map {
                        "this process may not write files of over \($0) bytes: raise the limit (ulimit -f)"
                    } ?? "see to the room on the disk and the permissions")
            }
    }

    private init(_ fault: ThresholdFault, _ path: String) {
        func isLength(_ key: String) -> Bool { key.hasSuffix("Hours") }
        let (what, advice) =
            switch fault {
            case .unreadable(let reason):
                ("cannot be read (\(reason))", "make the file, or name its folder with --root or --metrics")
            case .noObject: ("it is not JSON, or no object", "write it as metrics/README.md shows")
            case .unknownKey(let key): ("`\(visible(key))` is no key that it may have", "take it out")
            case .twice(let key): ("`\(key)` stands twice", "keep one of them")
            case .missing("timeZone"): ("`timeZone` is missing", "add it, such as \"UTC\"")
            case .missing(let key): ("`\(key)` is missing", "add it, in hours")
            case .noNumber(let key):
                ("`\(key)` is no number", isLength(key) ? "write it in hours" : "write a number from 0 to 100")
            case .outOfRange(let key):
                (
                    "`\(key)` is out of range",
                    isLength(key) ? "write hours above 0 and up to 87600" : "write a number from 0 to 100"
                )
            case .p50AboveP90:
                ("`p50Hours` is above `p90Hours`", "half of the devices cannot be held to less than nine in ten")
            case .zoneIsNoText: ("`timeZone` is no text", "write an IANA zone, such as \"UTC\"")
            case .noZone(let name):
                ("`timeZone` is no IANA zone: \(visible(name))", "write one such as UTC or Europe/Amsterdam")
            case .sourceIsNoObject: ("`source` is no object", "write where each number comes from, by its key")
            case .dataIsNoObject: ("`data` is no object", "write the limits on the data in it, by their keys")
            }
        if case .unreadable = fault {
            self = .usage("the thresholds \(path) \(what)", advice)
        } else {
            self = .usage("\(path): \(what)", advice)
        }
    }

    /// How large a file of this process may be, in bytes; nil where there is no limit. Of one that is over it, SQLite only
    /// says that there was an error.
    private static var fileSizeLimit: UInt64? {
        var limit = rlimit()
        #if canImport(Glibc)
        let result = getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
        #else
        let result = getrlimit(RLIMIT_FSIZE, &limit)
        #endif
        // No limit is the highest number, or half of it.
        return result == 0 && limit.rlim_cur < UInt64(Int64.max) ? UInt64(limit.rlim_cur) : nil
    }
}
