import Foundation
import PasswordVault

/// The benchmark of the vault's commands, through an agent that has the vault open, compared with keepassxc-cli and its
/// database.
///
/// It has to run in a terminal: the command line can use a vault only in the terminal in which its master password was
/// entered.
struct VaultProcessBench {
    let chatelaine: String
    let keepass: String
    let directory: String
    let size: Int
    let theirSize: Int
    private static let rounds = 101
    private static let theirRounds = 11

    func run(_ report: inout Report) throws {
        setenv("CHATELAINE_HOME", directory, 1)
        setenv("QT_QPA_PLATFORM", "offscreen", 1)
        let bench = try BenchVault(count: size, directory: directory + "/data")
        bench.vault.close()
        let agent = try AgentProcess(chatelaine, home: directory)
        defer { agent.stop() }
        try expectSuccess("unlock", "--password-stdin", input: BenchVault.password + "\n")
        try show(&report)
        let search = try searchProcess()
        let inside = try searchInProcess()
        let database = try KeePassDatabase(keepass, entries: theirSize, directory: directory)
        try compare(process: search, inside: inside, database, &report)
    }

    // MARK: - Commands of chatelaine

    private func show(_ report: inout Report) throws {
        let start = Sample(try (0..<Self.rounds).map { _ in try time([chatelaine, "version"]) }).median
        var shuffle = Shuffle()
        let show = try Sample(
            (0..<Self.rounds).map { _ in
                try time([chatelaine, "vault", "show", BenchVault.title(shuffle.next(below: size))])
            }
        ).median
        report.line(
            "vault show as a process through the agent, \(size) items",
            "\((show / 1e6).formatted(1)) ms, of which \((start / 1e6).formatted(1)) ms for a process that does nothing",
            target: "≤ 15 ms", met: show <= 15e6)
    }

    private func searchProcess() throws -> Double {
        var shuffle = Shuffle()
        let times = try (0..<Self.rounds).map { _ in
            let title = BenchVault.title(shuffle.next(below: size))
            return try time([chatelaine, "vault", "search", title, "--limit", "1000"])
        }
        return Sample(times).median
    }

    /// Measures a search without the agent and other processes.
    private func searchInProcess() throws -> Double {
        // Other processes cannot open the agent's vaults, so a vault of its own is made.
        let bench = try BenchVault(count: size, directory: directory + "/inside")
        var shuffle = Shuffle()
        return try Sample(
            (0..<Self.rounds).map { _ in
                let start = monotonicNow()
                _ = try bench.vault.search(BenchVault.title(shuffle.next(below: size)), limit: 1000)
                return monotonicNow() - start
            }
        ).median
    }

    private func time(_ command: [String]) throws -> Int64 {
        let result = try ChildProcess.time(command, input: "")
        guard result.status == 0 else {
            throw BenchError("\(command.dropFirst().joined(separator: " ")): status \(result.status)")
        }
        return result.time
    }

    private func expectSuccess(_ arguments: String..., input: String) throws {
        let result = try ChildProcess.time([chatelaine, "vault"] + arguments, input: input)
        guard result.status == 0 else { throw BenchError("vault \(arguments): status \(result.status)") }
    }

    // MARK: - Comparison with keepassxc-cli

    private func compare(
        process: Double, inside: Double, _ database: KeePassDatabase, _ report: inout Report
    ) throws {
        let wanted = BenchVault.title(theirSize / 2)
        let whole = try Sample((0..<Self.theirRounds).map { _ in try database.time("search", wanted) }).median
        let list = try Sample((0..<Self.theirRounds).map { _ in try database.time("ls") }).median
        var shuffle = Shuffle()
        let theirs = try Sample(
            database.searches((0..<Self.rounds).map { _ in BenchVault.title(shuffle.next(below: theirSize)) })
        ).median
        line("vault search as a process through the agent", process, "keepassxc-cli search", whole, &report)
        line(
            "vault search in process", inside, "keepassxc-cli search, its key derivation and opening included,", whole,
            &report)
        line("vault search in process", inside, "one more search of an open keepassxc-cli", theirs, &report)
        let difference = "search − ls: \(((whole - list) / 1e6).formatted(0)) ms"
        report.line(
            "keepassxc-cli ls, for what opening costs it", "\((list / 1e6).formatted(0)) ms; \(difference)",
            target: "-",
            met: true)
    }

    private func line(
        _ name: String, _ ours: Double, _ theirName: String, _ theirs: Double, _ report: inout Report
    ) {
        let ratio = theirs / ours
        report.line(
            "\(name) over \(size) compared with \(theirName) over \(theirSize)",
            "\((ours / 1e6).formatted(1)) ms compared with \((theirs / 1e6).formatted(1)) ms: \(ratio.formatted(1)) × faster",
            target: "≥ 10 ×", met: ratio >= 10)
    }
}
