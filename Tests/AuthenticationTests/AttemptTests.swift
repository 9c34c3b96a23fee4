import Authentication
import AuthenticationTesting
import Foundation
import KeychainServices
import Synchronization
import Testing

/// The limits on attempts (keychain-services 10.3).
@Suite struct AttemptTests {
    private let three: [ScriptedReader.Finger] = [.mismatches, .mismatches, .mismatches]

    @Test func threeWrongFingersEndAPromptOfPolicyOne() {
        let reader = ScriptedReader(.mismatches, .mismatches, .mismatches, .matches)
        let prompter = ScriptedPrompter()
        #expect(throws: failure(.authenticationFailed)) { try Person(reader).show(.biometrics, prompter) }
        #expect(reader.looks == 3 && !prompter.isOpen)
        #expect(prompter.shown.dropFirst().allSatisfy { $0.message?.isEmpty == false })
    }

    @Test func afterThreeWrongFingersPolicyTwoAsksForThePasscode() throws {
        let reader = ScriptedReader(.mismatches, .mismatches, .mismatches, .matches)
        let prompter = ScriptedPrompter { $0.kind == .passcode ? .type(Person.passcode) : .nothing }
        let proof = try Person(reader).show(.deviceOwner, prompter)
        #expect(proof.hasShownPasscode && reader.looks == 3)
        // Why it is asked for now.
        #expect(prompter.shown.last?.message?.isEmpty == false)
    }

    @Test func aFingerThatIsNotSeenWellIsNoAttempt() throws {
        let reader = ScriptedReader(
            .advice("Swipe more slowly."), .mismatches, .advice("Lift it."), .mismatches, .advice("Wipe it."), .matches)
        let prompter = ScriptedPrompter()
        _ = try Person(reader).show(.biometrics, prompter)
        #expect(prompter.shown.compactMap(\.message).contains("Swipe more slowly."))
        #expect(reader.looks == 3)
    }

    @Test func fiveInARowLockTheReaderForAllPrograms() throws {
        let reader = ScriptedReader()
        let person = Person(reader)
        for finger in three { reader.add(finger) }
        #expect(throws: failure(.authenticationFailed)) { try person.show(.biometrics, nil, program: "a") }
        reader.add(.mismatches, .mismatches, .matches)
        #expect(throws: failure(.biometryLockout)) { try person.show(.biometrics, nil, program: "b") }
        #expect(reader.looks == 5)
        // From now on the reader is not used at all, for any program.
        for program in ["a", "b", "c"] {
            #expect(throws: failure(.biometryLockout)) { try person.show(.biometrics, nil, program: program) }
        }
        #expect(reader.looks == 5)
        guard case .lockedOut(ScriptedReader.enrolled) = person.equipment.biometry() else {
            Issue.record("it says nothing of the lockout")
            return
        }
        // Policy 2 goes straight to the passcode, which ends it.
        let prompter = ScriptedPrompter(typing: Person.passcode)
        #expect(try person.show(.deviceOwner, prompter).hasShownPasscode)
        #expect(prompter.kinds == [.passcode])
        #expect(try person.show(.biometrics, nil).biometry != nil)
    }

    @Test func theFifthWrongFingerGoesOnToThePasscode() throws {
        let person = Person(
            ScriptedReader(.mismatches, .matches),
            attempts: BiometryAttempts(failures: BiometryAttempts.lockoutLimit - 1))
        let prompter = ScriptedPrompter { $0.kind == .passcode ? .type(Person.passcode) : .nothing }
        #expect(try person.show(.deviceOwner, prompter).hasShownPasscode)
        #expect(prompter.kinds.last == .passcode)
    }

    @Test func withoutAPasscodeALockoutIsTheEnd() {
        let person = Person(
            ScriptedReader(.matches), passcode: nil, attempts: BiometryAttempts(failures: BiometryAttempts.lockoutLimit)
        )
        #expect(throws: failure(.passcodeNotSet)) { try person.show(.deviceOwner, ScriptedPrompter()) }
        #expect(throws: failure(.biometryLockout)) { try person.show(.biometrics, ScriptedPrompter()) }
    }

    @Test func rightFingerResetsTheCount() throws {
        let reader = ScriptedReader()
        let person = Person(reader)
        for _ in 0..<4 {
            reader.add(.mismatches, .mismatches, .matches)
            #expect(try person.show(.biometrics, nil).biometry != nil)
        }
        #expect(!person.equipment.attempts.isLockedOut)
    }

