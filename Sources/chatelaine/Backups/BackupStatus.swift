import Backup
import Foundation
import KeychainServices
import LinuxSupport

/// The scheduled backups, as `status` shows them.
struct BackupStatus {
    private let schedule: ScheduleStatus?
    /// The reason for which the schedule cannot be read.
    private let problem: String?

    /// `nil` if there is no schedule.
    init?(_ root: KeychainRoot) {
        do throws(KeychainError) {
            guard let found = try ScheduleStatus(root) else { return nil }
            (schedule, problem) = (found, nil)
        } catch {
            (schedule, problem) = (nil, error.reason)
        }
    }

    /// The rows for people.
    var lines: [(String, String)] {
        guard let schedule else { return [("backups", UntrustedText.forTerminal(problem ?? ""))] }
        let last = schedule.state.succeeded.map { "the last one \(Self.text($0))" } ?? "none was made yet"
        var lines = [
            (
                "backups",
                "\(schedule.interval.rawValue) to \(UntrustedText.forTerminal(schedule.directory)), \(schedule.keep) are kept; \(last)"
            )
        ]
        if let failure = schedule.state.failure, let failed = schedule.state.failed {
            lines.append(("backup failed", "\(Self.text(failed)): \(UntrustedText.forTerminal(failure))"))
        }
        if schedule.isOverdue { lines.append(("backup overdue", "make one with: chatelaine backup --scheduled")) }
        return lines
    }

    /// The value for programs.
    var object: JSONText {
        guard let schedule else { return .object([("problem", JSONText(problem))]) }
        return .object([
            ("directory", .string(schedule.directory)), ("interval", .string(schedule.interval.rawValue)),
            ("keep", .number(schedule.keep)), ("last", JSONText(schedule.state.succeeded.map(Self.text))),
            ("file", JSONText(schedule.state.file)), ("failed", JSONText(schedule.state.failed.map(Self.text))),
            ("failure", JSONText(schedule.state.failure)), ("overdue", .bool(schedule.isOverdue)),
        ])
    }

    private static func text(_ seconds: Int64) -> String {
        DateText.text(Date(timeIntervalSince1970: Double(seconds)))
    }
}
