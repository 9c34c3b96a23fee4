import AccessPolicy
import Agent
import AgentProtocol
import Foundation
import KeychainServices
import KeyManagement
import Synchronization
import TestSupport
import Testing

/// Ten wrong passcodes at a prompt erase the keychain, if the user has turned that on; nothing else does.
@Suite struct EraseTests {
    private let directory: TemporaryDirectory
    private let records: AgentRecords
    init() throws {
        directory = try TemporaryDirectory()
        records = try .inMemory()
    }

    /// A clock by which every wait is over when it is read again.
    private final class Clock: Sendable {
        private let hours = Mutex(0.0)
        func read() -> PasscodeThrottle.Clocks {
            let time = hours.withLock { hours in
                hours += 2
                return hours * 3600
            }
            return PasscodeThrottle.Clocks(bootID: "boot", bootTime: time, wallTime: time)
        }
    }

    /// With a passcode and an item, and locked.
    private func agent(
        _ gate: OpenGate = .inTerminal, _ keychain: Keychain? = nil, audit: Auditor? = nil
    ) throws -> TestAgent {
        let clock = Clock()
        let agent = try TestAgent(keychain, in: directory, records: records, audit: audit, gate: gate) {
            $0.clocks = { clock.read() }
        }
        let keychain = try agent.keychain()
        try keychain.add("kim", "secret")
        try keychain.setPasscode(passcode("right passcode"))
        try keychain.lock()
        return agent
    }

    /// - Returns: the status of the answer, 0 if it was done.
    private func turn(_ on: Bool, _ agent: TestAgent, with text: String = "right passcode") throws -> Int32 {
        let bytes = Array(text.utf8)
        let request = WirePasscodeRequest(on ? .eraseAfterTenOn : .eraseAfterTenOff, first: UInt32(bytes.count))
        let reply = try agent.welcomedClient().ask(request.body, secret: bytes).reply
        if case .failure(let failure)? = reply.body { return failure.status }
        return 0
    }

    /// - Returns: what the last answer says.
    @discardableResult
    private func enter(wrong count: Int, _ agent: TestAgent) throws -> String {
        let keychain = try agent.keychain()
        var reason = ""
        for _ in 0..<count {
            let error = try #require(error { try keychain.unlock(passcode: passcode("wrong passcode")) })
            #expect(error.code == .authenticationFailed)
            reason = error.reason
        }
        return reason
    }

    private func isErased(_ agent: TestAgent) throws -> Bool {
        guard try agent.served.lockState() == .noPasscode else { return false }
        #expect(try agent.served.items(matching: Query(.genericPassword)).isEmpty)
        return true
    }

    // MARK: - The tenth

    @Test func withoutTheSwitchNothingIsErased() throws {
        let agent = try agent()
        #expect(try !enter(wrong: 12, agent).contains("erased"))
        try agent.keychain().unlock(passcode: passcode("right passcode"))
        #expect(try agent.keychain().secret("kim") == "secret")
    }

    @Test func theTenthErasesEverything() throws {
        let agent = try agent()
        #expect(try turn(true, agent) == 0)
        try enter(wrong: 9, agent)
        #expect(try !isErased(agent))
        #expect(try enter(wrong: 1, agent).contains("erased"))
        #expect(try isErased(agent))
        // What is left is a keychain like a new one.
        let keychain = try agent.keychain()
        try keychain.add("kim", "another")
        #expect(try keychain.secret("kim") == "another")
        try keychain.setPasscode(passcode("next passcode"))
        try keychain.lock()
        try keychain.unlock(passcode: passcode("next passcode"))
        #expect(try keychain.secret("kim") == "another")
    }

    @Test func nothingIsLeftInTheFile() throws {
        let root = KeychainRoot(path: directory("data"))
        let groups = AccessGroups(["*"])
        let file = try Keychain(root: root, accessGroups: groups, passcodeCost: .cheapForTests)
        let agent = try agent(.inTerminal, file)
        try file.unlock(passcode: passcode("right passcode"))
        _ = try file.makeRecoveryKey()
        #expect(try turn(true, agent) == 0)
        try enter(wrong: 10, agent)
        agent.stop()
        file.close()
        let status = try Keychain(root: root, accessGroups: groups).status()
        #expect(status.counts.isEmpty && status.quarantined == 0)
        #expect(status.lockState == .noPasscode && !status.hasRecoveryKey)
    }

    @Test func rightPasscodeResetsTheCount() throws {
        let agent = try agent()
        #expect(try turn(true, agent) == 0)
        for _ in 0..<2 {
            try enter(wrong: 9, agent)
            try agent.keychain().unlock(passcode: passcode("right passcode"))
        }
        #expect(try !isErased(agent))
    }

    @Test func switchAndCountOutliveTheAgent() throws {
        let agent = try agent()
        #expect(try turn(true, agent) == 0)
        try enter(wrong: 5, agent)
        try agent.restart()
        try enter(wrong: 4, agent)
        try agent.restart()
        #expect(try agent.welcomedClient().ask(.agentStatus(.init())).reply.agentStatus.erasesAfterTen)
        #expect(try !isErased(agent))
        try enter(wrong: 1, agent)
        #expect(try isErased(agent))
    }

