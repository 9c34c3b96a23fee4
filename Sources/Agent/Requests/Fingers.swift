import AgentProtocol
import Authentication
import Foundation
import KeychainServices
import PasswordVault
import Secrets

/// Vaults that a finger unlocks.
///
/// The window that asks says so itself, to the person in front of it: there is no prompt besides, and one finger is looked at for each
/// request, so that the window can say what became of it.
extension AgentServer {
    func prepareFinger(_ vault: VaultTarget, _ connection: Connection) throws(KeychainError) -> Work {
        guard vault.mayBeUnlockedByFinger else {
            throw KeychainError(
                .missingEntitlement, "a finger unlocks vaults in Chatelaine's own windows alone",
                remedy: "enter the master password")
        }
        // A person takes time.
        return Work("vault: unlock-by-finger", .ownThread) { [self] _ throws(KeychainError) in
            let fingers = vault.vaults.fingers
            try fingers.requireReady(vault.name)
            let enrolled = try showFinger(vault.program, connection)
            try vault().unlock(openingKey: fingers.key(of: vault.name, enrolled: enrolled))
            vault.vaults.grant(vault.name, to: vault.program, toProcessAlone: true)
            autoLock.start()
            return .done
        }
    }

    /// - Returns: which fingers are enrolled.
    private func showFinger(_ program: Program, _ connection: Connection) throws(KeychainError) -> Data {
        guard let equipment else { throw .unknownRequest }
        let cancellation = AuthenticationCancellation()
        let watch = HangUpWatch(connection) { cancellation.cancel(.appCancel) }
        defer { watch.end() }
        let passcode = CountedPasscode(server: self, program: program)
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
            noteFailedFinger()
            throw KeychainError(error)
        }
    }

    /// Whoever has shown five wrong fingers is not to go on with vaults, whatever they were shown for.
    func noteFailedFinger() {
        if equipment?.attempts.isLockedOut == true { vaults?.fingers.forgetAll() }
    }

    func prepare(
        _ change: WireVaultRequest.FingerUnlock, _ vault: VaultTarget, _ secret: UnsafeRawBufferPointer
    ) throws(KeychainError) -> Work {
        let name = "vault: finger-unlock"
        guard change.isAllowed else {
            return Work(name, .changes) { _ throws(KeychainError) in
                _ = try vault()
                try vault.vaults.fingers.allow(vault.name, false)
                return .done
            }
        }
        let password = SecretHolder(SecretBytes(copying: secret))
        return Work(name, .passcodes) { _ throws(KeychainError) in
            try vault.vaults.trying(vault.name) { (opened) throws(KeychainError) in
                // Somebody who finds the vault open is not to make a finger of theirs open it from now on.
                try opened.unlock(password.secret)
                try vault.vaults.fingers.allow(vault.name, true)
            }
            vault.vaults.grant(vault.name, to: vault.program, toProcessAlone: true)
            vault.vaults.keepForFinger(vault.name)
            return .done
        }
    }
}
