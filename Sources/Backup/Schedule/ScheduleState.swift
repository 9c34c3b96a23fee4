import Foundation
import Glibc
import KeychainServices
import Secrets

/// The results of the last runs of a schedule. Nothing in it is secret.
package struct ScheduleState: Codable, Hashable, Sendable {
    /// The time and the file of the last backup that was made, in seconds since 1970; nil if there is none.
    package var succeeded: Int64?
    package var file: String?
    /// The time and the reason of a failure since then; nil if there is none.
    package var failed: Int64?
    package var failure: String?

    init() {}

    private static func path(_ root: KeychainRoot) -> String { root.path + "/backup-state.json" }

    static func load(_ root: KeychainRoot) -> ScheduleState {
        guard let contents = try? OwnSmallFile.read(path(root), limit: 64 << 10) else { return ScheduleState() }
        let data = contents.withUnsafeBytes { Data($0) }
        return (try? JSONDecoder().decode(ScheduleState.self, from: data)) ?? ScheduleState()
    }

    func store(_ root: KeychainRoot) throws(KeychainError) {
        guard let json = try? JSONEncoder().encode(self) else { return }
        try OwnSmallFile.write(SecretBytes(copying: json), Self.path(root))
    }

    static func remove(_ root: KeychainRoot) { unlink(path(root)) }
}

/// The state of the scheduled backups of a root.
package struct ScheduleStatus: Sendable {
    package let directory: String
    package let interval: BackupInterval
    package let keep: Int
    package let state: ScheduleState
    /// Whether the last backup, or the schedule if there is none, is older than the interval allows.
    package let isOverdue: Bool

    /// Whether there is something that the user should know.
    package var isWrong: Bool { isOverdue || state.failure != nil }

    /// Reads the state; nil if there is no schedule.
    ///
    /// - Throws: `.notAvailable` if the schedule is damaged.
    package init?(_ root: KeychainRoot, now: Date = Date()) throws(KeychainError) {
        guard let schedule = try BackupSchedule.load(root) else { return nil }
        (directory, interval, keep) = (schedule.directory, schedule.interval, schedule.keep)
        state = ScheduleState.load(root)
        let last = state.succeeded.map { Date(timeIntervalSince1970: Double($0)) } ?? schedule.made
        isOverdue = now.timeIntervalSince(last) > schedule.interval.overdueAfter
    }
}
