import Foundation

/// Problems of certain certificates that a program accepts, for the same certificate in question only.
package struct TrustExceptions: Sendable, Equatable {
    private struct Entry: Hashable, Codable, Sendable {
        let certificate: Data
        let problem: String
    }

    private struct Record: Codable {
        var version = 1
        let leaf: Data
        let entries: [Entry]
    }

    private var entries: Set<Entry> = []

    /// The largest encoding that is read, in bytes.
    private static let maximumSize = 64 << 10

    package init() {}

    /// Reads exceptions.
    ///
    /// - Returns: nil if they are malformed, or were made for another certificate.
    package init?(_ data: Data, for leaf: Certificate) {
        guard data.count <= Self.maximumSize, let record = try? JSONDecoder().decode(Record.self, from: data),
            record.version == 1, record.leaf.elementsEqual(leaf.fingerprint)
        else { return nil }
        entries = Set(record.entries)
    }

    /// Encodes exceptions for all problems of a verdict that can be accepted, in addition to those that were accepted for it.
    package func encoded(adding verdict: TrustVerdict) -> Data? {
        guard let leaf = verdict.chain.first else { return nil }
        var all = entries
        for problem in verdict.problems where problem.kind.isRecoverable {
            guard verdict.chain.indices.contains(problem.position) else { continue }
            all.insert(Self.entry(problem.kind, verdict.chain[problem.position]))
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let entries = all.sorted { ($0.problem, $0.certificate.hex) < ($1.problem, $1.certificate.hex) }
        return try? encoder.encode(Record(leaf: Data(leaf.fingerprint), entries: entries))
    }

    func accept(_ kind: TrustProblem.Kind, of certificate: Certificate) -> Bool {
        entries.contains(Self.entry(kind, certificate))
    }

    private static func entry(_ kind: TrustProblem.Kind, _ certificate: Certificate) -> Entry {
        Entry(certificate: Data(certificate.fingerprint), problem: kind.rawValue)
    }
}

extension Data {
    /// The bytes as hexadecimal digits.
    var hex: String { map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() }
}
