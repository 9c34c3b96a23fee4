import Authentication
import AuthenticationTesting
import Foundation
import KeychainServices
import Testing

/// What the policies ask for, and what becomes of the answers (keychain-services 10.1 to 10.3).
@Suite struct PolicyTests {
    // MARK: - A finger alone

    @Test func aFingerIsEnoughForEitherPolicy() throws {
        for policy in [AuthenticationPolicy.biometrics, .deviceOwner, .biometricsOrCompanion] {
            let prompter = ScriptedPrompter()
            let proof = try Person(ScriptedReader(.matches)).show(policy, prompter)
            #expect(proof.biometry == ScriptedReader.enrolled && !proof.hasShownPasscode)
            #expect(prompter.kinds == [.finger] && !prompter.isOpen)
            #expect(proof.satisfies(policy.requirement))
        }
    }

    /// A finger is not typed, so it cannot be spied on: it needs no visible prompt.
    @Test func fingerNeedsNoVisiblePrompt() throws {
        for prompter in [nil, ScriptedPrompter(isThere: false)] {
            let person = Person(ScriptedReader(.mismatches, .matches))
            #expect(try person.show(.biometrics, prompter).biometry == ScriptedReader.enrolled)
        }
    }

    @Test func aPasscodeIsAskedForWhereItIsSeenOnly() {
        for prompter in [nil, ScriptedPrompter(isThere: false)] {
            let person = Person(ScriptedReader(enrolled: .notEnrolled))
            #expect(throws: failure(.notInteractive)) { try person.show(.deviceOwner, prompter) }
            #expect(person.passcode.attempts == 0)
        }
    }

    @Test func failedFingerIsNotFollowedByAnInvisiblePrompt() {
        let person = Person(ScriptedReader(.mismatches, .mismatches, .mismatches))
        #expect(throws: failure(.notInteractive)) { try person.show(.deviceOwner, nil) }
    }

    @Test(
        arguments: [
            (.notEnrolled, .biometryNotEnrolled),
            (.unavailable(AuthenticationError(.biometryNotAvailable, "none")), .biometryNotAvailable),
            (.unavailable(AuthenticationError(.biometryDisconnected, "pulled")), .biometryDisconnected),
        ] as [(ReaderState, AuthenticationError.Code)])
    func withoutAFingerThereIsThePasscode(state: ReaderState, code: AuthenticationError.Code) throws {
        let alone = ScriptedPrompter()
        let reader = ScriptedReader(.matches, enrolled: state)
        #expect(throws: failure(code)) { try Person(reader).show(.biometrics, alone) }
        #expect(alone.shown.isEmpty)
        let prompter = ScriptedPrompter(typing: Person.passcode)
        let proof = try Person(reader).show(.deviceOwner, prompter)
        #expect(proof.hasShownPasscode && proof.biometry == nil)
        #expect(prompter.kinds == [.passcode] && reader.looks == 0)
    }

    @Test func withoutEitherThereIsNothingToShow() {
        let prompter = ScriptedPrompter(typing: "1234")
        let person = Person(ScriptedReader(enrolled: .notEnrolled), passcode: nil)
        #expect(throws: failure(.passcodeNotSet)) { try person.show(.deviceOwner, prompter) }
        #expect(prompter.shown.isEmpty)
    }

    // MARK: - Something to fall back on

    /// Only after the first finger that did not match (10.2); the program shows something of its own then.
    @Test func policyOneOffersTheProgramsFallbackAfterAMismatch() {
        let prompter = ScriptedPrompter { $0.offersFallback ? .fallBack : .nothing }
        let person = Person(ScriptedReader(.mismatches))
        #expect(throws: failure(.userFallback)) { try person.show(.biometrics, prompter) }
        #expect(prompter.shown.map(\.offersFallback) == [false, true])
        #expect(prompter.outcomes.isEmpty && person.passcode.attempts == 0)
    }

    @Test func policyTwoFallsBackOnThePasscode() throws {
        let prompter = ScriptedPrompter(typing: Person.passcode)
        let proof = try Person(ScriptedReader()).show(.deviceOwner, prompter)
        #expect(proof.hasShownPasscode && proof.biometry == nil)
        #expect(prompter.kinds == [.finger, .passcode])
        // One prompt that changes, not one beside the other.
        #expect(prompter.opened == 1 && !prompter.isOpen)
    }

    @Test func anEmptyTitleHidesTheFallback() {
        let presentation = Presentation(reason: "open", fallbackTitle: "")
        let prompter = ScriptedPrompter { $0.offersFallback ? .fallBack : .nothing }
        let person = Person(ScriptedReader(.mismatches, .mismatches, .mismatches))
        #expect(throws: failure(.authenticationFailed)) { try person.show(.biometrics, prompter, presentation) }
        #expect(prompter.shown.allSatisfy { !$0.offersFallback })
        let other = ScriptedPrompter { $0.kind == .passcode ? .cancel : $0.offersFallback ? .fallBack : .nothing }
        let owner = Person(ScriptedReader(.mismatches, .mismatches, .mismatches))
        #expect(throws: failure(.userCancel)) { try owner.show(.deviceOwner, other, presentation) }
        #expect(other.shown.allSatisfy { !$0.offersFallback } && other.kinds.last == .passcode)
    }

