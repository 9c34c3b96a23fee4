import AgentClient
import CFloor
import Foundation
import Glibc
import KeychainServices
import Security

/// The benchmark of a round trip to the agent, compared with an echo of as many bytes. It runs in a process that uses an agent.
struct RoundTripBench {
    static let blocks = 100
    private static let perBlock = 100

    /// Prints a line for each placement: its number, then the medians, in nanoseconds, of a lookup in this process, through the
    /// agent, and of an echo.
    ///
    /// - Parameters:
    ///   - home: the agent's `CHATELAINE_HOME`.
    ///   - frames: the sizes of a request and of its reply in bytes.
    static func measure(home: String, size: Int, agent: pid_t, frames: (Int, Int)) throws {
        let served = BenchKeychain(directory: "", keychain: try Keychain.userDefault(), count: size)
        let embedded = BenchKeychain(
            directory: home,
            keychain: try Keychain(root: KeychainRoot(path: home + "/data"), accessGroups: .ofThisProgram()),
            count: size)
        guard served.keychain.path == nil else { throw BenchError("the agent is not used") }
        for (number, placement) in Placement.all().enumerated() {
            let echo = try Echo(frames)
            defer { echo.stop() }
            let medians = try placement.withPinnedThreads(others: [agent, echo.pid]) {
                try interleave(
                    [
                        { number in try Keychain.$override.withValue(embedded.keychain) { try embedded.lookup(number) }
                        },
                        { number in try Keychain.$override.withValue(served.keychain) { try served.lookup(number) } },
                        { _ in try echo.once() },
                    ], below: size)
            }
            print(number, medians.map { String(Int($0)) }.joined(separator: " "))
        }
    }

    /// Returns the medians of operations that alternate in blocks. The blocks are long enough for each operation to run with its own state
    /// of caches and cores, and short enough for all to have the same disturbances.
    static func interleave(
        _ operations: [(Int) throws -> Int64], below size: Int, blocks: Int = blocks
    ) throws -> [Double] {
        var shuffle = Shuffle()
        var times = [[Int64]](repeating: [], count: operations.count)
        for block in 0..<blocks {
            for (index, operation) in operations.enumerated() {
                for round in 0..<perBlock {
                    let time = try operation(shuffle.next(below: size))
                    // The first tenth of the blocks fills the caches, and the first operations of each block the core's caches.
                    if block >= blocks / 10, round >= perBlock / 10 { times[index].append(time) }
                }
            }
        }
        return times.map { Sample($0).median }
    }

    /// Prints the sizes of a request and its reply in bytes, as a relay sees them.
    ///
    /// - Parameters:
    ///   - home: the value of `CHATELAINE_HOME`, where no agent listens yet.
    ///   - socket: the path of the agent's socket.
    static func frameSizes(home: String, socket: String, size: Int) throws {
        try frameSizes(home: home, socket: socket) {
            let bench = BenchKeychain(directory: "", keychain: try Keychain.userDefault(), count: size)
            return { number in _ = try bench.lookup(number) }
        }
    }

    /// The same for the operation that `prepare` returns.
    static func frameSizes(home: String, socket: String, of prepare: () throws -> (Int) throws -> Void) throws {
        let path = AgentProcess.socket(home: home)
        try FileManager.default.createDirectory(atPath: home + "/run", withIntermediateDirectories: true)
        guard relay_start(path, socket) == 0 else { throw BenchError("relay") }
        let operation = try prepare()
        for number in 0..<10 { try operation(number) }
        print(relay_request_size(), relay_reply_size())
    }
}
