import AgentProtocol
import KeychainServices

/// Decides which programs may do what with a vault.
///
/// The command line does everything. Any other program may only look and edit, once a person has allowed it for the vault; an app that
/// wants one login has the extension API.
struct VaultAccess {
    let policy: PolicyKeeper?
    let checker: PasscodeChecker

    /// Checks a request.
    ///
    /// - Returns: the name that a person has to be asked about first, or `nil`.
    /// - Throws: `.missingEntitlement` if the program may not do it.
    func consentGroup(
        for operation: WireVaultRequest.OneOf_Operation, on vault: VaultTarget
    ) throws(KeychainError) -> String? {
        let program = vault.program
        guard !program.servesVaults else {
            if operation.takesGrant { try vault.requireGrant() }
            return nil
        }
        guard operation.isForEveryProgram else { throw .onlyTheCommandLine }
        let group = GroupAccess.vaultPrefix + vault.name
        let access = policy?.document.answeredAccess(of: program.subject, to: group, session: program.session)
        guard access != .deny else {
            throw KeychainError(.missingEntitlement, "the program may not use the vault “\(vault.name)”")
        }
        guard access == .ask else { return nil }
        // A yes that takes nothing every program can give itself: by the command line.
        guard try checker.isPasscodeSet else { throw .nobodyCanAllow(vault.name) }
        return group
    }
}

extension WireVaultRequest.OneOf_Operation {
    /// Whether the command line may do it only after the master password was entered.
    fileprivate var takesGrant: Bool {
        switch self {
        case .names, .create, .unlock, .lock, .state, .changePassword, .recover, .unlockByFinger, .fingerUnlock: false
        // Deleting without a copy takes a grant or the passcode: ``VaultNameRequests``.
        case .delete, .undelete, .deleted: false
        case .search, .count, .tags, .item, .save, .duplicate, .mark, .emptyTrash, .move, .attach, .attachment,
            .makeRecoveryKey, .rename, .arrivingFile, .arrivingItems, .addServiceAccount:
            true
        }
    }

    /// Whether a program that a person has allowed may do it, and not the command line alone.
    fileprivate var isForEveryProgram: Bool {
        switch self {
        case .state, .search, .count, .tags, .item, .save, .duplicate, .mark, .attach, .attachment, .lock: true
        case .names, .create, .unlock, .emptyTrash, .move, .changePassword, .makeRecoveryKey, .recover: false
        case .unlockByFinger, .fingerUnlock, .rename, .delete, .undelete, .deleted, .addServiceAccount: false
        case .arrivingFile, .arrivingItems: false
        }
    }
}

extension KeychainError {
    fileprivate static func nobodyCanAllow(_ vault: String) -> KeychainError {
        KeychainError(
            .missingEntitlement,
            "while the keychain has no passcode, no program can be allowed to use the vault “\(vault)”",
            remedy: "set one: chatelaine passcode set")
    }
}
