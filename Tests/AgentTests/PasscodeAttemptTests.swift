import Agent
import AgentProtocol
import Foundation
import KeyManagement
import KeychainServices
import Testing

/// Guessing a passcode through the agent becomes slow, and stays so when the agent is ended.
@Suite struct PasscodeAttemptTests {
    private let records: AgentRecords
    private let agent: TestAgent
    private let keychain: Keychain

    init() throws {
        records = try .inMemory()
        agent = try TestAgent(records: records)
        keychain = try agent.keychain()
        try keychain.setPasscode(passcode("right passcode"))
        try keychain.lock()
    }

    /// Whether the answer to a wrong passcode asks for a delay.
    private func mustWait(_ text: String = "wrong passcode") throws -> Bool {
        let error = try #require(error { try keychain.unlock(passcode: passcode(text)) })
        #expect(error.code == .authenticationFailed)
        #expect(error.passcodeWasNotChecked == (error.remedy?.contains("wait") == true))
        return error.passcodeWasNotChecked
    }

    @Test func fiveWrongOnesAreJudgedAndThenThereIsAWait() throws {
        for _ in 0..<5 { #expect(try !mustWait()) }
        // The first wait is a second. Where the machine takes longer than that for an attempt, the next is two, and so on.
        #expect(try (0..<8).contains { _ in try mustWait() })
    }

    @Test func theRightOneHasToWaitAsWell() throws {
        for _ in 0..<5 { _ = try mustWait() }
        var waited = false
        for _ in 0..<8 where !waited { waited = try mustWait() }
        let error = error { try keychain.unlock(passcode: passcode("right passcode")) }
        // A slow machine may have used the time up.
        #expect(error == nil || error?.remedy?.contains("wait") == true)
    }

    @Test func aRestartForgetsNoAttempt() throws {
        for _ in 0..<5 {
            #expect(try !mustWait())
            try agent.restart()
        }
        var waits = false
        for _ in 0..<8 where !waits {
            waits = try mustWait()
            try agent.restart()
        }
        #expect(waits)
    }

    @Test func theRightOneClearsTheCount() throws {
        for _ in 0..<3 {
            for _ in 0..<4 { #expect(try !mustWait()) }
            try keychain.unlock(passcode: passcode("right passcode"))
            try keychain.lock()
        }
    }

    /// Only what gives something for the right passcode counts: `verify` says yes or no to a program.
    @Test func verificationsAreNotCounted() throws {
        for _ in 0..<10 { #expect(try !keychain.verify(passcode: passcode("wrong passcode"))) }
        try keychain.unlock(passcode: passcode("right passcode"))
    }

    @Test(arguments: ["change", "remove"]) func changesOfThePasscodeCountAsAttempts(kind: String) throws {
        func attempt() -> KeychainError? {
            error {
                switch kind {
                case "change": try keychain.changePasscode(from: passcode("wrong"), to: passcode("new passcode"))
                default: try keychain.removePasscode(passcode("wrong"))
                }
            }
        }
        for _ in 0..<5 {
            let error = try #require(attempt())
            #expect(error.code == .authenticationFailed)
            #expect(error.remedy?.contains("wait") != true)
        }
        #expect((0..<8).contains { _ in attempt()?.remedy?.contains("wait") == true })
        #expect(try agent.served.lockState() == .lockedAfterFirstUnlock)
    }

    /// A login password that is meant to be another than the passcode.
    @Test func loginsCauseNoDelay() throws {
        let client = try agent.welcomedClient()
        func login(_ password: String) throws -> WireFailure {
            let request = WirePasscodeRequest(first: UInt32(password.utf8.count), atLogin: true)
            return try client.ask(request.body, secret: Array(password.utf8)).reply.failure
        }
        for _ in 0..<4 {
            let failure = try login("login password")
            #expect(failure.status == -25293 && !failure.notTried)
        }
        for password in ["login password", "right passcode"] {
            let failure = try login(password)
            #expect(failure.status == -25293 && failure.notTried)
        }
        #expect(try agent.served.lockState() == .lockedAfterFirstUnlock)
        try keychain.unlock(passcode: passcode("right passcode"))
        try keychain.lock()
        #expect(try login("right passcode").status == 0)
        #expect(try agent.served.lockState() == .unlocked)
    }

    @Test func passcodesOfWrongLengthsAreRefused() throws {
        let client = try agent.welcomedClient()
        for (first, total) in [(5, 4), (.max, 4), (0, 9000)] as [(UInt32, Int)] {
            let request = WirePasscodeRequest(first: first)
            let reply = try client.ask(request.body, secret: [UInt8](repeating: 65, count: total)).reply
            #expect(reply.failure.status == -50)
        }
        #expect(try !mustWait())
    }
}
