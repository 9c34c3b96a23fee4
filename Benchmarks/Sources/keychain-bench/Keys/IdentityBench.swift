import Foundation
import KeychainServices
import Security
import SecurityBackend

/// The benchmark of finding the one identity among 1,000 certificates, compared with a plain lookup in the same keychain.
struct IdentityBench {
    let directory: String
    let certificates: BenchCertificates
    private static let count = 1000
    private static let rounds = 5000

    func run(_ report: inout Report) throws {
        let bench = try BenchKeychain(count: Self.count, directory: directory)
        let file = try certificates.bundle(0..<Self.count) + certificates.key
        let status = SecItemImport(file as CFData, nil, nil, nil, [], nil, SecKeychain(bench.keychain), nil)
        guard status == errSecSuccess else { throw BenchError("import of an identity: \(status)") }
        try Keychain.$override.withValue(bench.keychain) {
            let byName = [kSecAttrLabel: BenchCertificates.name(0) as CFString]
            try measure("an identity by its name among \(Self.count) certificates", byName, bench, &report)
            try measure("the identity of a keychain with \(Self.count) certificates", [:], bench, &report)
        }
    }

    private func measure(
        _ name: String, _ attributes: [CFString: Any], _ bench: BenchKeychain, _ report: inout Report
    ) throws {
        var shuffle = Shuffle()
        var (ours, plain): ([Int64], [Int64]) = ([], [])
        for round in 0..<Self.rounds {
            let time = try Self.find(attributes)
            let plainTime = try bench.lookup(shuffle.next(below: bench.count))
            // The first tenth fills the caches.
            guard round >= Self.rounds / 10 else { continue }
            ours.append(time)
            plain.append(plainTime)
        }
        let (median, plainMedian) = (Sample(ours).median, Sample(plain).median)
        report.line(
            name,
            "\(median.microseconds) µs compared with \(plainMedian.microseconds) µs for a password: "
                + "\((median / plainMedian).formatted(2)) ×",
            target: "≤ 3 ×", met: median <= 3 * plainMedian)
    }

    private static func find(_ attributes: [CFString: Any]) throws -> Int64 {
        let start = monotonicNow()
        let query = attributes.merging([kSecClass: kSecClassIdentity, kSecReturnRef: true]) { $1 }
        var result: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &result)
        let time = monotonicNow() - start
        guard status == errSecSuccess, result is SecIdentity else { throw BenchError("identity: \(status)") }
        return time
    }
}
