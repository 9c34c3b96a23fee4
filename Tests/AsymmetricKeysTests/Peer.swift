import AsymmetricKeys
import Foundation
import TestSupport

/// Python's `cryptography`, asked by `Peer/peer.py`.
enum Peer {
    private static let python = "/usr/bin/python3"

    /// Whether the module is there.
    static let isInstalled: Bool = {
        let process = try? ChildProcess([python, "-c", "import cryptography"], errors: .null)
        return process?.wait() == 0
    }()

    /// A request: an operation, the key's type, the algorithm, and bytes by their names.
    struct Request {
        var operation: String
        var type: KeyType
        var algorithm: KeyAlgorithm?
        var bytes: [String: [UInt8]] = [:]
        var bits = 0
        var count = 0

        fileprivate var json: [String: Any] {
            var json: [String: Any] = [
                "do": operation, "type": type.name, "bytes": bytes.mapValues(\.hex), "bits": bits, "count": count,
            ]
            json["algorithm"] = algorithm?.identifier
            return json
        }
    }

    /// Returns the answers to requests; nil where Python's library does not have what is asked.
    static func ask(_ requests: [Request]) throws -> [[UInt8]?] {
        let program = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Peer/peer.py")
            .path
        let input = try JSONSerialization.data(withJSONObject: requests.map(\.json))
        let process = try ChildProcess([python, program], input: .bytes(input))
        let output = process.text()
        let status = process.wait()
        guard status == 0,
            let answers = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: String]],
            answers.count == requests.count
        else { throw TestFailure("peer.py ends with \(status): \(output)") }
        return try zip(requests, answers).map { request, answer in
            if let result = answer["result"] { return [UInt8](hex: result) }
            let error = answer["error"] ?? "no answer"
            guard error.hasPrefix("Unknown") else {
                throw TestFailure("\(request.operation), \(request.algorithm?.identifier ?? "-"): \(error)")
            }
            return nil
        }
    }
}
