import Foundation
import Glibc
import Testing

@testable import KeychainServices

/// A real agent, which serves the keychain below a directory of the test's own.
final class AgentProcess {
    private(set) var process = Process()
    let home: String
    private var isRunning = false

    static let program = Helper.directory + "/chatelaine"

    /// - Parameter home: the agent's `CHATELAINE_HOME`.
    init(home: String) throws {
        self.home = home
        try start()
    }

    deinit { if isRunning { kill() } }

    var environment: [String: String] { ["CHATELAINE_HOME": home] }

    /// Returns when it listens.
    func start() throws {
        process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: Self.program)
        process.arguments = ["agent"]
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = output
        try process.run()
        isRunning = true
        let line = output.fileHandleForReading.availableData
        try #require(String(decoding: line, as: UTF8.self).hasPrefix("listening on \(home)/run/agent.socket"))
    }

    func kill() {
        isRunning = false
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// As a service manager does; it has to end cleanly.
    func end() {
        isRunning = false
        process.terminate()
        process.waitUntilExit()
        #expect(process.terminationReason == .exit && process.terminationStatus == 0)
    }

    /// A client of it.
    func helper(_ arguments: String...) throws -> Helper { try Helper(arguments, environment: environment) }

    func command(_ arguments: String...) throws -> (text: String, exitCode: Int32) {
        try runTool(["CHATELAINE_HOME=\(home)", Self.program] + arguments)
    }

    // MARK: - What it uses

    /// In KiB, without what it shares with its file.
    var memory: Int {
        let status = (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") }
        return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
    }

    var descriptors: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.processIdentifier)/fd"))?.count ?? 0
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
