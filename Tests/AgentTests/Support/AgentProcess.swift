import AgentProtocol
import Foundation
import Glibc
import Testing

/// The programs that were built beside these tests, or beside the one that `CHATELAINE_EXECUTABLE` names.
enum Built {
    static let directory: String = {
        let named = getenv("CHATELAINE_EXECUTABLE").map { String(cString: $0) }
        let program = URL(fileURLWithPath: named ?? "/proc/self/exe").resolvingSymlinksInPath()
        return program.deletingLastPathComponent().path
    }()
    static let chatelaine = directory + "/chatelaine"
    static let tutorial = directory + "/KeychainTutorial"
    static let probe = directory + "/agent-probe"
}

/// A process of the command line that serves a keychain of the test's own.
final class AgentProcess {
    let process = Process()
    let home: String
    var socketPath: String { home + "/run/agent.socket" }
    private let output = Pipe()

    /// Returns when it listens.
    ///
    /// - Parameters:
    ///   - user: whom it runs as; nil: as this process.
    ///   - files: how many descriptors it may have; nil: as many as this process.
    init(home: String, user: Int? = nil, files: Int? = nil) throws {
        self.home = home
        var words = [Built.chatelaine, "agent"]
        if let files { words = ["/usr/bin/prlimit", "--nofile=\(files):\(files)"] + words }
        if let user {
            // The build directory may be nobody's to enter.
            for name in ["chatelaine", "chatelaine-agent", "chatelaine-identify"] {
                let (built, copy) = (Built.directory + "/" + name, home + "/" + name)
                // A file that was just written may still be open in a program that another test is starting, and cannot be executed
                // then.
                guard link(built, copy) != 0 else { continue }
                try copyProgram(built, to: copy)
            }
            words[0] = home + "/chatelaine"
            words = ["/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"] + words
        }
        process.executableURL = URL(fileURLWithPath: words[0])
        process.arguments = Array(words.dropFirst())
        process.environment = Self.environment(home: home)
        process.standardOutput = output
        try process.run()
        hasEnded = false
        let said = line()
        guard said != "listening on \(socketPath)" else { return }
        kill()
        try #require(said == "listening on \(socketPath)", "\(process.terminationReason) \(process.terminationStatus)")
    }

    deinit { end() }

    static func environment(home: String) -> [String: String] {
        var variables = ProcessInfo.processInfo.environment
        variables["CHATELAINE_HOME"] = home
        return variables
    }

    private func line() -> String? {
        var text: [UInt8] = []
        while text.last != 10 {
            let chunk = output.fileHandleForReading.readData(ofLength: 1)
            guard !chunk.isEmpty else { return nil }
            text += chunk
        }
        return String(decoding: text.dropLast(), as: UTF8.self)
    }

    /// Also before it runs.
    private var hasEnded = true

    /// Ends it as a service manager does.
    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        process.terminate()
        process.waitUntilExit()
        let isClean = process.terminationReason == .exit && process.terminationStatus == 0
        if !isClean { Issue.record("the agent ended: \(process.terminationReason) \(process.terminationStatus)") }
    }

    /// Ends it as the kernel does when memory is short.
    func kill() {
        hasEnded = true
        Glibc.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// How many descriptors it has open; nil if this process may not look.
    var descriptors: Int? {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.processIdentifier)/fd"))?.count
    }

    /// What it has computed so far, in hundredths of a second.
    var processorTime: Int {
        let text = (try? String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)) ?? ""
        // After the name, which may have anything in it, come eleven fields and then the two times (proc(5)).
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        return fields.count > 13 ? (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0) : 0
    }

    /// Runs a program that uses the keychain at `home`, to its end.
    static func run(
        _ path: String, _ arguments: [String], home: String, input: String = ""
    ) throws -> (text: String, status: Int32) {
        let process = Process()
        let (output, given) = (Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        process.environment = environment(home: home)
        process.standardOutput = output
        process.standardError = output
        process.standardInput = given
        try process.run()
        try given.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try given.fileHandleForWriting.close()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (String(decoding: data, as: UTF8.self), process.terminationStatus)
    }

    func run(_ arguments: String..., input: String = "") throws -> (text: String, status: Int32) {
        try Self.run(Built.chatelaine, arguments, home: home, input: input)
    }
}
