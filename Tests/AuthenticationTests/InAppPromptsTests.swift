import Authentication
import AuthenticationTesting
import Foundation
import KeychainServices
import Secrets
import Synchronization
import Testing

/// Prompts that a program with windows of its own shows.
@Suite struct InAppPromptsTests {
    /// The windows of a program, and the person in front of them.
    private final class Windows: InAppPrompter {
        private let shown = Mutex<[InAppPrompt]>([])
        private let closed = Mutex(0)
        private let react: @Sendable (InAppPrompt, Int) -> [String?]

        /// - Parameter react: what is typed at a prompt, which has a number; nil says no, and “fall back” is the button.
        init(_ react: @escaping @Sendable (InAppPrompt, Int) -> [String?]) { self.react = react }

        var prompts: [InAppPrompt] { shown.withLock { $0 } }
        var closings: Int { closed.withLock { $0 } }

        func show(_ prompt: InAppPrompt, answer: @escaping @Sendable (consuming InAppAnswer) -> Void) {
            let number = shown.withLock { shown in
                shown.append(prompt)
                return shown.count
            }
            for text in react(prompt, number) {
                switch text {
                case nil: answer(.cancel)
                case "fall back": answer(.fallBack)
                case let text?: answer(.secret(SecretBytes(copying: text.utf8)))
                }
            }
        }

        func close() { closed.withLock { $0 += 1 } }
    }

    private func authenticate(
        _ requirement: AuthenticationRequirement, _ reader: ScriptedReader, _ windows: Windows,
        _ presentation: Presentation = .usual, terminal: (any Prompter)? = nil
    ) throws(AuthenticationError) -> AuthenticationProof {
        try withInAppPrompts(windows) { () throws(AuthenticationError) in
            try ProcessAuthenticator(AuthenticationEquipment(reader: reader), terminal: terminal).authenticate(
                AuthenticationRequest(
                    requirement: requirement, presentation: presentation, passcode: FakePasscode(Person.passcode),
                    cancellation: AuthenticationCancellation()))
        }
    }

    @Test func aProgramShowsAFingerAndAPasscodeInTurn() throws {
        let windows = Windows { prompt, _ in
            switch prompt.kind {
            case .finger: prompt.fallbackTitle == nil ? [] : ["fall back"]
            default: [Person.passcode]
            }
        }
        let texts = Presentation(reason: "open\u{202e} it", cancelTitle: "No", fallbackTitle: "PIN")
        let proof = try authenticate(AuthenticationPolicy.deviceOwner.requirement, ScriptedReader(), windows, texts)
        #expect(proof.hasShownPasscode && windows.closings == 1)
        #expect(windows.prompts.map(\.kind) == [.finger, .passcode])
        for prompt in windows.prompts { #expect(prompt.reason == "open  it" && prompt.cancelTitle == "No") }
        #expect(windows.prompts.first?.fallbackTitle == "PIN" && windows.prompts.last?.fallbackTitle == nil)
    }

    @Test func policyOneShowsItsFallbackAfterAMismatch() {
        let windows = Windows { prompt, _ in prompt.fallbackTitle == nil ? [] : ["fall back"] }
        #expect(throws: failure(.userFallback)) {
            try authenticate(AuthenticationPolicy.biometrics.requirement, ScriptedReader(.mismatches), windows)
        }
        #expect(windows.prompts.first?.fallbackTitle == nil && windows.closings == 1)
    }

    /// The answer of a prompt may be called again and again.
    @Test func aWrongSecretIsAskedForAgain() throws {
        let windows = Windows { _, number in number == 1 ? ["wrong", Person.passcode] : [] }
        let proof = try authenticate(AuthenticationRequirement(.passcode), ScriptedReader(), windows)
        #expect(proof.hasShownPasscode)
        #expect(windows.prompts.compactMap(\.message).isEmpty == false)
    }

    @Test func refusalInAWindowIsUserCancel() {
        let windows = Windows { _, _ in [nil] }
        for policy in [AuthenticationPolicy.biometrics, .deviceOwner] {
            #expect(throws: failure(.userCancel)) {
                try authenticate(policy.requirement, ScriptedReader(), windows)
            }
        }
        #expect(windows.closings == 2)
    }

    @Test(arguments: [(false, InAppPrompt.Kind.applicationPassword), (true, .newApplicationPassword)])
    func applicationPasswordIsRequestedInTheProgramsWindow(isNew: Bool, kind: InAppPrompt.Kind) throws {
        var requirement = AuthenticationRequirement([])
        (requirement.needsApplicationPassword, requirement.choosesApplicationPassword) = (true, isNew)
        let windows = Windows { _, _ in ["of the item"] }
        let proof = try authenticate(requirement, ScriptedReader(), windows)
        #expect(proof.applicationPassword != nil && windows.prompts.map(\.kind) == [kind])
    }

    @Test func missingPrompterFallsBackToTheTerminal() throws {
        let terminal = ScriptedPrompter(typing: Person.passcode)
        let authenticator = ProcessAuthenticator(
            AuthenticationEquipment(reader: ScriptedReader(enrolled: .notEnrolled)), terminal: terminal)
        let proof = try withInAppPrompts(nil) {
            try authenticator.authenticate(
                AuthenticationRequest(
                    requirement: AuthenticationRequirement(.passcode), presentation: .usual,
                    passcode: FakePasscode(Person.passcode), cancellation: AuthenticationCancellation()))
        }
        #expect(proof.hasShownPasscode && terminal.kinds == [.passcode])
    }

    @Test func theTerminalIsLeftAloneWhereOneIsInstalled() throws {
        let terminal = ScriptedPrompter()
        let windows = Windows { _, _ in [Person.passcode] }
        _ = try authenticate(AuthenticationRequirement(.passcode), ScriptedReader(), windows, terminal: terminal)
        #expect(terminal.shown.isEmpty)
    }
}
