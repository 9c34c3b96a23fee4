import Foundation
import Secrets

@testable import KeyManagement
@testable import KeychainServices

/// A small keychain file, as its bytes, and what its items say.
struct FileSample: Sendable {
    static let shared: FileSample = {
        do { return try FileSample() } catch { fatalError("no sample: \(error)") }
    }()

    let bytes: [UInt8]
    let deviceKey: DeviceKey
    /// The secret of each account.
    let secrets: [String: Data]

    private init() throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("fuzz-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        var file = KeychainFile(root: KeychainRoot(path: directory.path), name: "sample")
        file.pageSize = 512
        let store = try Store(file: file, passcodeCost: .cheapForTests)
        let keychain = Keychain(LocalKeychain(store: store, accessGroups: AccessGroups(["group"])))
        var secrets: [String: Data] = [:]
        for number in 0..<12 {
            let account = "account \(number)"
            secrets[account] = Data("secret \(number)".utf8) + Data(repeating: UInt8(number), count: number * 60)
            try keychain.add(
                NewItem(.genericPassword, [.account: .string(account), .service: "service"], data: secrets[account]))
        }
        keychain.close()
        var bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file.path)))
        // Read and write version: without a log, as a file in memory is.
        bytes[18] = 1
        bytes[19] = 1
        let key = try [UInt8](Data(contentsOf: URL(fileURLWithPath: file.root.deviceKeyPath)))
        self.bytes = bytes
        self.secrets = secrets
        deviceKey = try key.withUnsafeBytes { try DeviceKey(fileContents: $0) }
    }
}
