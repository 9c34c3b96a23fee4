import Authentication
import AuthenticationTesting
import Foundation
import KeychainServices
import Synchronization
import Testing

/// The user, the program or the loss of the reader ends an evaluation: at every step, and with late events.
@Suite struct CancellationTests {
    /// A step at which an evaluation can be ended, with a scripted person who gets that far.
    struct Step: Sendable, CustomTestStringConvertible {
        let name: String
        let kind: Prompt.Kind
        var fingers: [ScriptedReader.Finger] = []
        /// How many prompts of the kind come before.
        var prompts = 0
        var testDescription: String { name }

        static let all = [
            Step(name: "first finger", kind: .finger),
            Step(name: "second finger", kind: .finger, fingers: [.mismatches], prompts: 1),
            Step(name: "passcode", kind: .passcode, fingers: [.mismatches, .mismatches, .mismatches]),
            Step(
                name: "second passcode", kind: .passcode, fingers: [.mismatches, .mismatches, .mismatches], prompts: 1),
            Step(name: "application password", kind: .applicationPassword(isNew: false), fingers: [.matches]),
        ]

        /// A person who does `act` at the step, and answers wrongly or rightly before.
        func prompter(_ act: @escaping @Sendable () -> ScriptedPrompter.Act) -> ScriptedPrompter {
            let seen = Mutex(0)
            return ScriptedPrompter { [self] prompt in
                guard prompt.kind == kind else { return .nothing }
                let number = seen.withLock { seen in
                    defer { seen += 1 }
                    return seen
                }
                if number == prompts { return act() }
                return kind == .passcode ? .type("wrong") : .nothing
            }
        }

        var requirement: AuthenticationRequirement {
            var requirement = AuthenticationPolicy.deviceOwner.requirement
            requirement.needsApplicationPassword = true
            return requirement
        }

        var person: Person {
            let reader = ScriptedReader()
            for finger in fingers { reader.add(finger) }
            return Person(reader)
        }
    }

    @Test(arguments: Step.all) func userCanCancelEveryPrompt(step: Step) {
        let prompter = step.prompter { .cancel }
        #expect(throws: failure(.userCancel)) { try step.person.show(step.requirement, prompter) }
        #expect(!prompter.isOpen && prompter.kinds.last == step.kind)
    }

    @Test(arguments: Step.all) func lostPromptIsSystemCancel(step: Step) {
        let prompter = step.prompter { .gone }
        #expect(throws: failure(.systemCancel)) { try step.person.show(step.requirement, prompter) }
        #expect(!prompter.isOpen)
    }

    @Test(arguments: Step.all, [AuthenticationError.Code.appCancel, .systemCancel])
    func programCanCancelEveryPrompt(step: Step, cause: AuthenticationError.Code) {
        let cancellation = AuthenticationCancellation()
        let prompter = step.prompter {
            cancellation.cancel(cause)
            return .nothing
        }
        #expect(throws: failure(cause)) {
            try step.person.show(step.requirement, prompter, cancellation)
        }
        #expect(!prompter.isOpen)
    }

    @Test func earlyCancelShowsNoPrompt() {
        let cancellation = AuthenticationCancellation()
        cancellation.cancel(.appCancel)
        let reader = ScriptedReader(.matches)
        #expect(throws: failure(.appCancel)) {
            try Person(reader).show(AuthenticationPolicy.biometrics.requirement, ScriptedPrompter(), cancellation)
        }
        #expect(reader.looks == 0)
    }

    @Test func theFirstCauseCounts() {
        let cancellation = AuthenticationCancellation()
        cancellation.cancel(.systemCancel)
        cancellation.cancel(.appCancel)
        #expect(cancellation.cause == .systemCancel)
    }

    // MARK: - The reader

    @Test(
        arguments: [
            .biometryNotAvailable, .biometryNotEnrolled, .biometryDisconnected,
        ] as [AuthenticationError.Code])
    func aReaderThatFailsLeavesThePasscode(code: AuthenticationError.Code) throws {
        let error = AuthenticationError(code, "the reader has a reason")
        #expect(throws: failure(code)) {
            try Person(ScriptedReader(.fails(error))).show(.biometrics, ScriptedPrompter())
        }
        let prompter = ScriptedPrompter { $0.kind == .passcode ? .type(Person.passcode) : .nothing }
        let person = Person(ScriptedReader(.mismatches, .fails(error)))
        #expect(try person.show(.deviceOwner, prompter).hasShownPasscode)
        #expect(prompter.shown.last?.message == "the reader has a reason")
    }

    @Test func failingReaderCountsAsNoAttempt() {
        let error = AuthenticationError(.biometryDisconnected, "pulled out")
        let person = Person(ScriptedReader(.fails(error)), attempts: BiometryAttempts(failures: 4))
        #expect(throws: failure(.biometryDisconnected)) { try person.show(.biometrics, nil) }
        #expect(!person.equipment.attempts.isLockedOut)
    }

    /// A result of the reader after its cancellation counts for no finger.
    @Test func matchAfterCancellationDoesNotCount() throws {
        let reader = ScriptedReader(.matchesTooLate)
        let person = Person(reader)
        let cancelling = ScriptedPrompter { _ in .cancel }
        #expect(throws: failure(.userCancel)) { try person.show(.biometrics, cancelling) }
        reader.add(.matchesTooLate)
        let typing = ScriptedPrompter(typing: "wrong", "wrong", "wrong")
        #expect(throws: failure(.authenticationFailed)) { try person.show(.deviceOwner, typing) }
        #expect(typing.shown.allSatisfy { $0.message != "too late" })
        // Nothing of it is good for the next one either.
        reader.add(.noFinger)
        let next = ScriptedPrompter { $0.kind == .finger ? .cancel : .nothing }
        #expect(throws: failure(.userCancel)) {
            try person.show(.biometrics, next, Presentation(reason: "open", reuse: 300))
        }
    }

    /// When an evaluation is over, the reader is free for the next one.
    @Test func theReaderIsLetGoOfOnEveryPath() {
        for step in Step.all.prefix(2) {
            let person = step.person
            #expect(throws: failure(.userCancel)) { try person.show(step.requirement, step.prompter { .cancel }) }
            let reader = person.equipment.reader as? ScriptedReader
            #expect(reader?.current == 0)
            reader?.add(.matches)
            #expect(throws: Never.self) { try person.show(.biometrics, nil) }
        }
    }

    // MARK: - Time

    @Test(arguments: [AuthenticationPolicy.biometrics, .deviceOwner]) func waitsAreLimited(
        policy: AuthenticationPolicy
    ) {
        let prompter = ScriptedPrompter()
        #expect(throws: failure(.systemCancel)) {
            try Person(ScriptedReader()).show(policy.requirement, prompter, timeout: .milliseconds(20))
        }
        #expect(!prompter.isOpen)
        let typing = ScriptedPrompter()
        #expect(throws: failure(.systemCancel)) {
            try Person(ScriptedReader()).show(
                AuthenticationRequirement(.passcode), typing, timeout: .milliseconds(20))
        }
        #expect(typing.kinds == [.passcode] && !typing.isOpen)
    }
}
