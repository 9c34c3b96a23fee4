import Backup
import GtkSupport
import KeychainServices

/// The line above the list that says that scheduled backups fail or are overdue; hidden while they do not, or there is no schedule.
@MainActor final class BackupLine {
    private let label: Label

    init(_ label: Label) { self.label = label }

    /// Looks at the scheduled backups again.
    func update() {
        Task { [label] in
            // An agent that serves the system has no scheduled backups, and then there is no schedule here.
            let warning = await offMain { () -> BackupWarning? in
                guard let root = try? KeychainRoot.user() else { return nil }
                return BackupWarning.current(root)
            }
            label.text = warning.map(Self.words) ?? ""
            label.isVisible = warning != nil
        }
    }

    private static func words(for warning: BackupWarning) -> String {
        switch warning {
        case .failed(let date, let reason):
            text(
                "The backup failed ({date}): {reason}. In a terminal, run: {command}",
                ["date": Dates.moment(date), "reason": reason, "command": "chatelaine backup --scheduled"])
        case .overdue(let last?):
            text(
                "The last backup was made {date}. In a terminal, run: {command}",
                ["date": Dates.moment(last), "command": "chatelaine backup --scheduled"])
        case .overdue(nil):
            text(
                "No scheduled backup was made yet. In a terminal, run: {command}",
                ["command": "chatelaine backup --scheduled"])
        case .unreadable(let reason):
            text(
                "The backups cannot be checked: {reason}. In a terminal, run: {command}",
                ["reason": reason, "command": "chatelaine status"])
        }
    }
}
