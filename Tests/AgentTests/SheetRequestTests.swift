import AccessPolicy
import AgentProtocol
import Foundation
import KeychainServices
import PasswordVault
import TestSupport
import Testing

/// What goes over the agent's connections between a program that asks for a login and those who show sheets.
@Suite struct SheetRequestTests {
    private let agent: TestAgent

    init() throws {
        let directory = try TemporaryDirectory()
        var gate = OpenGate()
        gate.subject = try .system(path: "/test")
        agent = try TestAgent(
            in: directory, gate: gate, vaults: VaultDirectory(root: KeychainRoot(path: directory("data"))),
            configure: { $0.replyTime = 3_600_000_000_000 })
    }

    private func presenter() throws -> RawClient {
        let client = try agent.welcomedClient()
        try client.send(.prompter(.with { $0.showsSheets = true }), id: 1)
        return client
    }

    /// A program that asks, and who has its sheet.
    private func takenSheet(
        _ operation: WirePasswordManagerRequest.Operation
    ) throws -> (program: RawClient, taker: RawClient, id: UInt64) {
        let presenter = try presenter()
        _ = try presenter.receive(WireReply.self)
        let program = try agent.welcomedClient()
        let request = WirePasswordManagerRequest.with { ($0.operation, $0.url) = (operation, "https://bank.example") }
        try program.send(.passwordManager(request), id: 1)
        while true {
            guard let offer = try presenter.receive(WireReply.self).questions.sheets.first else { continue }
            let taker = try agent.welcomedClient()
            _ = try taker.ask(.takeSheet(offer.id))
            return (program, taker, offer.id)
        }
    }

    private static let replies: [WirePasswordManagerReply] = [
        .init(), .with { $0.fillPlan = .init() }, .with { $0.login.passwordLength = 7 }, .with { $0.refusal.code = 8 },
        .with { $0.otherManager = "another" },
    ]

    /// The program waits no longer, nor do others.
    @Test(arguments: replies) func malformedAnswerEndsTheSheet(reply: WirePasswordManagerReply) throws {
        let (program, taker, id) = try takenSheet(.find)
        let end = WireSheetEnd.with { ($0.id, $0.reply) = (id, reply) }
        guard case .failure? = try taker.ask(.endSheet(end), secret: [1, 2, 3]).reply.body else {
            throw RawClient.NoAnswer()
        }
        #expect(try program.receive(WireReply.self).passwordManager.refusal.code == 3)
    }

    @Test func allThatALoginMayHaveReachesTheProgram() throws {
        let (program, taker, id) = try takenSheet(.store)
        let value = [UInt8](repeating: 7, count: PasswordManagerLimits.text)
        var login = WireLoginDetails()
        let names = (0..<PasswordManagerLimits.fields).map { "field \($0)" }
        let secret = login.encode(LoginSecrets(password: value, fields: names.map { ($0, value) }))
        let end = WireSheetEnd.with { ($0.id, $0.reply) = (id, .with { $0.login = login }) }
        let bytes = secret.withUnsafeBytes { Array($0) }
        guard case .done? = try taker.ask(.endSheet(end), secret: bytes).reply.body else { throw RawClient.NoAnswer() }
        #expect(try program.receiveFrame().secret == bytes)
    }

    @Test func prompterThatDoesNotReadIsDisconnected() throws {
        let deaf = try presenter()
        // Each is told, and so is the other, of its coming and going.
        for _ in 0..<600 { _ = try presenter().receive(WireReply.self) }
        #expect(deaf.isHungUp())
    }
}
