import Foundation
import Glibc

/// The command line beside secret-tool: what a script pays for one lookup or one store. And while that one's keyring is filled:
/// many programs beside each other.
struct ProcessBench {
    let chatelaine: String
    let secretTool: String
    let items: Int
    private static let rounds = 100

    func run(_ report: inout Report) throws {
        for number in 0..<items {
            try expectSuccess(run(store(chatelaine: number), input: "secret-of-24-bytes-12345"))
            try expectSuccess(run(store(secretTool: number), input: "secret-of-24-bytes-12345"))
        }
        try compareGet("get as a process", &report)
        try withAgent { try compareGet("get as a process, through the agent,", &report) }
        try ParallelBench(chatelaine: chatelaine, items: items).run(&report)
        try compare("set as a process beside secret-tool store", atLeast: 4, &report) { round in
            (store(chatelaine: items + round), store(secretTool: items + round))
        }
    }

    private func compareGet(_ name: String, _ report: inout Report) throws {
        var shuffle = Shuffle()
        try compare("\(name) beside secret-tool lookup", atLeast: 1.5, &report) { _ in
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
            let (time, status) = try run(our, input: "secret-of-24-bytes-12345")
            let (theirTime, theirStatus) = try run(their, input: "secret-of-24-bytes-12345")
            guard status == 0, theirStatus == 0 else {
                throw BenchError("\(name): status \(status) and \(theirStatus)")
            }
            ours.append(time)
            theirs.append(theirTime)
        }
        let ratio = Sample(theirs).median / Sample(ours).median
        report.line(
            "\(name), \(items) items",
            "\((Sample(ours).median / 1e6).formatted(2)) ms beside \((Sample(theirs).median / 1e6).formatted(2)) ms: "
                + "\(ratio.formatted(1)) × faster",
            target: "≥ \(target.formatted(1)) ×", met: ratio >= target)
    }

    private func expectSuccess(_ result: (time: Int64, status: Int32)) throws {
        guard result.status == 0 else { throw BenchError("filling: status \(result.status)") }
    }

    /// Runs a command with `input` on its standard input and its output thrown away; nanoseconds from start to end.
    private func run(_ command: [String], input: String) throws -> (time: Int64, status: Int32) {
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw BenchError("pipe") }
        _ = Array(input.utf8).withUnsafeBytes { write(ends[1], $0.baseAddress, $0.count) }
        close(ends[1])
        defer { close(ends[0]) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
        var arguments = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var child: pid_t = 0
        let start = monotonicNow()
        guard posix_spawn(&child, command[0], &actions, nil, &arguments, environ) == 0 else {
            throw BenchError("cannot run \(command[0])")
        }
        var status: Int32 = 0
        while waitpid(child, &status, 0) == -1, errno == EINTR {}
        return (monotonicNow() - start, status)
    }
}
