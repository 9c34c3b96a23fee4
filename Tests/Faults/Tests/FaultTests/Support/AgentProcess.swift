import Foundation
import Glibc
import TestSupport
import Testing

@testable import KeychainServices

/// A real agent, which serves the keychain below a directory of the test's own.
final class AgentProcess {
    private(set) var process: ChildProcess
    let home: String

    static let program = BuiltPrograms.path("chatelaine")

    /// - Parameter home: the agent's `CHATELAINE_HOME`.
    init(home: String) throws {
        self.home = home
        process = try Self.start(home)
    }

    var environment: [String: String] { ["CHATELAINE_HOME": home] }

    /// Starts it again. Returns when it listens.
    func start() throws { process = try Self.start(home) }

    private static func start(_ home: String) throws -> ChildProcess {
        let variables = ProcessInfo.processInfo.environment.merging(["CHATELAINE_HOME": home]) { $1 }
        let process = try ChildProcess([program, "agent"], variables: variables)
        try process.expectLine("listening on \(home)/run/agent.socket")
        return process
    }

    func kill() { process.end() }

    /// As a service manager does; it has to end cleanly.
    func end() {
        process.send(SIGTERM)
        #expect(process.wait() == 0)
    }

    /// A client of it.
    func helper(_ arguments: String...) throws -> Helper { try Helper(arguments, environment: environment) }

    func command(_ arguments: String...) throws -> (text: String, exitCode: Int32) {
        try runTool(["CHATELAINE_HOME=\(home)", Self.program] + arguments)
    }

    // MARK: - What it uses

    /// In KiB, without what it shares with its file.
    var memory: Int {
        let status = (try? String(contentsOfFile: "/proc/\(process.id)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }

    var descriptors: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.id)/fd"))?.count ?? 0
    }

    /// The keychain that it serves, opened past it.
    func keychain() throws -> Keychain {
        let file = KeychainFile(root: KeychainRoot(path: home + "/data"), name: "default")
        return try translatingErrors {
            Keychain(
                store: try Store(file: file, passcodeCost: .cheapForTests), accessGroups: AccessGroups(["*"]))
        }
    }
}