    // MARK: - What does not count

    @Test func verificationsEraseNothing() throws {
        let agent = try agent()
        #expect(try turn(true, agent) == 0)
        let keychain = try agent.keychain()
        for _ in 0..<12 { #expect(try !keychain.verify(passcode: passcode("wrong passcode"))) }
        #expect(try !isErased(agent))
    }

    /// A login with another password, a script, or a program that has the library: no person has typed anything.
    @Test(arguments: ["no terminal", "another program", "a sandbox with a terminal"]) func onlyPromptsErase(who: String)
        throws
    {
        do {
            let agent = try agent()
            #expect(try turn(true, agent) == 0)
            try enter(wrong: 9, agent)
            agent.stop()
        }
        var gate = OpenGate.inTerminal
        switch who {
        case "no terminal": gate.terminal = nil
        case "another program": gate.isCommandLine = false
        default: gate.subject = try .confined(.namespace, id: "unknown", path: "/test")
        }
        let agent = try agent(gate)
        #expect(try agent.welcomedClient().ask(.agentStatus(.init())).reply.agentStatus.erasesAfterTen)
        #expect(try !enter(wrong: 12, agent).contains("erased"))
        #expect(try !isErased(agent))
    }

    /// The passcode was right, and something else was not.
    @Test func failureAfterTheRightPasscodeIsNotCounted() throws {
        var gate = OpenGate.inTerminal
        gate.refusesWhoKnows = true
        let agent = try TestAgent(in: directory, records: records, gate: gate)
        try agent.served.setPasscode(passcode("right passcode"))
        #expect(try turn(true, agent) == 0)
        let keychain = try agent.keychain()
        for _ in 0..<12 {
            let error = error { try keychain.unlock(passcode: passcode("right passcode")) }
            #expect(error?.reason.contains("token") == true, "\(String(describing: error))")
        }
        #expect(try !isErased(agent))
    }

    @Test func withoutAPasscodeThereIsNothingToGuess() throws {
        let agent = try agent()
        #expect(try turn(true, agent) == 0)
        let keychain = try agent.keychain()
        try keychain.removePasscode(passcode("right passcode"))
        try enter(wrong: 12, agent)
        #expect(try keychain.secret("kim") == "secret")
    }

    // MARK: - The switch

    @Test func theSwitchTakesThePasscode() throws {
        let agent = try agent()
        #expect(try turn(true, agent, with: "wrong passcode") == -25293)
        #expect(try turn(true, agent, with: "") == -25293)
        try enter(wrong: 12, agent)
        #expect(try turn(true, agent) == 0)
        #expect(try turn(false, agent, with: "wrong passcode") == -25293)
        // That was one of ten, and these are the others.
        try enter(wrong: 9, agent)
        #expect(try isErased(agent))
        #expect(try turn(false, agent, with: "") == -25293)
    }

    @Test func itCanBeTurnedOff() throws {
        let agent = try agent()
        #expect(try turn(true, agent) == 0)
        #expect(try turn(false, agent) == 0)
        try enter(wrong: 12, agent)
        #expect(try !isErased(agent))
    }

    @Test func theSwitchIsForTheCommandLine() throws {
        var gate = OpenGate.inTerminal
        gate.isCommandLine = false
        let agent = try agent(gate)
        #expect(try turn(true, agent) == -34018)
        #expect(try !agent.welcomedClient().ask(.agentStatus(.init())).reply.agentStatus.erasesAfterTen)
    }

    @Test func erasureIsLogged() throws {
        let audit = try Auditor(directory: directory("audit"), records: records)
        let agent = try agent(.inTerminal, audit: audit)
        #expect(try turn(true, agent) == 0)
        try enter(wrong: 10, agent)
        agent.stop()
        let log = try directory.contents(below: "audit")
        for operation in ["erase-after-ten-on", "erase"] { #expect(log.contains("\"\(operation)\""), "\(log)") }
    }

    /// Through the command line, whose questions are answered on its standard input.
    @Test func theCommandLineHasTheSwitch() throws {
        let agent = try AgentProcess(home: directory("home"))
        defer { agent.end() }
        #expect(try agent.run("passcode", "set", "--stdin", input: "right passcode\n").status == 0)
        let words = ["passcode", "erase-after-ten"]
        let run = { (choice: String, text: String) in
            try AgentProcess.run(Built.chatelaine, words + [choice, "--stdin"], home: agent.home, input: text + "\n")
        }
        #expect(try run("on", "wrong passcode").status == 51)
        #expect(try !agent.run("status").text.contains("erases everything"))
        #expect(try run("on", "right passcode").status == 0)
        #expect(try agent.run("status").text.contains("erases everything"))
        #expect(try run("off", "right passcode").status == 0)
        #expect(try !agent.run("status").text.contains("erases everything"))
    }
}
