import Foundation

/// The controlling side of a ``BenchClient`` in a process of its own.
final class BenchClientProcess {
    /// The result of an order; times are in nanoseconds.
    struct Outcome {
        let count: Int
        let elapsed: Double
        let median: Double
        let p99: Double

        /// The number of operations per second.
        var rate: Double { Double(count) / elapsed * 1e9 }
    }

    private let process = Process()
    private let orders = Pipe()
    private let answers = Pipe()

    /// Starts a client and waits until it is connected.
    init(_ server: BenchClient.Server, items: Int, adds: Bool = false, home: String = "") throws {
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["client", server.rawValue, String(items), adds ? "add" : "look-up"]
        process.environment = ProcessInfo.processInfo.environment.merging(["CHATELAINE_HOME": home]) { $1 }
        process.standardInput = orders
        process.standardOutput = answers
        try process.run()
        guard try answer() == "ready" else { throw BenchError("a client does not start") }
    }

    deinit {
        try? orders.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    func order(_ line: String) throws { try orders.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8)) }

    func outcome() throws -> Outcome {
        let line = try answer()
        let numbers = line.split(separator: " ").compactMap { Double($0) }
        guard numbers.count == 4 else { throw BenchError("a client says “\(line)”") }
        return Outcome(count: Int(numbers[0]), elapsed: numbers[1], median: numbers[2], p99: numbers[3])
    }

    private func answer() throws -> String {
        // Each order is answered by one line in one write.
        String(decoding: answers.fileHandleForReading.availableData, as: UTF8.self)
            .trimmingCharacters(in: .newlines)
    }
}
