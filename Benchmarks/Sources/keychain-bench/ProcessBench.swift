import Foundation
import Glibc

/// The benchmark of the command line, compared with secret-tool: the time of one lookup or one store in a script. While secret-tool's
/// keyring is filled, it also runs ``ParallelBench``.
struct ProcessBench {
    let chatelaine: String
    let secretTool: String
    let items: Int
    private static let rounds = 100

    func run(_ report: inout Report) throws {
        for number in 0..<items {
            try expectSuccess(ChildProcess.time(store(chatelaine: number), input: "secret-of-24-bytes-12345"))
            try expectSuccess(ChildProcess.time(store(secretTool: number), input: "secret-of-24-bytes-12345"))
        }
        try compareGet("get as a process", &report)
        try withAgent { try compareGet("get as a process, through the agent,", &report) }
        try ParallelBench(chatelaine: chatelaine, items: items).run(&report)
        try compare("set as a process compared with secret-tool store", atLeast: 4, &report) { round in
            (store(chatelaine: items + round), store(secretTool: items + round))
        }
    }

    private func compareGet(_ name: String, _ report: inout Report) throws {
        var shuffle = Shuffle()
        try compare("\(name) compared with secret-tool lookup", atLeast: 1.5, &report) { _ in
            let number = shuffle.next(below: items)
            return (
                [chatelaine, "get", "service", "account-\(number)"],
                [secretTool, "lookup", "service", "service", "account", "account-\(number)"]
            )
        }
    }

    /// Runs `body` while an agent serves the keychain that the command line uses.
    private func withAgent(_ body: () throws -> Void) throws {
        guard let home = ProcessInfo.processInfo.environment["CHATELAINE_HOME"] else {
            throw BenchError("CHATELAINE_HOME is not set")
        }
        let agent = try AgentProcess(chatelaine, home: home)
        defer { agent.stop() }
        try body()
    }

    private func store(chatelaine number: Int) -> [String] { [chatelaine, "set", "service", "account-\(number)"] }

    private func store(secretTool number: Int) -> [String] {
        [secretTool, "store", "--label", "Label \(number)", "service", "service", "account", "account-\(number)"]
    }

    private func compare(
        _ name: String, atLeast target: Double, _ report: inout Report, _ commands: (Int) -> ([String], [String])
    ) throws {
        var ours: [Int64] = []
        var theirs: [Int64] = []
        for round in 0..<Self.rounds {
            let (our, their) = commands(round)
            let (time, status) = try ChildProcess.time(our, input: "secret-of-24-bytes-12345")
            let (theirTime, theirStatus) = try ChildProcess.time(their, input: "secret-of-24-bytes-12345")
            guard status == 0, theirStatus == 0 else {
                throw BenchError("\(name): status \(status) and \(theirStatus)")
            }
            ours.append(time)
            theirs.append(theirTime)
        }
        let ratio = Sample(theirs).median / Sample(ours).median
        report.line(
            "\(name), \(items) items",
            "\((Sample(ours).median / 1e6).formatted(2)) ms compared with \((Sample(theirs).median / 1e6).formatted(2)) ms: "
                + "\(ratio.formatted(1)) × faster",
            target: "≥ \(target.formatted(1)) ×", met: ratio >= target)
    }

    private func expectSuccess(_ result: (time: Int64, status: Int32)) throws {
        guard result.status == 0 else { throw BenchError("filling: status \(result.status)") }
    }
}
