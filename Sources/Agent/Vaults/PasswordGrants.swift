import AccessPolicy
import KeychainServices

/// Where somebody has entered the master password of a vault: there the command line may use it, for a while.
///
/// An unlocked vault alone is not enough. Every program of the user's can run the command line, and would have all of the vault.
struct PasswordGrants {
    /// Of those that run without a terminal, the latest so many.
    private static let mostProcesses = 64

    private var terminals: [TerminalGrant.Terminal: TerminalGrant] = [:]
    private var processes: [String] = []

    /// - Parameters:
    ///   - toProcessAlone: whether it was entered somewhere else than in the program's terminal.
    ///   - now: `CLOCK_BOOTTIME` in seconds.
    mutating func grant(_ program: Program, toProcessAlone: Bool, now: Double) {
        if !toProcessAlone, let terminal = program.terminal, let grant = TerminalGrant(terminal, now: now) {
            terminals = terminals.filter { $0.value.isValid(for: $0.key, now: now) }
            terminals[terminal] = grant
        } else {
            processes.removeAll { $0 == program.process }
            processes.append(program.process)
            processes.removeFirst(max(0, processes.count - Self.mostProcesses))
        }
    }

    /// Whether it was entered in the program's terminal, or by the process itself if it has none. Counts as a use.
    mutating func allows(_ program: Program, now: Double) -> Bool {
        if processes.contains(program.process) { return true }
        guard let terminal = program.terminal else { return false }
        terminals[terminal] = terminals[terminal]?.touched(now: now)
        return terminals[terminal] != nil
    }
}
