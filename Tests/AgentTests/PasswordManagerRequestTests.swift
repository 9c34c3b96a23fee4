import AgentProtocol
import AppExtensions
import Foundation
import Glibc
import TestSupport
import Testing

/// What programs get that ask an agent for logins.
@Suite struct PasswordManagerRequestTests {
    private let directory: TemporaryDirectory

    init() throws {
        directory = try TemporaryDirectory()
        let manifests = directory("data/password-managers")
        try FileManager.default.createDirectory(atPath: manifests, withIntermediateDirectories: true)
        let file = manifests + "/chatelaine.json"
        try FileManager.default.copyItem(atPath: Self.manifest, toPath: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
    }

    /// The one that is installed.
    private static let manifest = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Packaging/password-managers/chatelaine.json").standardizedFileURL.path

    private var manager: PasswordManagerExtension {
        let variables = [
            "HOME": directory.path, "XDG_DATA_HOME": directory("data"), "XDG_DATA_DIRS": directory("none"),
            "CHATELAINE_HOME": directory.path,
        ]
        var environment = ManagerEnvironment(variable: { variables[$0] }, start: { _ in })
        environment.systemUnitDirectories = []
        return PasswordManagerExtension(environment: environment)
    }

    private func code(_ manager: PasswordManagerExtension) async -> PasswordManagerError.Code? {
        do throws(PasswordManagerError) {
            _ = try await manager.findLogin(forURLString: "https://example.com")
            return nil
        } catch { return error.code }
    }

    @Test func ourManifestLeadsToTheAgent() async throws {
        #expect(!manager.isAppExtensionAvailable())
        #expect(await code(manager) == .failedToContactExtension)
        let agent = try AgentProcess(home: directory.path)
        #expect(manager.isAppExtensionAvailable())
        agent.end()
    }

    /// An agent without a program that shows sheets refuses the request, and continues to serve.
    @Test func anAgentThatCannotShowASheetCannotBeContacted() async throws {
        let agent = try AgentProcess(home: directory.path)
        let error = await #expect(throws: PasswordManagerError.self) {
            try await manager.findLogin(forURLString: "https://example.com")
        }
        #expect(error?.code == .failedToContactExtension)
        #expect(error?.localizedDescription.contains("there is no display and no terminal") == true)
        #expect(try RawClient(agent.socketPath).greet().hasFailure == false)
        agent.end()
    }

    /// It is stopped, so that it cannot answer, and killed while the program waits.
    @Test func anAgentThatIsKilledInTheMiddleCannotBeContacted() async throws {
        let agent = try AgentProcess(home: directory.path)
        kill(agent.process.id, SIGSTOP)
        let task = Task { await code(manager) }
        agent.kill()
        #expect(await task.value == .failedToContactExtension)
    }
}
