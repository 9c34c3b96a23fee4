import CertificateTrust
import Foundation
import TestSupport

/// Certificates that Python's `cryptography` makes, with the verdicts of others on them.
enum Peer {
    /// A chain of `Peer/chains.py`.
    struct Chain: Decodable {
        let name, expected, policy: String
        let host: String?
        let time: Int
        let chain, anchors: [Data]
        /// The verdict of `cryptography`: “trusted” or what is wrong; nil where it has no such policy, or is too old for verdicts.
        let cryptography: String?
        /// The verdict of GnuTLS; nil where it is not installed.
        let certtool: String?
    }

    /// A chain of `Peer/responses.py`.
    struct Status: Decodable {
        let name, expected: String
        let isRequired: Bool
        let time: Int
        let chain, anchors, responses: [Data]
    }

    static let chains = Result { try ask("chains.py", for: Chain.self) }
    static let responses = Result { try ask("responses.py", for: Status.self) }
    static let crowds = Result { try ask("crowds.py", for: Chain.self) }

    /// The Python whose `cryptography` verifies chains, else Debian's.
    private static let python: String = {
        let words = ["python3", "-c", "import cryptography.x509.verification"]
        let process = try? ChildProcess(words, errors: .null)
        return process?.wait() == 0 ? "python3" : "/usr/bin/python3"
    }()

    /// Whether Python can make certificates.
    static let isInstalled: Bool = {
        let process = try? ChildProcess([python, "-c", "import cryptography"], errors: .null)
        return process?.wait() == 0
    }()

    private static func ask<Answer: Decodable>(_ name: String, for type: Answer.Type) throws -> [Answer] {
        let program = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Peer/\(name)")
        // -B: the tree stays as it is.
        let (output, status) = try ChildProcess.run([python, "-B", program.path], errors: .null)
        guard status == 0 else { throw TestFailure("\(name) ends with \(status)") }
        return try output.split(separator: "\n").map { try JSONDecoder().decode(type, from: Data($0.utf8)) }
    }
}

/// Returns our verdict: “trusted”, or the gravest problem; “library” if libcrypto could not verify a path.
func ourVerdict(
    _ chain: [Data], anchors: [Data], _ policies: [TrustPolicy], at time: Int, responses: [Data] = []
) throws -> String {
    do throws(TrustError) {
        let leaf = try Certificate(der: [UInt8](chain[0]))
        let others = chain.dropFirst().map { [UInt8]($0) }
        var evaluation = TrustEvaluation(leaf: leaf, others: others, policies: policies, time: time)
        for anchor in anchors { evaluation.anchors.append(try Certificate(der: [UInt8](anchor))) }
        evaluation.usesOtherAnchors = false
        evaluation.statusResponses = responses.map { [UInt8]($0) }
        return try evaluation.verdict().problems.first?.kind.rawValue ?? "trusted"
    } catch {
        guard case .defect(let kind) = error else { return "library" }
        return kind.rawValue
    }
}

extension Peer.Chain {
    var trustPolicy: TrustPolicy {
        switch policy {
        case "basic": .basic
        case "client": .client(host: host)
        default: .server(host: host)
        }
    }
}
