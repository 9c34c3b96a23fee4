import AgentProtocol
import Foundation
import Glibc
import TestSupport
import Testing

/// The owner unlocks in a terminal while programs do what they can against it: real programs, and passcodes that take their time.
@Suite struct PasscodeDelayTests {
    private let directory: TemporaryDirectory
    private let agent: AgentProcess

    init() throws {
        directory = try TemporaryDirectory()
        agent = try AgentProcess(home: directory("home"))
        #expect(try agent.run("passcode", "set", "--stdin", input: "right passcode\n").status == 0)
        #expect(try agent.run("lock").status == 0)
    }

    private func unlockInTerminal(_ text: String = "right passcode") throws -> Int32 {
        let terminal = try TerminalProgram([Built.chatelaine, "unlock"], AgentProcess.environment(home: agent.home))
        try terminal.expect("Passcode of the keychain: ")
        terminal.type(text + "\n")
        return terminal.end()
    }

    private static let canMakeNamespaces =
        (try? ChildProcess.run(["/usr/bin/unshare", "-Ur", "/bin/true"], errors: .null))?.status == 0

    /// Programs that try wrong passcodes.
    enum Attacker: CaseIterable {
        case background
        case sandboxed
        /// In a namespace of its own, with a pseudo-terminal of its own.
        case sandboxedInTerminal
        /// This process, with the agent's messages.
        case anotherProgram

        var isPossible: Bool { self == .background || self == .anotherProgram || canMakeNamespaces }
    }

    private func tryWrongPasscode(_ attacker: Attacker) throws {
        let words: [String]
        switch attacker {
        case .background: words = ["/bin/sh", "-c", "printf 'wrong\\n' | '\(Built.chatelaine)' unlock --stdin"]
        case .sandboxed: words = ["/usr/bin/unshare", "-Ur", Built.probe, "unlock", "wrong"]
        case .sandboxedInTerminal:
            words = [
                "/usr/bin/unshare", "-Ur", "/usr/bin/script", "-qec", "'\(Built.probe)' unlock wrong", "/dev/null",
            ]
        case .anotherProgram:
            let client = try RawClient(agent.socketPath)
            _ = try client.greet()
            let wrong = Array("wrong".utf8)
            let reply = try client.ask(WirePasscodeRequest(first: UInt32(wrong.count)).body, secret: wrong).reply
            #expect(reply.failure.status == -25293)
            return
        }
        let process = try ChildProcess(
            words, variables: AgentProcess.environment(home: agent.home), errors: .piped, leadsSession: true)
        let said = process.text()
        #expect(said.contains("passcode") && process.wait() != 0, "\(said)")
    }

    @Test(arguments: Attacker.allCases.filter(\.isPossible))
    func wrongPasscodesOfProgramsDoNotDelayTheOwner(attacker: Attacker) throws {
        for _ in 0..<8 { try tryWrongPasscode(attacker) }
        #expect(try unlockInTerminal() == 0)
        agent.end()
    }

    /// What programs ask takes one derivation after another; the owner's comes beside them.
    @Test func verificationsOfProgramsDoNotDelayTheOwner() throws {
        let wrong = Array("wrong".utf8)
        let request = WirePasscodeRequest(.verify, first: UInt32(wrong.count)).body
        let clients = try (0..<24).map { _ in
            let client = try RawClient(agent.socketPath)
            _ = try client.greet()
            return client
        }
        for client in clients { try client.send(request, id: 1, secret: wrong) }
        #expect(try unlockInTerminal() == 0)
        let answered = clients.count { client in
            var byte: UInt8 = 0
            return recv(client.descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) > 0
        }
        #expect(answered < clients.count / 2, "\(answered) came before the owner")
        withExtendedLifetime(clients) {}
        agent.end()
    }

    /// Terminals that programs make for themselves are terminals; the one of the owner is known by the passcode that was typed there.
    @Test func terminalsOfProgramsDoNotDelayTheOwnersTerminal() throws {
        let script = """
            '\(Built.chatelaine)' unlock; echo "first $?"; '\(Built.chatelaine)' lock; read -r line
            '\(Built.chatelaine)' unlock; echo "second $?"
            """
        let owner = try TerminalProgram(["/bin/sh", "-c", script], AgentProcess.environment(home: agent.home))
        try owner.expect("Passcode of the keychain: ")
        owner.type("right passcode\n")
        try owner.expect("first 0")
        // Until they have had their guesses: the waits double, and one is longer than a terminal takes to start.
        #expect(try (0..<20).contains { _ in try unlockInTerminal("wrong") == 75 })
        owner.type("\n")
        try owner.expect("Passcode of the keychain: ")
        owner.type("right passcode\n")
        try owner.expect("second 0")
        #expect(owner.end() == 0)
        agent.end()
    }
}
