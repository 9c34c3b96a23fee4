import AgentProtocol
import Authentication
import Foundation
import KeychainServices
import PasswordVault

/// Serves requests to unlock a vault by a finger.
///
/// The window that sends the request tells the person in front of it so: there is no other prompt, and one finger is looked at for
/// each request, so that the window can show the result.
struct FingerRequests {
    let equipment: AuthenticationEquipment
    let fingers: FingerUnlocks
    let checker: PasscodeChecker
    let queues: WorkQueues
    let autoLock: AutoLock

    func unlockVault(_ vault: VaultTarget, for caller: Caller) throws(KeychainError) -> Work {
        if let reason = vault.program.reasonAgainstWindow {
            throw KeychainError(
                .missingEntitlement,
                "“\(vault.program.path)” is not secured, and unlocks no vault by a finger: \(reason)",
                remedy: "enter the master password; to mark it, as root: chatelaine agent install --system")
        }
        guard vault.mayBeUnlockedByFinger else {
            throw KeychainError(
                .missingEntitlement, "a finger unlocks vaults in Chatelaine's own windows alone",
                remedy: "enter the master password")
        }
        let epoch = try vault().lockEpoch
        // A person takes time.
        return Work(.ownThread) { [self, socket = caller.socket] _ throws(KeychainError) in
            try fingers.requireReady(vault.name)
            let enrolled = try readFinger(for: vault.program, on: socket)
            try vault().unlock(openingKey: fingers.key(of: vault.name, enrolled: enrolled), since: epoch)
            vault.vaults.grant(vault.name, to: vault.program, toProcessAlone: true, since: epoch)
            autoLock.start()
            return .done
        }
    }

    /// Waits for a finger that matches.
    ///
    /// - Returns: the hash of the enrolled fingers.
    private func readFinger(for program: Program, on socket: ClientSocket) throws(KeychainError) -> Data {
        let cancellation = AuthenticationCancellation()
        let watch = HangUpWatch(socket) { cancellation.cancel(.appCancel) }
        defer { watch.end() }
        let passcode = CountedPasscode(checker: checker, queues: queues, program: program) { program.passcodeSource }
        let evaluation = Evaluation(
            equipment, passcode: KeychainPasscodeCheck(passcode), prompter: nil, program: program.process,
            maximumMismatches: 1)
        let request = AuthenticationRequest(
            requirement: AuthenticationRequirement(.biometry), presentation: AuthenticationPresentation(reason: ""),
            passcode: passcode, cancellation: cancellation)
        do throws(AuthenticationError) {
            guard let enrolled = try evaluation.run(request).biometry else { throw .lockedOut }
            return enrolled
        } catch {
            fingers.forgetAllIfLockedOut()
            throw KeychainError(error)
        }
    }

    /// Returns the work that sets whether a finger unlocks a vault.
    ///
    /// - Parameter secret: the master password, if it is to be allowed.
    func allowFinger(
        for vault: VaultTarget, _ change: WireVaultRequest.FingerUnlock, _ secret: UnsafeRawBufferPointer
    ) throws(KeychainError) -> Work {
        try VaultPasswordRequests.check(secret)
        guard change.isAllowed else {
            return Work(.writes) { _ throws(KeychainError) in
                _ = try vault()
                try vault.vaults.fingers.allow(vault.name, false)
                return .done
            }
        }
        let password = SecretHolder(copying: secret)
        let epoch = try vault().lockEpoch
        return Work(.vaultPasswords) { _ throws(KeychainError) in
            try vault.vaults.trying(vault.name, from: vault.program.passcodeSource) { (opened) throws(KeychainError) in
                // A person who finds the vault open must not be able to have their own finger open it from now on.
                try opened.unlock(password.secret, since: epoch)
                try vault.vaults.fingers.allow(vault.name, true)
            }
            vault.vaults.grant(vault.name, to: vault.program, toProcessAlone: true, since: epoch)
            vault.vaults.keepForFinger(vault.name)
            return .done
        }
    }
}
