import Foundation
import KeychainServices

/// The reason for which the user should look at the scheduled backups.
public enum BackupWarning: Hashable, Sendable {
    /// The last run failed at a time, for a reason in English.
    case failed(at: Date, reason: String)
    /// No backup was made for too long; the time of the last one, `nil` if there is none.
    case overdue(last: Date?)
    /// The schedule cannot be read, for a reason in English.
    case unreadable(reason: String)

    /// Returns what is wrong with the scheduled backups of a directory.
    ///
    /// - Parameters:
    ///   - root: the directory of the keychains.
    ///   - now: the time that counts for what is overdue.
    /// - Returns: `nil` if nothing is wrong, or if there is no schedule.
    public static func current(_ root: KeychainRoot, now: Date = Date()) -> BackupWarning? {
        do throws(KeychainError) {
            guard let status = try ScheduleStatus(root, now: now) else { return nil }
            if let failure = status.state.failure, let failed = status.state.failed {
                return .failed(at: Date(timeIntervalSince1970: Double(failed)), reason: failure)
            }
            guard status.isOverdue else { return nil }
            return .overdue(last: status.state.succeeded.map { Date(timeIntervalSince1970: Double($0)) })
        } catch { return .unreadable(reason: error.reason) }
    }
}
