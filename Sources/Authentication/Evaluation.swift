import Dispatch
import Foundation
import KeyManagement
import KeychainServices
import Secrets

/// With what somebody is authenticated, for all programs of a user.
package struct AuthenticationEquipment: Sendable {
    package let reader: any BiometricReader
    package let attempts: BiometryAttempts
    package let turn: ReaderTurn

    package init(reader: any BiometricReader, attempts: BiometryAttempts = BiometryAttempts()) {
        self.reader = reader
        self.attempts = attempts
        turn = ReaderTurn()
    }

    /// What there is, without asking anybody.
    ///
    /// - Parameter needsPasscodeFirst: whether the passcode has not been entered since the machine has started.
    package func biometry(needsPasscodeFirst: Bool = false) -> Biometry {
        switch reader.state() {
        case .ready(let set): attempts.isLockedOut || needsPasscodeFirst ? .lockedOut(set) : .enrolled(set)
        case .notEnrolled: .notEnrolled
        case .unavailable(let error): .notAvailable(error)
        }
    }
}

/// One question to a person, from the first prompt to the answer. Blocks the thread that asks.
///
/// Specified in: keychain-services 4.4, 4.5, 10.2, 10.3; Docs/authentication.md.
package struct Evaluation: Sendable {
    let equipment: AuthenticationEquipment
    let passcode: any PasscodeCheck
    /// What opens items that take a passcode, whatever counts as one elsewhere.
    let keychainPasscode: any PasscodeCheck
    /// Confirms that the owner is there, where a passcode would; nil where the passcode itself is asked for.
    let owner: (any OwnerCheck)?
    let prompter: (any Prompter)?
    /// For whom: a match may be good for the same program a while.
    let program: String
    /// Whether the passcode has not been entered since the machine has started.
    let needsPasscodeFirst: Bool
    let patience: DispatchTimeInterval
    /// Fingers that may be wrong.
    let mostFingers: Int

    /// - Parameters:
    ///   - patience: how long a person has; tests have shorter times.
    ///   - mostFingers: how many may be wrong before it has failed.
    package init(
        _ equipment: AuthenticationEquipment, passcode: any PasscodeCheck,
        keychainPasscode: (any PasscodeCheck)? = nil, owner: (any OwnerCheck)? = nil,
        prompter: (any Prompter)?, program: String, needsPasscodeFirst: Bool = false,
        patience: DispatchTimeInterval = .seconds(Evaluation.patience), mostFingers: Int = BiometryAttempts.mostInPrompt
    ) {
        self.equipment = equipment
        self.passcode = passcode
        self.keychainPasscode = keychainPasscode ?? passcode
        self.owner = owner
        self.prompter = prompter
        self.program = program
        self.needsPasscodeFirst = needsPasscodeFirst
        self.patience = patience
        self.mostFingers = mostFingers
    }

    /// Seconds that a person has.
    package static let patience = 60

    /// - Returns: what was shown: all that the request requires.
    package func run(_ request: AuthenticationRequest) throws(AuthenticationError) -> AuthenticationProof {
        let dialogue = Dialogue(request, prompter, patience: patience)
        defer { dialogue.close() }
        let requirement = request.requirement
        var proof = AuthenticationProof()
        var needed = requirement.means
        if needed.contains(.companion) {
            needed.remove(.companion)
            guard requirement.isOneEnough, !needed.isEmpty else { throw .noCompanion }
        }
        if requirement.isOneEnough, needed == [.biometry, .passcode] {
            proof.add(try either(dialogue, requirement))
        } else {
            if needed.contains(.biometry) { proof.biometry = try finger(dialogue, requirement) }
            if needed.contains(.passcode) {
                let isOwn = requirement.needsKeychainPasscode
                proof.add(try secretPasscode(dialogue, isOwn ? keychainPasscode : passcode))
            }
        }
        if requirement.needsApplicationPassword {
            proof.applicationPassword = try applicationPassword(
                dialogue, isNew: requirement.choosesApplicationPassword)
        }
        return proof
    }

    // MARK: - Either

    /// A finger where one can be shown, else or after that the passcode.
    private func either(
        _ dialogue: Dialogue, _ requirement: AuthenticationRequirement
    ) throws(AuthenticationError) -> AuthenticationProof {
        var proof = AuthenticationProof()
        if case .enrolled(let set) = equipment.biometry(needsPasscodeFirst: needsPasscodeFirst),
            requirement.enrolledSet ?? set == set
        {
            do throws(AuthenticationError) {
                let hasFallback = owner != nil ? true : try passcode.isSet()
                proof.biometry = try finger(dialogue, requirement, fallback: hasFallback ? .always : .never)
                return proof
            } catch {
                switch error.code {
                // Somebody would rather type; or the reader is not to be had, or no finger fits.
                case .userFallback, .authenticationFailed, .biometryLockout, .biometryNotAvailable,
                    .biometryNotEnrolled, .biometryDisconnected:
                    dialogue.note = error.code == .userFallback ? nil : error.reason
                default: throw error
                }
            }
        }
        return try passcodeProof(dialogue)
    }

    private func passcodeProof(_ dialogue: Dialogue) throws(AuthenticationError) -> AuthenticationProof {
        guard let owner else { return try secretPasscode(dialogue, passcode) }
        dialogue.close()
        try owner.confirm(dialogue.request.presentation, dialogue.request.cancellation)
        equipment.attempts.passcodeWasRight()
        var proof = AuthenticationProof()
        proof.hasShownPasscode = true
        return proof
    }

    // MARK: - Secrets

    /// How often a wrong passcode may be typed in one prompt.
    private static let mostPasscodes = 3

    private func secretPasscode(
        _ dialogue: Dialogue, _ passcode: any PasscodeCheck
    ) throws(AuthenticationError) -> AuthenticationProof {
        guard try passcode.isSet() else {
            throw AuthenticationError(
                .passcodeNotSet, "there is no passcode", remedy: "set one with: chatelaine passcode set")
        }
        var prompt = Prompt(passcode.kind, dialogue.request.presentation)
        prompt.message = dialogue.note
        for attempt in 1...Self.mostPasscodes {
            let (typed, outcome) = try dialogue.askForSecret(prompt)
            do throws(AuthenticationError) {
                let keys = try passcode.prove(typed.bytes)
                outcome(nil)
                equipment.attempts.passcodeWasRight()
                var proof = AuthenticationProof()
                proof.hasShownPasscode = true
                proof.openingKeys = keys
                return proof
            } catch {
                outcome(error)
                guard error.code == .authenticationFailed, attempt < Self.mostPasscodes else { throw error }
                prompt.message = [error.reason, error.remedy].compactMap { $0 }.joined(separator: "; ")
            }
        }
        throw AuthenticationError(.authenticationFailed, "that is not the passcode")
    }

    private func applicationPassword(
        _ dialogue: Dialogue, isNew: Bool
    ) throws(AuthenticationError) -> ApplicationPassword {
        let (typed, outcome) = try dialogue.askForSecret(
            Prompt(.applicationPassword(isNew: isNew), dialogue.request.presentation))
        // Whether it is the right one shows when the item is opened.
        outcome(nil)
        return ApplicationPassword(typed.bytes.copy())
    }
}

extension AuthenticationError {
    fileprivate static var noCompanion: AuthenticationError {
        AuthenticationError(.companionNotAvailable, "it takes a paired device, and none is known on this system")
    }
}