    @Test func fallbackRequiresAPasscode() throws {
        let prompter = ScriptedPrompter()
        let proof = try Person(ScriptedReader(.matches), passcode: nil).show(.deviceOwner, prompter)
        #expect(proof.biometry != nil)
        #expect(prompter.shown.map(\.offersFallback) == [false])
    }

    /// A constraint that only a finger satisfies has no button for something else.
    @Test func anItemThatTakesAFingerOffersNothingElse() {
        let prompter = ScriptedPrompter { $0.offersFallback ? .fallBack : .nothing }
        let person = Person(ScriptedReader(.mismatches, .mismatches, .mismatches))
        #expect(throws: failure(.authenticationFailed)) {
            try person.show(AuthenticationRequirement(.biometry), prompter)
        }
        #expect(prompter.shown.allSatisfy { !$0.offersFallback })
    }

    // MARK: - Companions

    @Test func noCompanionIsNearby() throws {
        for policy in [AuthenticationPolicy.companion, .wristDetection] {
            let person = Person(ScriptedReader(.matches))
            #expect(throws: failure(.companionNotAvailable)) { try person.show(policy, ScriptedPrompter()) }
        }
        let both = AuthenticationRequirement([.biometry, .companion])
        #expect(throws: failure(.companionNotAvailable)) {
            try Person(ScriptedReader(.matches)).show(both, ScriptedPrompter())
        }
        let either = AuthenticationRequirement([.passcode, .companion], isOneEnough: true)
        let proof = try Person(ScriptedReader()).show(either, ScriptedPrompter(typing: Person.passcode))
        #expect(proof.satisfies(either))
    }

    // MARK: - Several at once

    @Test func allMeansAreAskedForOneAfterAnother() throws {
        var requirement = AuthenticationRequirement([.biometry, .passcode])
        requirement.needsApplicationPassword = true
        let prompter = ScriptedPrompter(typing: Person.passcode, "of the item")
        let proof = try Person(ScriptedReader(.matches)).show(requirement, prompter)
        #expect(prompter.kinds == [.finger, .passcode, .applicationPassword(isNew: false)])
        #expect(proof.satisfies(requirement) && proof.applicationPassword != nil)
        #expect(prompter.outcomes == [nil, nil] && prompter.opened == 1)
    }

    @Test func oneThatIsMissingOfSeveralIsAFailure() {
        let requirement = AuthenticationRequirement([.biometry, .passcode])
        let prompter = ScriptedPrompter(typing: "wrong", "wrong", "wrong")
        let person = Person(ScriptedReader(.matches))
        #expect(throws: failure(.authenticationFailed)) { try person.show(requirement, prompter) }
        let other = Person(ScriptedReader(enrolled: .notEnrolled))
        let unseen = ScriptedPrompter(typing: Person.passcode)
        #expect(throws: failure(.biometryNotEnrolled)) { try other.show(requirement, unseen) }
        #expect(unseen.shown.isEmpty)
    }

    // MARK: - The set that is enrolled

    @Test func anotherSetThanTheItemsOpensNothing() throws {
        var requirement = AuthenticationRequirement(.biometry)
        requirement.enrolledSet = ScriptedReader.enrolled
        let reader = ScriptedReader(.matches, enrolled: .ready(ScriptedReader.otherEnrolledSet))
        #expect(throws: failure(.authenticationFailed)) { try Person(reader).show(requirement, ScriptedPrompter()) }
        #expect(reader.looks == 0)
        // The passcode still does where one of both is enough.
        requirement = AuthenticationRequirement([.biometry, .passcode], isOneEnough: true)
        requirement.enrolledSet = ScriptedReader.enrolled
        let prompter = ScriptedPrompter(typing: Person.passcode)
        #expect(try Person(reader).show(requirement, prompter).satisfies(requirement))
        #expect(prompter.kinds == [.passcode] && reader.looks == 0)
    }

    @Test func anApplicationPasswordIsTakenAsItIs() throws {
        var requirement = AuthenticationRequirement([])
        requirement.needsApplicationPassword = true
        for isNew in [false, true] {
            requirement.choosesApplicationPassword = isNew
            let prompter = ScriptedPrompter(typing: "päss")
            let proof = try Person(ScriptedReader()).show(requirement, prompter)
            let bytes = proof.applicationPassword?.withUnsafeBytes { Array($0) }
            #expect(bytes == Array("päss".utf8))
            #expect(prompter.kinds == [.applicationPassword(isNew: isNew)])
            #expect(throws: failure(.notInteractive)) { try Person(ScriptedReader()).show(requirement, nil) }
        }
    }
}
