import Foundation
import KeychainServices
import Security
import SecurityBackend

/// The benchmark of importing a bundle of 150 certificates in PEM, as large as the distribution's, into memory and into a keychain.
struct ImportBench {
    let directory: String
    let certificates: BenchCertificates
    private static let count = 150
    private static let rounds = 11

    func run(_ report: inout Report) throws {
        let bundle = try certificates.bundle(0..<Self.count)
        let memory = try (0..<Self.rounds).map { _ in Double(try load(bundle, into: nil)) }
        Self.report("into memory", memory, &report)
        let stored = try (0..<Self.rounds).map { round in
            let bench = try BenchKeychain(count: 100, directory: directory + "/import-\(round)")
            // Opens it, which is not measured.
            _ = try Keychain.$override.withValue(bench.keychain) { try bench.lookup(0) }
            return Double(try load(bundle, into: bench.keychain))
        }
        Self.report("into a keychain, durably", stored, &report)
    }

    private func load(_ bundle: Data, into keychain: Keychain?) throws -> Int64 {
        let keychain = keychain.map { SecKeychain($0) }
        var items: CFArray?
        let start = monotonicNow()
        let status = SecItemImport(bundle as CFData, nil, nil, nil, [], nil, keychain, &items)
        let time = monotonicNow() - start
        guard status == errSecSuccess, items?.count == Self.count else { throw BenchError("import: \(status)") }
        return time
    }

    private static func report(_ name: String, _ times: [Double], _ report: inout Report) {
        let median = times.median
        report.line(
            "importing \(count) certificates in PEM \(name)", "\((median / 1e6).formatted(1)) ms", target: "≤ 100 ms",
            met: median <= 100e6)
    }
}
