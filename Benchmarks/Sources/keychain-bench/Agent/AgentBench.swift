import AgentClient
import Foundation
import Glibc
import KeychainServices
import Security

/// The benchmark of the keychain through an agent, for each size: the cost of a round trip, the effect of a writer on a reader, and the
/// agent's resources at rest and at its start.
struct AgentBench {
    let chatelaine: String
    let directory: String
    let sizes: [Int]

    /// The number of rounds of each measurement with a fixed duration.
    private static let rounds = 7

    func run(_ report: inout Report) throws {
        var base: [Int: Double] = [:]
        for size in sizes {
            let home = directory + "/\(size)"
            _ = try BenchKeychain(count: size, directory: home + "/data", groups: .ofThisProgram())
            let agent = try AgentProcess(chatelaine, home: home)
            defer { agent.stop() }
            try roundTrips(size, home, agent, &base, &report)
            try readerWithWriter(size, home, &report)
        }
        if let largest = sizes.last {
            let home = directory + "/\(largest)"
            try atRest(largest, home, &report)
            try start(largest, home, &report)
        }
    }

    // MARK: - Round trips

    private func roundTrips(
        _ size: Int, _ home: String, _ agent: AgentProcess, _ base: inout [Int: Double], _ report: inout Report
    ) throws {
        let (socket, relay) = (AgentProcess.socket(home: home), home + "/relay")
        let frames = try Self.child(["frame-sizes", relay, socket, "\(size)"], home: relay)
        let frameTexts = frames[0].map { "\(Int($0))" }
        let lines = try Self.child(["round-trips", home, "\(size)", "\(agent.pid)"] + frameTexts, home: home)
        for (line, placement) in zip(lines, Placement.all()) {
            let (embedded, served, echo) = (line[1], line[2], line[3])
            let ratio = (served - embedded) / echo
            report.line(
                "lookup through the agent minus in process at \(size), \(placement.name)",
                "\(served.microseconds) − \(embedded.microseconds) µs compared with an echo of \(frameTexts[0]) and "
                    + "\(frameTexts[1]) bytes in \(echo.microseconds) µs: \(ratio.formatted(2)) ×",
                target: "≤ 2.5 ×", met: ratio <= 2.5)
            let number = Int(line[0])
            let way = served - embedded
            if let first = base[number] {
                report.line(
                    "ratio to the same at \(sizes[0])", "\((way / first).formatted(2)) ×", target: "≤ 1.5 ×",
                    met: way <= 1.5 * first)
            }
            base[number] = base[number] ?? way
        }
    }

    /// Runs this program as a child and returns the numbers in its output lines.
    static func child(_ arguments: [String], home: String) throws -> [[Double]] {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["CHATELAINE_HOME": home]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0, !text.isEmpty else { throw BenchError(arguments[0]) }
        return text.split(separator: "\n").map { $0.split(separator: " ").compactMap { Double($0) } }
    }

    // MARK: - A reader with a concurrent writer

    private func readerWithWriter(_ size: Int, _ home: String, _ report: inout Report) throws {
        let reader = try BenchClientProcess(.keychain, items: size, home: home)
        let writer = try BenchClientProcess(.keychain, items: size, adds: true, home: home)
        var (idle, busy, writes): ([Double], [Double], [Double]) = ([], [], [])
        for _ in 0..<Self.rounds {
            try reader.order("milliseconds 500")
            idle.append(try reader.outcome().median)
            try writer.order("milliseconds 600")
            try reader.order("milliseconds 500")
            busy.append(try reader.outcome().median)
            writes.append(try writer.outcome().rate)
        }
        let (alone, beside) = (idle.median, busy.median)
        report.line(
            "a reader's median while another client writes at \(size)",
            "\(beside.microseconds) µs (\(writes.median.formatted(0)) writes/s) compared with \(alone.microseconds) µs: "
                + "\((beside / alone).formatted(2)) ×",
            target: "≤ 3 ×", met: beside <= 3 * alone)
    }

    // MARK: - At rest, and at the start

    private func atRest(_ size: Int, _ home: String, _ report: inout Report) throws {
        let agent = try AgentProcess(chatelaine, home: home)
        defer { agent.stop() }
        let client = try BenchClientProcess(.keychain, items: size, home: home)
        try client.order("count 10000")
        _ = try client.outcome()
        // The log is written to the disk within a second of the last request; the thread that writes it stays for five more.
        Thread.sleep(forTimeInterval: 8)
        let memory = try agent.anonymousMemory()
        let before = try agent.sleeps()
        Thread.sleep(forTimeInterval: 5)
        let wakeUps = try agent.wakeUps(since: before)
        report.line(
            "the agent's anonymous memory after 10,000 lookups over \(size)", "\(memory) KiB", target: "≤ 16 MiB",
            met: memory <= 16 * 1024)
        report.line(
            "its wake-ups in 5 s of rest, a client connected", "\(wakeUps)", target: "0", met: wakeUps == 0)
    }

    private func start(_ size: Int, _ home: String, _ report: inout Report) throws {
        let times = try (0..<11).map { _ in
            try Self.child(["first-answer", chatelaine, home, "\(size)"], home: home)[0]
        }
        let (listening, answered) = (times.map { $0[0] }.median / 1e6, times.map { $0[1] }.median / 1e6)
        report.line(
            "start of the agent to the first answer at \(size)",
            "\(answered.formatted(1)) ms (\(listening.formatted(1)) until it listens)", target: "≤ 50 ms",
            met: answered <= 50)
    }

    /// Starts an agent, requests an item, and prints the nanoseconds until the agent listened and until it had answered.
    ///
    /// The agent identifies the requesting program, and computes its hash if root does not protect it. If this program is in a
    /// user's directory, its size therefore matters.
    static func firstAnswer(_ chatelaine: String, home: String, size: Int) throws {
        let start = monotonicNow()
        let agent = try AgentProcess(chatelaine, home: home)
        defer { agent.stop() }
        let listening = monotonicNow() - start
        let bench = BenchKeychain(directory: "", keychain: try Keychain.userDefault(), count: size)
        _ = try bench.lookup(size / 2)
        print(listening, monotonicNow() - start)
        guard bench.keychain.path == nil else { throw BenchError("the agent is not used") }
    }
}

extension [Double] {
    var median: Double { sorted()[count / 2] }
}
