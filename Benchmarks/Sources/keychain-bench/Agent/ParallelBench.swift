import CSecretService
import Foundation
import KeychainServices

/// The benchmark of several processes that look up items at the same time: through the agent, compared with a Secret Service on the session
/// bus.
struct ParallelBench {
    let chatelaine: String
    let items: Int
    private static let clients = 8
    private static let rounds = 5

    func run(_ report: inout Report) throws {
        try fillSecretService()
        let home = FileManager.default.temporaryDirectory.path + "/chatelaine-bench-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: home) }
        _ = try BenchKeychain(count: items, directory: home + "/data", groups: .ofThisProgram())
        let agent = try AgentProcess(chatelaine, home: home)
        defer { agent.stop() }
        let ours = try (0..<Self.clients).map { _ in try BenchClientProcess(.keychain, items: items, home: home) }
        let theirs = try (0..<Self.clients).map { _ in try BenchClientProcess(.secretService, items: items) }
        var rates: (ours: [Double], theirs: [Double]) = ([], [])
        for _ in 0..<Self.rounds {
            rates.ours.append(try Self.rate(of: ours))
            rates.theirs.append(try Self.rate(of: theirs))
        }
        let (rate, theirRate) = (rates.ours.median, rates.theirs.median)
        report.line(
            "lookups of \(Self.clients) processes compared with the Secret Service, \(items) items",
            "\(rate.formatted(0))/s compared with \(theirRate.formatted(0))/s: \((rate / theirRate).formatted(1)) ×",
            target: "≥ 3 ×", met: rate >= 3 * theirRate)
    }

    /// Returns the total number of lookups per second.
    private static func rate(of clients: [BenchClientProcess]) throws -> Double {
        for client in clients { try client.order("milliseconds 1000") }
        return try clients.reduce(0) { try $0 + $1.outcome().rate }
    }

    /// Adds the items that secret-tool has not stored yet.
    private func fillSecretService() throws {
        guard let service = secret_service_open() else { throw BenchError("no secret service") }
        defer { secret_service_close(service) }
        for number in 0..<items where secret_service_lookup(service, Int64(number), BenchClient.secret) < 0 {
            guard secret_service_add(service, Int64(number), BenchClient.secret) == 0 else {
                throw BenchError("add to the secret service")
            }
        }
    }
}
