import Foundation
import Glibc
import KeychainServices
import LinuxSupport

/// One run of a schedule.
package struct ScheduledRun {
    /// The result of a run.
    package struct Outcome: Sendable {
        /// The new backup.
        package let path: String
        /// The backups that were removed.
        package let removed: [String]
    }

    let root: KeychainRoot
    let release: String
    let now: Date

    /// Prepares a run.
    package init(root: KeychainRoot, release: String, now: Date = Date()) {
        (self.root, self.release, self.now) = (root, release, now)
    }

    /// Makes a backup, and removes the oldest of this schedule if there are too many. The outcome is noted for ``ScheduleStatus``.
    ///
    /// - Throws: `.noSuchKeychain` if there is no schedule, or nothing to back up; `.notAvailable` if the backup cannot be made. Then nothing
    ///   was removed.
    package func run() throws(KeychainError) -> Outcome {
        guard let schedule = try BackupSchedule.load(root) else {
            throw KeychainError(
                .noSuchKeychain, "there is no schedule of backups",
                remedy: "make one: chatelaine backup --schedule daily DIRECTORY")
        }
        var state = ScheduleState.load(root)
        do throws(KeychainError) {
            let outcome = try run(schedule)
            (state.succeeded, state.file) = (Int64(now.timeIntervalSince1970), outcome.path)
            (state.failed, state.failure) = (nil, nil)
            try state.store(root)
            return outcome
        } catch {
            (state.failed, state.failure) = (Int64(now.timeIntervalSince1970), error.reason)
            try? state.store(root)
            throw error
        }
    }

    private func run(_ schedule: borrowing BackupSchedule) throws(KeychainError) -> Outcome {
        let directory = schedule.directory
        var status = stat()
        guard stat(directory, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
            throw KeychainError(
                .notAvailable, "the directory “\(directory)” of the backups is not there",
                remedy: "connect the disk it is on, or make the schedule again")
        }
        removeLeftovers(directory)
        let path = Self.unusedPath(directory, now)
        try BackupMaker(root: root, release: release).make(at: path, keys: BackupKeys(schedule))
        return Outcome(path: path, removed: removeOld(schedule))
    }

    /// Two in one second: the later one counts as a second younger.
    private static func unusedPath(_ directory: String, _ now: Date) -> String {
        var date = now
        while access(directory + "/" + BackupName.scheduled(date), F_OK) == 0 { date += 1 }
        return directory + "/" + BackupName.scheduled(date)
    }

    /// Removes what runs have left that were ended.
    private func removeLeftovers(_ directory: String) {
        for name in Self.names(directory) where name.hasSuffix(OutputFile.suffix) {
            guard BackupName.isScheduled(String(name.dropLast(OutputFile.suffix.count))) else { continue }
            // Opening it takes its lock, which a run that is under way has, and letting go of it removes it.
            _ = try? OutputFile(directory + "/" + name.dropLast(OutputFile.suffix.count), overwrites: true)
        }
    }

    private static func names(_ directory: String) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []).sorted()
    }

    /// Removes the oldest backups of this schedule. Files of other schedules, other machines and of the user's own stay.
    private func removeOld(_ schedule: borrowing BackupSchedule) -> [String] {
        let own = Self.names(schedule.directory).filter(BackupName.isScheduled).map { schedule.directory + "/" + $0 }
        var kept: [String] = []
        for path in own where isOwn(path, schedule) { kept.append(path) }
        let old = kept.dropLast(schedule.keep)
        return old.filter { unlink($0) == 0 }
    }

    private func isOwn(_ path: String, _ schedule: borrowing BackupSchedule) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            let reader = try? BackupReader(path)
        else { return false }
        return reader.isScheduled && reader.header.owner == schedule.owner
    }
}
