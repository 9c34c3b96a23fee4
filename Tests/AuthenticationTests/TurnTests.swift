import Authentication
import AuthenticationTesting
import Foundation
import KeychainServices
import Synchronization
import Testing

/// Several programs at one reader.
@Suite struct TurnTests {
    private typealias Outcome = Result<AuthenticationProof, AuthenticationError>

    private func inBackground(
        _ person: Person, _ requirement: AuthenticationRequirement, _ prompter: ScriptedPrompter, program: String
    ) -> Background<Outcome> {
        Background {
            Result { () throws(AuthenticationError) in try person.show(requirement, prompter, program: program) }
        }
    }

    /// One evaluation that has the reader until `release` is called, and one that waits for its turn.
    private struct Pair {
        let reader: ScriptedReader
        let person: Person
        let first: Background<Outcome>
        let second: Background<Outcome>
        let release: @Sendable () -> Void
    }

    private func pair(
        _ fingers: ScriptedReader.Finger..., requirement: AuthenticationRequirement? = nil,
        attempts: BiometryAttempts = BiometryAttempts()
    ) -> Pair {
        let (isLooking, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let reader = ScriptedReader(onLook: { look in
            guard look == 1 else { return }
            isLooking.signal()
            mayGoOn.wait()
        })
        for finger in fingers { reader.add(finger) }
        let person = Person(reader, attempts: attempts)
        let requirement = requirement ?? AuthenticationPolicy.biometrics.requirement
        let first = inBackground(person, requirement, ScriptedPrompter(), program: "a")
        isLooking.wait()
        // The second is there when its prompt is.
        let isThere = DispatchSemaphore(value: 0)
        let prompter = ScriptedPrompter { _ in
            isThere.signal()
            return .nothing
        }
        let second = inBackground(person, requirement, prompter, program: "b")
        isThere.wait()
        return Pair(reader: reader, person: person, first: first, second: second) { mayGoOn.signal() }
    }

    @Test func oneAfterTheOtherHasTheReader() throws {
        let pair = pair(.matches, .matches)
        pair.release()
        #expect(try pair.first.wait().get().biometry != nil)
        #expect(try pair.second.wait().get().biometry != nil)
        #expect(pair.reader.looks == 2 && pair.reader.mostAtOnce == 1)
    }

    /// A match is for the program whose turn it is.
    @Test func matchCountsForOneProgramOnly() throws {
        let pair = pair(.matches, .mismatches, .mismatches, .mismatches)
        pair.release()
        #expect(try pair.first.wait().get().biometry != nil)
        let second = try pair.second.wait()
        #expect(throws: failure(.authenticationFailed)) { try second.get() }
    }

    /// Who waits for the reader gets no further attempts when the last one has been used up meanwhile.
    @Test func aLockoutIsForThoseWhoWaitAsWell() throws {
        let pair = pair(.mismatches, .matches, attempts: BiometryAttempts(failures: BiometryAttempts.lockoutLimit - 1))
        pair.release()
        for evaluation in [pair.first, pair.second] {
            let outcome = try evaluation.wait()
            #expect(throws: failure(.biometryLockout)) { try outcome.get() }
        }
        #expect(pair.reader.looks == 1)
        #expect(pair.person.equipment.attempts.isLockedOut)
    }

    /// A finger that was enrolled while a program waited for the reader does not belong to the set that an item is bound to.
    @Test func changedSetDuringAWaitIsAnother() throws {
        var requirement = AuthenticationRequirement(.biometry)
        requirement.enrolledSet = ScriptedReader.enrolled
        let pair = pair(.matches, .matches, requirement: requirement)
        pair.reader.become(.ready(ScriptedReader.otherEnrolledSet))
        pair.release()
        let second = try pair.second.wait()
        #expect(throws: failure(.authenticationFailed)) { try second.get() }
        #expect(pair.reader.looks == 1)
        _ = try pair.first.wait()
    }

    @Test func cancelledWaitDelaysNoOtherProgram() throws {
        let pair = pair(.matches, .matches, .matches)
        let cancellation = AuthenticationCancellation()
        let prompter = ScriptedPrompter { _ in
            cancellation.cancel(.appCancel)
            return .nothing
        }
        // The third gives up while the first still looks.
        #expect(throws: failure(.appCancel)) {
            try pair.person.show(AuthenticationPolicy.biometrics.requirement, prompter, cancellation)
        }
        #expect(pair.reader.looks == 1)
        pair.release()
        #expect(try pair.first.wait().get().biometry != nil)
        #expect(try pair.second.wait().get().biometry != nil)
    }

    /// Who waits may type meanwhile.
    @Test func fallbackIsPossibleDuringAWait() throws {
        let (isLooking, mayGoOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let reader = ScriptedReader(
            .matches,
            onLook: { _ in
                isLooking.signal()
                mayGoOn.wait()
            })
        let person = Person(reader)
        let first = inBackground(
            person, AuthenticationPolicy.biometrics.requirement, ScriptedPrompter(), program: "a")
        isLooking.wait()
        let typing = ScriptedPrompter(typing: Person.passcode)
        #expect(try person.show(.deviceOwner, typing, program: "b").hasShownPasscode)
        mayGoOn.signal()
        #expect(try first.wait().get().biometry != nil)
    }
}
