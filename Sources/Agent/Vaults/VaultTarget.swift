import AgentProtocol
import KeychainServices
import PasswordVault

/// The vault that a request names, and the program that sent the request.
struct VaultTarget: Sendable {
    let vaults: VaultKeeper
    let name: String
    let program: Program
    let sheets: SheetQueue

    /// Returns the vault.
    ///
    /// - Throws: `.itemNotFound` if there is none of that name.
    func callAsFunction() throws(KeychainError) -> Vault { try vaults.vault(name) }

    /// Returns another vault for the same program.
    func other(_ name: String) -> VaultTarget {
        VaultTarget(vaults: vaults, name: name, program: program, sheets: sheets)
    }

    /// Whether the program may use the vault without its master password while it is unlocked.
    ///
    /// Programs of others get what they get by the answer of a person. A window that shows a sheet gives a program what was saved for a
    /// site that this program has had before, and for all else it asks for the presence of the user (Docs/decisions/0051).
    var isGranted: Bool { !program.servesVaults || vaults.isGranted(name, to: program) || showsSheet }

    /// Whether the program is one of our own windows: they alone tell the person for what a finger is wanted.
    var mayBeUnlockedByFinger: Bool { showsSheet || program.role == .vaultWindow && program.isTrustedWindow }

    /// Whether the program is the window that shows a sheet now, and no other program controls it, as far as that can be known.
    private var showsSheet: Bool {
        program.role == .sheetWindow && program.isTrustedWindow && sheets.isShown(by: program)
    }

    /// The result that a finger would have now, in those windows.
    var fingerUnlock: WireVaultReply.State.FingerUnlock {
        guard program.servesVaults, vaults.fingers.isAllowed(name) else { return .notAllowed }
        return vaults.fingers.isReady(name) && program.reasonAgainstWindow == nil ? .ready : .needsPassword
    }

    /// - Throws: `.interactionNotAllowed` if the master password has to be entered first.
    func requireGrant() throws(KeychainError) {
        guard !isGranted else { return }
        let reason = program.reasonAgainstWindow.map { ", because “\(program.path)” is not secured: \($0)" } ?? ""
        throw KeychainError(
            .interactionNotAllowed, "the vault “\(name)” takes its master password here\(reason)",
            remedy: "unlock it in this terminal: chatelaine vault unlock")
    }
}
