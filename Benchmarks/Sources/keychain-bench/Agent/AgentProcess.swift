import Foundation
import Glibc

/// A running `chatelaine agent`.
struct AgentProcess {
    private let process = Process()

    var pid: pid_t { process.processIdentifier }

    /// Starts the agent and waits until it listens.
    ///
    /// - Parameters:
    ///   - chatelaine: the path of the command line.
    ///   - arguments: the arguments; none if `chatelaine` is the agent's own program.
    ///   - home: the value of `CHATELAINE_HOME`.
    init(_ chatelaine: String, arguments: [String] = ["agent"], home: String) throws {
        process.executableURL = URL(fileURLWithPath: chatelaine)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["CHATELAINE_HOME": home]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        guard String(decoding: output.fileHandleForReading.availableData, as: UTF8.self).hasPrefix("listening on")
        else {
            throw BenchError("the agent does not start")
        }
    }

    /// Returns the path of the agent's socket.
    static func socket(home: String) -> String { home + "/run/agent.socket" }

    func stop() {
        process.terminate()
        process.waitUntilExit()
    }

    // MARK: - At rest

    /// Returns the agent's anonymous memory in KiB.
    ///
    /// The agent is not dumpable: only root can read the kernel's summary of its mappings, but every user can read its counters.
    func anonymousMemory() throws -> Int {
        if let maps = try? numbers(in: "/proc/\(pid)/smaps_rollup", named: "Anonymous").first { return maps }
        guard let counted = try numbers(in: "/proc/\(pid)/status", named: "RssAnon").first else {
            throw BenchError("memory of the agent")
        }
        return counted
    }

    /// Returns the number of voluntary context switches of each of its threads.
    func sleeps() throws -> [pid_t: Int] {
        let threads = try Self.threads(of: pid).map { thread in
            (
                thread,
                try numbers(in: "/proc/\(pid)/task/\(thread)/status", named: "voluntary_ctxt_switches").reduce(0, +)
            )
        }
        return Dictionary(uniqueKeysWithValues: threads)
    }

    /// Returns how often its threads have been woken since `before`: voluntary context switches, new threads and ended threads.
    func wakeUps(since before: [pid_t: Int]) throws -> Int {
        let now = try sleeps()
        let ended = before.keys.filter { now[$0] == nil }.count
        return now.reduce(ended) { sum, thread in
            sum + (before[thread.key].map { thread.value - $0 } ?? 1)
        }
    }

    private func numbers(in path: String, named name: String) throws -> [Int] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix(name + ":") }
            .compactMap { $0.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } }
    }

    static func threads(of pid: pid_t) throws -> [pid_t] {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/task").compactMap { pid_t($0) }
    }
}
