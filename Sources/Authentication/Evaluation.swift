import Dispatch
import Foundation
import KeyManagement
import KeychainServices
import Secrets

/// The means of authentication, shared by all programs of a user.
package struct AuthenticationEquipment: Sendable {
    package let reader: any BiometricReader
    package let attempts: BiometryAttempts
    package let readerQueue: ReaderQueue

    package init(reader: any BiometricReader, attempts: BiometryAttempts = BiometryAttempts()) {
        self.reader = reader
        self.attempts = attempts
        readerQueue = ReaderQueue()
    }

    /// Returns the state of biometry, without interaction with the user.
    ///
    /// - Parameter needsPasscodeFirst: whether the passcode has not been entered since the system was started.
    package func biometry(needsPasscodeFirst: Bool = false) -> Biometry {
        switch reader.state() {
        case .ready(let set): attempts.isLockedOut || needsPasscodeFirst ? .lockedOut(set) : .enrolled(set)
        case .notEnrolled: .notEnrolled
        case .unavailable(let error): .notAvailable(error)
        }
    }
}

/// One authentication of the user, from the first prompt to the answer. Blocks the calling thread.
///
/// Specified in: keychain-services 4.4, 4.5, 10.2, 10.3; Docs/authentication.md.
package struct Evaluation: Sendable {
    let equipment: AuthenticationEquipment
    let passcode: any PasscodeCheck
    /// The passcode that opens items which need the keychain's passcode, even if another one counts otherwise.
    let keychainPasscode: any PasscodeCheck
    /// Confirms that the owner is present, in place of the passcode; `nil` if the passcode itself is asked for.
    let owner: (any OwnerCheck)?
    let prompter: (any Prompter)?
    /// The program that asks: a match may be accepted again for the same program for a limited time.
    let program: String
    /// Whether the passcode has not been entered since the system was started.
    let needsPasscodeFirst: Bool
    let timeout: DispatchTimeInterval
    /// The number of mismatched fingers that end the prompt.
    let maximumMismatches: Int

    /// - Parameters:
    ///   - timeout: the time limit for the user; tests have shorter times.
    ///   - maximumMismatches: the number of mismatches after which the evaluation fails.
    package init(
        _ equipment: AuthenticationEquipment, passcode: any PasscodeCheck,
        keychainPasscode: (any PasscodeCheck)? = nil, owner: (any OwnerCheck)? = nil,
        prompter: (any Prompter)?, program: String, needsPasscodeFirst: Bool = false,
        timeout: DispatchTimeInterval = .seconds(Evaluation.defaultTimeout),
        maximumMismatches: Int = BiometryAttempts.promptLimit
    ) {
        self.equipment = equipment
        self.passcode = passcode
        self.keychainPasscode = keychainPasscode ?? passcode
        self.owner = owner
        self.prompter = prompter
        self.program = program
        self.needsPasscodeFirst = needsPasscodeFirst
        self.timeout = timeout
        self.maximumMismatches = maximumMismatches
    }

    /// The time limit for the user in seconds.
    package static let defaultTimeout = 60

    /// - Returns: a proof of everything that the request requires.
    package func run(_ request: AuthenticationRequest) throws(AuthenticationError) -> AuthenticationProof {
        let session = PromptSession(request, prompter, timeout: timeout)
        defer { session.close() }
        let requirement = request.requirement
        var proof = AuthenticationProof()
        var needed = requirement.factors
        if needed.contains(.companion) {
            needed.remove(.companion)
            guard requirement.isOneEnough, !needed.isEmpty else { throw .noCompanion }
        }
        if requirement.isOneEnough, needed == [.biometry, .passcode] {
            proof.add(try either(session, requirement))
        } else {
            if needed.contains(.biometry) { proof.biometry = try finger(session, requirement) }
            if needed.contains(.passcode) {
                let isOwn = requirement.needsKeychainPasscode
                proof.add(try secretPasscode(session, isOwn ? keychainPasscode : passcode))
            }
        }
        if requirement.needsApplicationPassword {
            proof.applicationPassword = try applicationPassword(
                session, isNew: requirement.choosesApplicationPassword)
        }
        return proof
    }

    // MARK: - Either

    /// Asks for a finger if biometry is available, and otherwise or afterwards for the passcode.
    private func either(
        _ session: PromptSession, _ requirement: AuthenticationRequirement
    ) throws(AuthenticationError) -> AuthenticationProof {
        var proof = AuthenticationProof()
        if case .enrolled(let set) = equipment.biometry(needsPasscodeFirst: needsPasscodeFirst),
            requirement.enrolledSet ?? set == set
        {
            do throws(AuthenticationError) {
                let hasFallback = owner != nil ? true : try passcode.isSet()
                proof.biometry = try finger(session, requirement, fallback: hasFallback ? .always : .never)
                return proof
            } catch {
                switch error.code {
                // The user prefers to type, the reader is not available, or no finger matches.
                case .userFallback, .authenticationFailed, .biometryLockout, .biometryNotAvailable,
                    .biometryNotEnrolled, .biometryDisconnected:
                    session.note = error.code == .userFallback ? nil : error.reason
                default: throw error
                }
            }
        }
        return try passcodeProof(session)
    }

    private func passcodeProof(_ session: PromptSession) throws(AuthenticationError) -> AuthenticationProof {
        guard let owner else { return try secretPasscode(session, passcode) }
        session.close()
        try owner.confirm(session.request.presentation, session.request.cancellation)
        equipment.attempts.passcodeWasRight()
        var proof = AuthenticationProof()
        proof.hasShownPasscode = true
        return proof
    }

    // MARK: - Secrets

    /// The maximum number of wrong passcodes in one prompt.
    private static let maximumPasscodes = 3

    private func secretPasscode(
        _ session: PromptSession, _ passcode: any PasscodeCheck
    ) throws(AuthenticationError) -> AuthenticationProof {
        guard try passcode.isSet() else {
            throw AuthenticationError(
                .passcodeNotSet, "no passcode is set", remedy: "set one with: chatelaine passcode set")
        }
        var prompt = Prompt(passcode.kind, session.request.presentation)
        prompt.message = session.note
        for attempt in 1...Self.maximumPasscodes {
            let (typed, outcome) = try session.askForSecret(prompt)
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
                guard error.code == .authenticationFailed, attempt < Self.maximumPasscodes else { throw error }
                prompt.message = [error.reason, error.remedy].compactMap { $0 }.joined(separator: "; ")
            }
        }
        throw AuthenticationError(.authenticationFailed, "that is not the passcode")
    }

    private func applicationPassword(
        _ session: PromptSession, isNew: Bool
    ) throws(AuthenticationError) -> ApplicationPassword {
        let (typed, outcome) = try session.askForSecret(
            Prompt(.applicationPassword(isNew: isNew), session.request.presentation))
        // Opening the item shows whether the password is right.
        outcome(nil)
        return ApplicationPassword(typed.bytes.copy())
    }
}

extension AuthenticationError {
    fileprivate static var noCompanion: AuthenticationError {
        AuthenticationError(.companionNotAvailable, "a paired device is required, and this system has none")
    }
}
