import Backup
import Foundation
import Glibc
import KeychainServices
import LinuxSupport
import Secrets

/// Making and removing the schedule of backups.
enum BackupScheduling {
    static func schedule(
        _ interval: BackupInterval, keep: Int, _ directory: String, _ secret: consuming BackupSecret
    ) throws {
        let units = try BackupUnits()
        try units.check()
        let root = try BackupInput.root()
        try makeDirectory(directory)
        let owned = secret
        let schedule = try ActivityIndicator.run(for: "deriving the key") { () throws(KeychainError) in
            try BackupSchedule(directory: directory, interval: interval, keep: keep, secret: owned)
        }
        try schedule.store(root)
        try units.write(interval)
        StandardStreams.complain(
            "a backup goes to \(UntrustedText.forTerminal(directory)) \(interval == .daily ? "every day" : "every week"); "
                + "the last \(keep) are kept\n")
        guard !units.enable() else {
            return StandardStreams.complain("the first one is made by: chatelaine backup --scheduled\n")
        }
        StandardStreams.complain(
            "systemd does not run for this user, so nothing starts it yet; give cron this line with “crontab -e”:\n"
                + "\(UntrustedText.forTerminal(units.crontabLine(interval)))\n")
    }

    private static func makeDirectory(_ path: String) throws {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        throw Failure(
            .failed, "the directory “\(path)” cannot be made: \(String(cString: strerror(errno)))",
            remedy: "make it, or choose another")
    }

    static func unschedule() throws {
        try BackupUnits().remove()
        let wasThere = try BackupSchedule.remove(.user())
        try StandardStreams.print(
            wasThere
                ? "no backups are made any more; those that were made stay, and open as before"
                : "there was no schedule of backups")
    }
}
