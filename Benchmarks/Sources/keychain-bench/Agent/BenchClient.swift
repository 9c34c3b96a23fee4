import AgentClient
import CSecretService
import Foundation
import Glibc
import KeychainServices
import Security

/// One of several concurrent clients, which looks up or adds items: a process of its own that reads its orders line by line.
struct BenchClient {
    /// The server that it uses.
    enum Server: String {
        /// The user's keychain: the agent, if `CHATELAINE_HOME` is an agent's.
        case keychain
        /// The Secret Service on the session bus.
        case secretService = "secret-service"
    }

    static let secret = "secret-of-24-bytes-12345"
    private let operation: (_ number: Int) throws -> Int64
    private let items: Int
    private let adds: Bool

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - items: the number of items to look up.
    ///   - adds: whether it adds items instead of looking them up.
    init(_ server: Server, items: Int, adds: Bool) throws {
        self.items = items
        self.adds = adds
        switch server {
        case .keychain:
            let bench = BenchKeychain(directory: "", keychain: try Keychain.userDefault(), count: items)
            operation = { number in try adds ? bench.add(number) : bench.lookup(number) }
        case .secretService:
            guard let service = secret_service_open() else { throw BenchError("no secret service") }
            operation = { number in
                let time = secret_service_lookup(service, Int64(number), Self.secret)
                guard time > 0 else { throw BenchError("lookup in the secret service") }
                return time
            }
        }
    }

    /// Prints “ready”, then answers lines “count N” and “milliseconds N” with the number of operations, their total nanoseconds, their
    /// median and their 99th percentile.
    func serve() throws {
        var shuffle = Shuffle(seed: UInt64(getpid()))
        var added = items
        func once() throws -> Int64 {
            guard adds else { return try operation(shuffle.next(below: items)) }
            added += 1
            // The numbers of two writers in one benchmark never collide.
            return try operation(added + Int(getpid()) * 1_000_000)
        }
        // The first lookup includes connection and handshake.
        _ = try once()
        reply("ready")
        while let line = readLine() {
            let words = line.split(separator: " ")
            guard words.count == 2, let number = Int64(words[1]) else { throw BenchError("order “\(line)”") }
            var times: [Int64] = []
            let start = monotonicNow()
            if words[0] == "count" {
                for _ in 0..<number { times.append(try once()) }
            } else {
                while monotonicNow() - start < number * 1_000_000 { times.append(try once()) }
            }
            let sample = Sample(times)
            reply("\(times.count) \(monotonicNow() - start) \(Int(sample.median)) \(Int(sample.p99))")
        }
    }

    private func reply(_ line: String) {
        print(line)
        fflush(nil)
    }
}
