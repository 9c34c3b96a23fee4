import Foundation

/// The benchmark of opening the sheet for a page, with the vault in the same process and through an agent.
struct SheetBench {
    /// The directory of the programs, with `sheet-probe` in place of the command line. An agent in the same directory
    /// accepts it as the command line.
    let programs: String
    let directory: String
    let size: Int
    private static let rounds = 21

    func run(_ report: inout Report) throws {
        setenv("CHATELAINE_HOME", directory, 1)
        let bench = try BenchVault(count: size, directory: directory + "/data")
        bench.vault.close()
        try measure("in process", &report)
        let agent = try AgentProcess(programs + "/chatelaine-agent", arguments: [], home: directory)
        defer { agent.stop() }
        try measure("through the agent", &report)
    }

    private func measure(_ way: String, _ report: inout Report) throws {
        let command = [programs + "/chatelaine", BenchVault.website(size / 2), "\(Self.rounds)", "1"]
        let times = try ChildProcess.numbers(command, input: BenchVault.password + "\n")
        let median = Sample(times.map(Int64.init)).median
        report.line(
            "opening the sheet over \(size) logins, \(way)", "\((median / 1e6).formatted(1)) ms", target: "≤ 100 ms",
            met: median <= 100e6)
    }
}
