import AgentProtocol
import Foundation
import Glibc
import TestSupport
import Testing

/// The programs that were built with these tests.
enum Built {
    static let chatelaine = BuiltPrograms.path("chatelaine")
    static let tutorial = BuiltPrograms.path("KeychainTutorial")
    static let probe = BuiltPrograms.path("agent-probe")
}

/// A process of the command line that serves a keychain of the test's own.
final class AgentProcess {
    let process: ChildProcess
    let home: String
    var socketPath: String { home + "/run/agent.socket" }

    /// Returns when it listens.
    ///
    /// - Parameters:
    ///   - user: whom it runs as; nil: as this process.
    ///   - files: how many descriptors it may have; nil: as many as this process.
    ///   - options: of the command.
    init(home: String, user: Int? = nil, files: Int? = nil, options: [String] = []) throws {
        self.home = home
        var words = [Built.chatelaine, "agent"] + options
        if let files { words = ["/usr/bin/prlimit", "--nofile=\(files):\(files)"] + words }
        if let user {
            // The user `nobody` may have no access to the build directory.
            for name in ["chatelaine", "chatelaine-agent", "chatelaine-identify"] {
                let (built, copy) = (BuiltPrograms.path(name), home + "/" + name)
                try ChildProcess.linkOrCopy(built, to: copy)
            }
            words[0] = home + "/chatelaine"
            words = ["/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"] + words
        }
        process = try ChildProcess(words, variables: Self.environment(home: home))
        try process.expectLine("listening on \(socketPath)")
    }

    deinit { end() }

    static func environment(home: String) -> [String: String] {
        var variables = ProcessInfo.processInfo.environment
        variables["CHATELAINE_HOME"] = home
        return variables
    }

    private var hasEnded = false

    /// Ends it as a service manager does.
    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        process.send(SIGTERM)
        let status = process.wait()
        if status != 0 { Issue.record("the agent ended: \(status)") }
    }

    /// Ends it as the kernel does when memory is short.
    func kill() {
        hasEnded = true
        process.end()
    }

    /// How many descriptors it has open; nil if this process may not look.
    var descriptors: Int? {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.id)/fd"))?.count
    }

    /// What it has computed so far, in hundredths of a second.
    var processorTime: Int {
        let text = (try? String(contentsOfFile: "/proc/\(process.id)/stat", encoding: .utf8)) ?? ""
        // After the name, which may have anything in it, come eleven fields and then the two times (proc(5)).
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        return fields.count > 13 ? (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) : 0
    }

    /// The most memory that it has had so far, in bytes (VmHWM of proc(5)); nil if this process may not look.
    var mostMemory: Int? {
        let text = (try? String(contentsOfFile: "/proc/\(process.id)/status", encoding: .utf8)) ?? ""
        func bytes(_ name: String) -> Int? {
            let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
            return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }.map { $0 << 10 }
        }
        // Pages of executables and libraries come with the first use of their code, and the kernel can take them back.
        guard let most = bytes("VmHWM"), let ofFiles = bytes("RssFile") else { return nil }
        return most - ofFiles
    }

    /// Runs a program that uses the keychain at `home`, to its end.
    static func run(
        _ path: String, _ arguments: [String], home: String, input: String = ""
    ) throws -> (text: String, status: Int32) {
        let (output, status) = try ChildProcess.run(
            [path] + arguments, variables: environment(home: home), input: input, errors: .piped)
        return (output, status)
    }

    func run(_ arguments: String..., input: String = "") throws -> (text: String, status: Int32) {
        try Self.run(Built.chatelaine, arguments, home: home, input: input)
    }
}
