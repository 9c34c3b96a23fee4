import AgentClient
import Foundation
import Glibc
import KeychainServices
import Security

/// The benchmark of signatures by keys that never leave the agent, compared with openssl's time and an echo of as many bytes.
struct ServedKeyBench {
    let chatelaine: String
    let home: String
    /// A tenth of the blocks that a lookup gets: a signature takes longer.
    private static let blocks = RoundTripBench.blocks / 10

    /// - Parameter floors: openssl's nanoseconds for a signature.
    func run(_ floors: [BenchKey: Double], _ report: inout Report) throws {
        let bench = try BenchKeychain(count: 1000, directory: home + "/data", groups: .ofThisProgram())
        try Keychain.$override.withValue(bench.keychain) {
            for kind in BenchKey.allCases { _ = try kind.make(tag: kind.rawValue) }
        }
        bench.keychain.close()
        let agent = try AgentProcess(chatelaine, home: home)
        defer { agent.stop() }
        for kind in BenchKey.allCases {
            guard let floor = floors[kind] else { continue }
            try run(kind, floor, agent, &report)
        }
    }

    private func run(_ kind: BenchKey, _ floor: Double, _ agent: AgentProcess, _ report: inout Report) throws {
        let (socket, relay) = (AgentProcess.socket(home: home), home + "/relay-\(kind)")
        let frames = try AgentBench.child(["key-frame-sizes", relay, socket, kind.rawValue], home: relay)[0]
        let texts = frames.map { "\(Int($0))" }
        let words = ["key-round-trips", home, kind.rawValue, "\(agent.pid)"] + texts
        let lines = try AgentBench.child(words, home: home)
        for (line, placement) in zip(lines, Placement.all()) {
            let (served, echo) = (line[1], line[2])
            let limit = kind.limit * floor + 2 * echo
            report.line(
                "\(kind.name) sign through the agent, \(placement.name)",
                "\(served.microseconds) µs compared with \(kind.limit.formatted(1)) × openssl's \(floor.microseconds) µs and "
                    + "2 × an echo of \(texts[0]) and \(texts[1]) bytes in \(echo.microseconds) µs: "
                    + "\((served / limit).formatted(2)) ×",
                target: "≤ 1 ×", met: served <= limit)
        }
    }

    // MARK: - In the child

    /// Prints the sizes of a request and its reply in bytes.
    static func frameSizes(home: String, socket: String, tag: String) throws {
        let sign = try signing(tag)
        try RoundTripBench.frameSizes(home: home, socket: socket) {
            let sign = try sign()
            return { number in _ = try sign(number) }
        }
    }

    /// Prints a line for each placement: its number, then the medians, in nanoseconds, of a signature through the agent and of an echo.
    static func measure(tag: String, agent: pid_t, frames: (Int, Int)) throws {
        let sign = try signing(tag)()
        for (number, placement) in Placement.all().enumerated() {
            let echo = try Echo(frames)
            defer { echo.stop() }
            let medians = try placement.withPinnedThreads(others: [agent, echo.pid]) {
                try RoundTripBench.interleave([sign, { _ in try echo.once() }], below: 256, blocks: blocks)
            }
            print(number, medians.map { String(Int($0)) }.joined(separator: " "))
        }
    }

    /// Returns a function that finds the key, which returns one that makes a signature and returns the nanoseconds.
    private static func signing(_ tag: String) throws -> () throws -> (Int) throws -> Int64 {
        guard let kind = BenchKey(rawValue: tag) else { throw BenchError("no key of this name: \(tag)") }
        return {
            guard try Keychain.userDefault().path == nil else { throw BenchError("the agent is not used") }
            let key = try BenchKey.find(tag: tag)
            return { number in
                try kind.sign(NSData(data: Data(repeating: UInt8(truncatingIfNeeded: number), count: 32)), key).time
            }
        }
    }
}
