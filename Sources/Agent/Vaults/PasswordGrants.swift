import AccessPolicy
import KeychainServices

/// The terminals and processes in which the master password of a vault was entered: there the command line may use it for a time.
///
/// An unlocked vault alone is not enough: every program of the user can run the command line, and would have all of the vault.
struct PasswordGrants {
    /// The most processes without a terminal; the latest count.
    private static let mostProcesses = 64

    private var terminals: [TerminalGrant.Terminal: TerminalGrant] = [:]
    private var processes: [String] = []

    /// - Parameters:
    ///   - toProcessAlone: whether it was not entered in the program's terminal.
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
