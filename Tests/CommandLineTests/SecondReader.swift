import Foundation
import TestSupport
import Testing

/// The reader in `Tests/SecondReader`, for the files of a command line's home.
struct SecondReader {
    static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    private static let python = "/usr/bin/python3"

    /// Whether the modules are there that it reads with.
    static let isInstalled: Bool = {
        let process = try? ChildProcess([python, "-c", "import argon2, cryptography"], errors: .file("/dev/null"))
        return process?.wait() == 0
    }()

    private let tool: CommandLineTool

    init(_ tool: CommandLineTool) { self.tool = tool }

    var deviceKey: String { tool.home.path + "/keychain/data/device.key" }
    func file(_ name: String) -> String { tool.home.path + "/keychain/data/keychains/\(name).keychain" }

    struct Content {
        let problems: [String]
        /// The number of items in each state.
        let states: [String: Int]
        let secrets: Set<String>
    }

    func keychain(_ known: [String: String], _ path: String? = nil) throws -> Content {
        let found = try run("keychain", path ?? file("default"), knowing: known)
        let items = try #require(found["items"] as? [[String: Any]])
        let ofItems = items.flatMap { $0["problems"] as? [String] ?? ["no list"] }
        let secrets = try items.compactMap { item in
            try #require(item["secrets"] as? [String: String])["data"].flatMap { Data(base64Encoded: $0) }
        }
        return Content(
            problems: try #require(found["problems"] as? [String]) + ofItems,
            states: Dictionary(items.map { ($0["state"] as? String ?? "", 1) }, uniquingKeysWith: +),
            secrets: Set(secrets.map { String(decoding: $0, as: UTF8.self) }))
    }

    /// - Parameter known: device key, passcode and their like, as the reader wants them on its standard input.
    func run(_ arguments: String..., knowing known: [String: String]) throws -> [String: Any] {
        let program = Self.tests.appendingPathComponent("SecondReader/reader.py").path
        let output = try tool.run(
            [program] + arguments, input: JSONSerialization.data(withJSONObject: known), executable: Self.python)
        try #require(output.status == 0, "\(output.complaint)")
        return try #require(JSONSerialization.jsonObject(with: output.bytes) as? [String: Any])
    }
}
