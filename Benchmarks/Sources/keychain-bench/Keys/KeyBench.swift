import Foundation
import Security

/// The benchmark of signatures with a key in this process, compared with `openssl speed` on the same core. Both take turns, a second each.
struct KeyBench {
    private static let rounds = 5
    private let digest = NSData(data: Data(repeating: 7, count: 32))

    /// - Returns: openssl's nanoseconds for a signature.
    func run(_ report: inout Report) throws -> [BenchKey: Double] {
        var floors: [BenchKey: Double] = [:]
        for kind in BenchKey.allCases { floors[kind] = try run(kind, &report) }
        return floors
    }

    private func run(_ kind: BenchKey, _ report: inout Report) throws -> Double {
        let key = try kind.make()
        var (signs, verifies): ([Double], [Double]) = ([], [])
        var floors: (sign: [Double], verify: [Double]) = ([], [])
        for _ in 0..<Self.rounds {
            let floor = try kind.floor()
            floors.sign.append(floor.sign)
            floors.verify.append(floor.verify)
            signs.append(try Self.mean { _ = try kind.sign(digest, key) })
            verifies.append(try verification(kind, key))
        }
        let (sign, verify) = (floors.sign.median, floors.verify.median)
        Self.report("\(kind.name) sign, in process", signs.median, sign, limit: kind.limit, &report)
        Self.report(
            "\(kind.name) verify, in process", verifies.median, verify, limit: kind == .p256 ? kind.limit : nil, &report
        )
        return sign
    }

    private func verification(_ kind: BenchKey, _ key: SecKey) throws -> Double {
        let signature = try kind.sign(digest, key).signature
        guard let publicKey = SecKeyCopyPublicKey(key) else { throw BenchError("public key") }
        return try Self.mean {
            guard SecKeyVerifySignature(publicKey, kind.algorithm, digest, signature, nil) else {
                throw BenchError("verify with \(kind.name)")
            }
        }
    }

    /// Repeats an operation for a second, and returns the nanoseconds of each: the mean, which openssl measures too.
    private static func mean(_ body: () throws -> Void) throws -> Double {
        for _ in 0..<10 { try body() }
        let start = monotonicNow()
        var (count, now) = (0, start)
        while now - start < 1_000_000_000 {
            for _ in 0..<10 { try body() }
            count += 10
            now = monotonicNow()
        }
        return Double(now - start) / Double(count)
    }

    private static func report(
        _ measure: String, _ ours: Double, _ floor: Double, limit: Double?, _ report: inout Report
    ) {
        let ratio = ours / floor
        report.line(
            measure,
            "\(ours.microseconds) µs compared with openssl's \(floor.microseconds) µs: \(ratio.formatted(2)) ×",
            target: limit.map { "≤ \($0.formatted(1)) ×" } ?? "-", met: limit.map { ratio <= $0 } ?? true)
    }
}