    @Test func aWrongPasscodeEndsNoLockout() {
        let person = Person(ScriptedReader(.matches), attempts: BiometryAttempts(failures: 5))
        let prompter = ScriptedPrompter(typing: "1", "2", "3")
        #expect(throws: failure(.authenticationFailed)) { try person.show(.deviceOwner, prompter) }
        #expect(throws: failure(.biometryLockout)) { try person.show(.biometrics, nil) }
    }

    @Test func afterAStartThePasscodeComesFirst() throws {
        let reader = ScriptedReader(.matches)
        let person = Person(reader)
        #expect(throws: failure(.biometryLockout)) {
            try person.show(AuthenticationPolicy.biometrics.requirement, nil, needsPasscodeFirst: true)
        }
        let prompter = ScriptedPrompter(typing: Person.passcode)
        let requirement = AuthenticationPolicy.deviceOwner.requirement
        #expect(try person.show(requirement, prompter, needsPasscodeFirst: true).hasShownPasscode)
        #expect(prompter.kinds == [.passcode] && reader.looks == 0)
    }

    /// The number is stored before anybody learns whether the next finger is right.
    @Test func everyChangeOfTheCountIsStored() throws {
        let stored = Mutex<[Int]>([])
        let attempts = BiometryAttempts(failures: 3) { count in stored.withLock { $0.append(count) } }
        let reader = ScriptedReader(.mismatches, .matches) { look in
            #expect(stored.withLock { $0 } == (look == 1 ? [] : [4]))
        }
        _ = try Person(reader, attempts: attempts).show(.biometrics, nil)
        #expect(stored.withLock { $0 } == [4, 0])
    }

    // MARK: - Passcodes

    @Test func threeWrongPasscodesEndAPrompt() {
        let prompter = ScriptedPrompter(typing: "1", "2", "3", Person.passcode)
        let person = Person(ScriptedReader(enrolled: .notEnrolled))
        #expect(throws: failure(.authenticationFailed)) { try person.show(.deviceOwner, prompter) }
        #expect(person.passcode.attempts == 3)
        #expect(prompter.outcomes == [.authenticationFailed, .authenticationFailed, .authenticationFailed])
        #expect(!prompter.isOpen)
    }

    @Test func theThirdPasscodeMayBeTheRightOne() throws {
        let prompter = ScriptedPrompter(typing: "1", "", Person.passcode)
        let person = Person(ScriptedReader(enrolled: .notEnrolled))
        #expect(throws: Never.self) { try person.show(.deviceOwner, prompter) }
        #expect(prompter.outcomes == [.authenticationFailed, .authenticationFailed, nil])
    }

    // MARK: - A finger that is still good

    @Test func aFingerIsGoodForTheSameProgramAWhile() throws {
        let reader = ScriptedReader(.matches, .matches, .matches, .matches)
        let person = Person(reader)
        let reusing = Presentation(reason: "open", reuse: 300)
        _ = try person.show(.biometrics, nil, reusing, program: "a")
        // The default is not to reuse anything.
        _ = try person.show(.biometrics, nil, program: "a")
        #expect(reader.looks == 2)
        for policy in [AuthenticationPolicy.biometrics, .deviceOwner] {
            #expect(try person.show(policy, nil, reusing, program: "a").biometry == ScriptedReader.enrolled)
        }
        #expect(reader.looks == 2)
        _ = try person.show(.biometrics, nil, reusing, program: "b")
        #expect(reader.looks == 3)
        person.equipment.attempts.forgetMatches()
        _ = try person.show(.biometrics, nil, reusing, program: "a")
        #expect(reader.looks == 4)
    }

    @Test func lockedOutFingerIsNotReused() throws {
        let person = Person(ScriptedReader(.matches))
        let reusing = Presentation(reason: "open", reuse: 300)
        _ = try person.show(.biometrics, nil, reusing)
        for _ in 0..<5 { person.equipment.attempts.failed() }
        #expect(throws: failure(.biometryLockout)) { try person.show(.biometrics, nil, reusing) }
    }

    /// An item that is bound to a set has its finger looked at.
    @Test func nothingIsReusedForABoundItem() throws {
        let reader = ScriptedReader(.matches, .matches)
        let person = Person(reader)
        var requirement = AuthenticationRequirement(.biometry)
        requirement.enrolledSet = ScriptedReader.enrolled
        let reusing = Presentation(reason: "open", reuse: 300)
        for _ in 0..<2 { _ = try person.show(requirement, nil, reusing) }
        #expect(reader.looks == 2)
    }

    @Test(arguments: [(-1, 0), (.nan, 0), (.infinity, 0), (10, 10), (301, 300)] as [(TimeInterval, TimeInterval)])
    func reuseHasLimits(asked: TimeInterval, given: TimeInterval) {
        #expect(Presentation(reason: "", reuse: asked).reuse == given)
    }
}
