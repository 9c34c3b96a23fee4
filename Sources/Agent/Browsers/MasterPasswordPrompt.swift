import AccessPolicy
import Authentication
import Foundation
import KeyManagement
import KeychainServices
import PasswordVault
import Secrets

/// Asks the user for the master password of a vault, or for a finger that opens it, on behalf of a browser.
struct MasterPasswordPrompt: Sendable {
    let vaults: VaultKeeper
    let equipment: AuthenticationEquipment
    let fingers: FingerUnlocks
    let questions: Questions
    let checker: PasscodeChecker
    let queues: WorkQueues
    let autoLock: AutoLock

    /// Unlocks a vault by a proof of the user, whether it is locked or not.
    ///
    /// - Parameters:
    ///   - reason: for the prompt.
    ///   - browser: the program that the prompt names.
    ///   - socket: the connection of the native host: if it goes, so does the prompt.
    /// - Returns: the state of locking in which the user was asked.
    func unlock(
        _ name: String, for reason: String, _ browser: Program, on socket: ClientSocket
    ) throws -> LockEpoch {
        guard questions.hasPrompter else { throw BrowserRefusal.noPrompter }
        guard questions.mayPrompt(browser) else { throw BrowserRefusal.tooOften }
        let vault = try vaults.vault(name)
        let epoch = vault.lockEpoch
        let cancellation = AuthenticationCancellation()
        let watch = HangUpWatch(socket) { cancellation.cancel(.systemCancel) }
        defer { watch.end() }
        let prompter = QuestionPrompter(questions: questions, program: browser)
        let passcode = CountedPasscode(checker: checker, queues: queues, program: browser) { browser.asProgram }
        let check = MasterPasswordCheck(
            vaults: vaults, queues: queues, name: name, epoch: epoch,
            source: { prompter.answeredFrom ?? browser.asProgram })
        let evaluation = Evaluation(equipment, passcode: check, prompter: prompter, program: browser.process)
        let isReady = fingers.isReady(name)
        let request = AuthenticationRequest(
            requirement: AuthenticationRequirement(isReady ? [.biometry, .passcode] : .passcode, isOneEnough: isReady),
            presentation: AuthenticationPresentation(reason: reason, fallbackTitle: "Use Master Password"),
            passcode: passcode, cancellation: cancellation)
        do throws(AuthenticationError) {
            let proof = try evaluation.run(request)
            questions.prompted(browser, granted: true)
            guard let enrolled = proof.biometry else {
                autoLock.start()
                return epoch
            }
            try unlock(vault, enrolled, epoch)
        } catch {
            fingers.forgetAllIfLockedOut()
            if error.code != .notInteractive, prompter.hasAsked { questions.prompted(browser, granted: false) }
            throw BrowserRefusal(.proofRefused, error.reason, remedy: error.remedy ?? "try again")
        }
        autoLock.start()
        return epoch
    }

    private func unlock(_ vault: Vault, _ enrolled: Data, _ epoch: LockEpoch) throws(AuthenticationError) {
        do throws(KeychainError) {
            try vault.unlock(openingKey: fingers.key(of: vault.name, enrolled: enrolled), since: epoch)
        } catch {
            throw AuthenticationError(.authenticationFailed, error.reason, remedy: error.remedy)
        }
    }
}

/// The master password of a vault as the passcode of a prompt. Wrong ones are counted as everywhere else.
private struct MasterPasswordCheck: PasscodeCheck {
    let vaults: VaultKeeper
    let queues: WorkQueues
    let name: String
    let epoch: LockEpoch
    /// The place that the password comes from, when it has come.
    let source: @Sendable () -> PasscodeSource

    var kind: Prompt.Kind { .masterPassword }

    func isSet() throws(AuthenticationError) -> Bool { true }

    func prove(_ typed: borrowing SecretBytes) throws(AuthenticationError) -> [Int64: OpeningKey] {
        let password = SecretHolder(typed.copy())
        let source = source()
        let result = queues.derivedForVault(from: source) {
            Result { () throws(KeychainError) in
                try vaults.trying(name, from: source) { (vault) throws(KeychainError) in
                    try vault.unlock(password.secret, since: epoch)
                }
                vaults.keepForFinger(name)
            }
        }
        do throws(KeychainError) {
            try result.get()
            return [:]
        } catch {
            guard error.code == .authenticationFailed else { throw AuthenticationError(error) }
            throw AuthenticationError(
                .authenticationFailed, error.reason, remedy: error.passcodeWasNotChecked ? error.remedy : nil)
        }
    }
}

extension BrowserRefusal {
    static let tooOften = BrowserRefusal(
        .proofRefused, "this browser has asked in vain too often", remedy: "wait ten minutes, then try again")
}
