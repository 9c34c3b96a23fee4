import AgentProtocol
import Foundation
import PasswordManagerTesting
import TestSupport
import Testing

/// Examples/ExtensionTour.swift as a program of its own, which finds a password manager in this process by its
/// manifest.
@Suite struct TourTests {
    private let desktop: TestDesktop
    init() throws { desktop = try TestDesktop() }

    /// Runs it, and gives what it prints and its status.
    private func tour(_ words: String..., environment: [String: String] = [:]) async throws -> (String, Int32) {
        let program = try ChildProcess(
            [BuiltPrograms.path("ExtensionTour")] + words,
            variables: desktop.environment.merging(environment) { $1 })
        return await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: (program.text(), program.wait())) }
        }
    }

    @Test func tourRunsAllFourOperations() async throws {
        let toy = try desktop.install { received in
            switch received.message.operation {
            case .find: ToyPasswordManager.login("wendy", "secret", totp: "123456")
            case .store: ToyPasswordManager.login("wendy", "0123456789abcdef", fields: [("firstname", "Wendy")])
            case .change: ToyPasswordManager.login("wendy", "new", oldPassword: "older")
            default: ToyPasswordManager.filling(received, with: .login("wendy", "secret", for: "https://acme.com"))
            }
        }
        // The keychain's token is only for the agent.
        let token = ["CHATELAINE_TOKEN": "chtl_not-for-others"]
        #expect(try await tour("login", environment: token) == ("Logging in as wendy with the code 123456.\n", 0))
        #expect(
            try await tour("register") == ("Registering wendy, Wendy, with a password of 16 characters.\n", 0))
        #expect(
            try await tour("change")
                == ("Changing a password of 5 characters to one of 3 characters.\n", 0))
        #expect(try await tour("fill") == ("user: wendy\npass: 6 characters\nThe page is filled.\n", 0))
        var requests = toy.requests.makeAsyncIterator()
        #expect(try #require(await requests.next()).token.isEmpty)
        let registration = try #require(await requests.next())
        #expect(
            registration.message.generator.forbiddenCharacters == "0O1lI" && registration.secret == Array("Wendy".utf8))
    }

    @Test func errorsOfTheManagerAreStatuses() async throws {
        #expect(try await tour("login").1 == 1)
        let toy = try desktop.install { received in
            switch received.message.operation {
            case .find: ToyPasswordManager.refusal(0)
            case .change: .hangUp
            default: .bytes(ToyPasswordManager.frame([0xff]))
            }
        }
        #expect(try await tour("login") == ("Nothing was picked.\n", 10))
        #expect(try await tour("change").1 == 12)
        #expect(try await tour("register").1 == 13)
        #expect(try await tour("login", "").1 == 16)
        _ = toy
    }
}
