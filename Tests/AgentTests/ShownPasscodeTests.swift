import AgentProtocol
import AuthenticationTesting
import Foundation
import KeyManagement
import KeychainServices
import Testing

@testable import Agent

/// Who has typed the passcode into the command line, to unlock, is not asked for it again by the items of the same command.
@Suite struct ShownPasscodeTests {
    private static let query = Query(.genericPassword, [.account: "guarded"])

    /// An agent with an item that asks for more.
    private func agent(
        _ flags: AccessControl.Flags, _ reader: ScriptedReader = ScriptedReader(enrolled: .notEnrolled),
        isCommandLine: Bool = true
    ) throws -> AgentWithReader {
        // Only the command line answers questions.
        let agent = try AgentWithReader(reader, isAttended: isCommandLine, isCommandLine: isCommandLine)
        try agent.agent.served.setPasscode(passcode("1234"))
        let control = try AccessControl(protection: .afterFirstUnlock, flags: flags)
        let attributes: Attributes = [
            .account: "guarded", .accessGroup: .string(TestAgent.group), .accessControl: .accessControl(control),
        ]
        _ = try agent.agent.served.add(NewItem(.genericPassword, attributes, data: Data("secret".utf8)))
        try agent.agent.keychain().lock()
        return agent
    }

    private func read(_ keychain: Keychain, _ authentication: Authentication = Authentication()) throws -> Data? {
        try keychain.items(matching: Self.query, reading: .data, with: authentication).first?.data
    }

    /// Reads the item, and returns the number of prompts.
    private func questions(
        to agent: AgentWithReader, by keychain: Keychain, _ authentication: Authentication = Authentication()
    ) throws -> Int {
        let before = agent.person.answered.count
        #expect(try read(keychain, authentication) == Data("secret".utf8))
        return agent.person.answered.count - before
    }

    @Test(arguments: [AccessControl.Flags.devicePasscode, .userPresence])
    func unlockingCountsAsShowingThePasscode(flags: AccessControl.Flags) throws {
        let agent = try agent(flags)
        let keychain = try agent.agent.keychain()
        try keychain.unlock(passcode: passcode("1234"))
        for _ in 0..<2 { #expect(try questions(to: agent, by: keychain) == 0) }
    }

    @Test func shownPasscodeCountsForMoreItems() throws {
        let agent = try agent(.devicePasscode)
        try agent.agent.keychain().unlock(passcode: passcode("1234"))
        let keychain = try agent.agent.keychain()
        try keychain.show(passcode: passcode("1234"))
        #expect(try questions(to: agent, by: keychain) == 0)
    }

    /// Another command has another connection.
    @Test func theNextCommandIsAsked() throws {
        let agent = try agent(.devicePasscode)
        try agent.agent.keychain().unlock(passcode: passcode("1234"))
        let next = try agent.agent.keychain()
        #expect(try questions(to: agent, by: next) == 1)
    }

    @Test func afterALockItIsAsked() throws {
        let agent = try agent(.devicePasscode)
        let keychain = try agent.agent.keychain()
        try keychain.unlock(passcode: passcode("1234"))
        let other = try agent.agent.keychain()
        try other.lock()
        try other.unlock(passcode: passcode("1234"))
        #expect(try questions(to: agent, by: keychain) == 1)
    }

    @Test func compromisedChangeRequiresThePasscodeAgain() throws {
        let agent = try agent(.userPresence)
        let keychain = try agent.agent.keychain()
        try keychain.unlock(passcode: passcode("1234"))
        try agent.agent.served.changePasscode(from: passcode("1234"), to: passcode("new"), compromised: true)
        agent.person.habits.passcode = .type("new")
        #expect(try questions(to: agent, by: keychain) == 1)
    }

    @Test func shownPasscodeDoesNotReplaceAFinger() throws {
        let reader = ScriptedReader(.matches, .matches)
        let agent = try agent(.biometryAny, reader)
        let keychain = try agent.agent.keychain()
        try keychain.unlock(passcode: passcode("1234"))
        #expect(try read(keychain) == Data("secret".utf8))
        #expect(reader.looks == 1)
    }

    /// Where both are needed, the other one is still asked for.
    @Test func onlyTheFingerIsRequestedIfBothAreRequired() throws {
        let reader = ScriptedReader(.matches)
        let agent = try agent([.biometryAny, .and, .devicePasscode], reader)
        let keychain = try agent.agent.keychain()
        try keychain.unlock(passcode: passcode("1234"))
        let count = try questions(to: agent, by: keychain)
        #expect(reader.looks == 1 && count == 0)
    }

    /// What a program keeps beyond an operation, it has to ask for.
    @Test func contextStillRequiresThePasscode() throws {
        let agent = try agent(.devicePasscode)
        let keychain = try agent.agent.keychain()
        try keychain.unlock(passcode: passcode("1234"))
        let context = Authentication(AuthenticationContext())
        #expect(try questions(to: agent, by: keychain, context) == 1)
    }

    /// A program that knows the passcode, or claims to, does not prove that a user is present.
    @Test func unlockByAnotherProgramDoesNotCount() throws {
        let agent = try agent(.devicePasscode, isCommandLine: false)
        let keychain = try agent.agent.keychain()
        try keychain.unlock(passcode: passcode("1234"))
        let refusal = try #require(error { _ = try read(keychain) })
        #expect(refusal.code == .interactionNotAllowed && refusal.authentication?.code == .notInteractive)
    }

    @Test func loginDoesNotCountAsShowingThePasscode() throws {
        let agent = try agent(.devicePasscode)
        let client = try agent.agent.welcomedClient()
        let login = WirePasscodeRequest(first: 4, atLogin: true)
        #expect(try client.ask(login.body, secret: Array("1234".utf8)).reply.failure.status == 0)
        let search = WireSearch.with {
            $0.query.itemClass = "genp"
            $0.parts = 2
        }
        #expect(try client.ask(.search(search)).secret == Array("secret".utf8))
        #expect(agent.person.answered == [.passcode])
    }

    @Test func itCountsForAMinute() throws {
        let keys = try KeySet.make(deviceKey: .makeRandom())
            .settingFirstPasscode(passcode("1234"), cost: .cheapForTests)
        let shown = ShownPasscode(try keys.passcodeOpeningKeys(passcode("1234")), lock: 3, now: 1000)
        let control = try AccessControl(protection: .afterFirstUnlock, flags: .devicePasscode)
        let requirement = AuthenticationRequirement(control).inKeychain(keys.keybag)
        #expect(shown.proof(for: requirement, lock: 3, now: 1000)?.satisfies(requirement) == true)
        #expect(shown.proof(for: requirement, lock: 3, now: 999 + ShownPasscode.validity) != nil)
        #expect(shown.proof(for: requirement, lock: 3, now: 1000 + ShownPasscode.validity) == nil)
        #expect(shown.proof(for: requirement, lock: 4, now: 1000) == nil)
    }
}
