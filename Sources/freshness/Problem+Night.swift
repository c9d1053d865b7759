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
                    "the folder of exports \(folder) cannot be read (\(reason))",
                    "make it with `mkdir -p \(shellWord(folder))` and put exports in it, or name another with --root or --metrics"
                )
            case .otherFolder(let own, let named, let store):
                .usage(
                    "the store \(store) belongs to the exports in \(own), and \(named) is another folder",
                    "name another folder for its store with --state, or, if the exports were moved there, run",
                    "ingest --moved")
            case .noneMoved(let named, let files, let known):
                .usage(
                    (known == 1
                        ? "the file that the store knows is not in \(named)"
                        : "none of the \(number(known, "file")) that the store knows is in \(named)")
                        + ", where there \(files == 1 ? "is" : "are") \(number(files, "file"))",
                    "name the folder that the exports were moved to, or, if these are exports of the same devices, run",
                    "ingest --moved --yes")
            case .thresholds(let fault, let path): Problem(fault, path)
            case .thresholdsChanged(let path): .usage("\(path) changed during this run", "run the command again")
            case .zoneMoved(let before, let now):
                .usage(
                    "`timeZone` changed from \(before) to \(now), and the store has exports that are dated by their file's "
                        + "name in \(before)",
                    "read all files again, in the new time zone", "rebuild")
            case .cannotMakeLock(let path, let reason):
                .cannotRun(
                    "\(path) cannot be written (\(reason))",
                    "check the permissions of its folder, or name another folder with --state")
            case .cannotLock(let path, let reason):
                .cannotRun("\(path) cannot be locked (\(reason))", "name a folder on a local disk with --state")
            case .locked(let path, let process, let patience):
                .cannotRun(
                    "another run\(process.map { " (process \($0))" } ?? "") has held \(path) for more than \(patience) s",
                    "wait until it ends, or wait longer with --wait")
            case .store(let failure, let path): Problem(failure, path)
            case .storeUnfinished(let path):
                .cannotRun(
                    "\(path) has changes that are not committed: another run is writing, or the last one was interrupted",
                    "try again, or run a command that may write and so commits them", "ingest")
            case .storeChanged(let path):
                .cannotRun("another run wrote \(path) while this one read it", "run the command again")
            case .storeUnreadable(let path, let reason):
                .cannotRun("\(path) cannot be read (\(reason))", "check its permissions")
            case .cannotReplace(let path, let reason):
                .cannotRun("\(path) cannot be replaced (\(reason))", "check the permissions of its folder and the disk")
            case .nothingToRebuildFrom:
                .cannotRun(
                    "there is no export to rebuild the store from",
                    "check that the folder of exports is the right one and that its disk is mounted")
            case .wouldLose(let lost?):
                .usage(
                    "the store knows \(number(lost.exports, "export")) from \(number(lost.files, "file")) that "
                        + "\(lost.exports == 1 ? "is" : "are") in no file any more, and a rebuild would lose "
                        + "\(lost.exports == 1 ? "it" : "them") for good",
                    "to rebuild all the same, run", "rebuild --yes")
            case .wouldLose(nil):
                .usage(
                    "the store cannot be read, so nobody can tell what a rebuild would lose",
                    "to rebuild from the files and keep the old store beside the new one, run", "rebuild --yes")
            case .other(let what, let path):
                .cannotRun("\(path): \(what)", "run the command again, and report this if it happens again")
            }
    }

    private init(_ failure: StoreFailure, _ path: String) {
        self =
            switch failure {
            case .foreign:
                .cannotRun("\(path) is a database of another program", "name another folder with --state")
            case .newer(let version):
                .cannotRun(
                    "\(path) was written by a later version of this program (schema \(version))",
                    "use that version")
            case .earlier(let version):
                .cannotRun(
                    "\(path) was written by an earlier version of this program (schema \(version))",
                    "run a command that may write and so reads the exports again", "ingest")
            case .damaged(let what):
                .cannotRun(
                    "\(path) is damaged (\(what))", "restore a backup of it, or make it again from the exports",
                    "rebuild")
            case .database(let error) where error.isNotADatabase:
                .cannotRun(
                    "\(path) is not a store, or it is damaged",
                    "restore a backup of it, or make it again from the exports", "rebuild")
            case .database(let error) where error.isBusy:
                .cannotRun(
                    "another program has locked \(path)", "wait until it ends, or wait longer with --wait")
            case .database(let error), .cannotMake(let error):
                .cannotRun(
                    "\(path): \(error)",
                    Self.fileSizeLimit.map {
                        "this process may not write files larger than \($0) bytes: raise the limit (ulimit -f)"
                    } ?? "check the space on the disk and the permissions")
            }
    }

    private init(_ fault: ThresholdFault, _ path: String) {
        func isLength(_ key: String) -> Bool { key.hasSuffix("Hours") }
        let (what, advice) =
            switch fault {
            case .unreadable(let reason):
                ("cannot be read (\(reason))", "check the permissions, or name another folder with --root or --metrics")
            case .noObject: ("it is not a JSON object", "write it as metrics/README.md shows")
            case .unknownKey(let key): ("it has an unknown key `\(visible(key))`", "remove the key, or correct it")
            case .twice(let key): ("it has `\(key)` twice", "keep one of them")
            case .missing("timeZone"): ("`timeZone` is missing", "add it, such as \"UTC\"")
            case .missing(let key): ("`\(key)` is missing", "add it, in hours")
            case .noNumber(let key):
                ("`\(key)` is not a number", isLength(key) ? "write it in hours" : "write a number from 0 to 100")
            case .outOfRange(let key):
                (
                    "`\(key)` is out of range",
                    isLength(key) ? "write hours, more than 0 and at most 87600" : "write a number from 0 to 100"
                )
            case .p50AboveP90:
                ("`p50Hours` is greater than `p90Hours`", "write a `p50Hours` that is at most `p90Hours`")
            case .zoneIsNoText: ("`timeZone` is not a text", "write an IANA time zone, such as \"UTC\"")
            case .noZone(let name):
                ("`timeZone` is not an IANA time zone: \(visible(name))", "write one such as UTC or Europe/Amsterdam")
            case .sourceIsNoObject:
                ("`source` is not an object", "write an object that says for each key where its number comes from")
            case .dataIsNoObject: ("`data` is not an object", "write an object with the limits on the data")
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
