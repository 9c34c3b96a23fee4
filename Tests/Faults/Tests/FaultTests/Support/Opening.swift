import FaultModel
import Foundation
import GRDB
import Secrets

@testable import KeyManagement
@testable import KeychainServices

let groups = AccessGroups(["com.example.faults"])

func passcode(_ text: String) -> SecretBytes { SecretBytes(copying: text.utf8) }

/// Opens a keychain past the registry: each call opens the file again, and the last reference closes it.
func openFresh(_ root: String, pageSize: Int = 0) throws -> Keychain {
    var file = KeychainFile(root: KeychainRoot(path: root), name: "default")
    file.pageSize = pageSize
    return try translatingErrors {
        Keychain(store: try Store(file: file, passcodeCost: .cheapForTests), accessGroups: groups)
    }
}

extension Keychain {
    /// The keychain of a store, as a program with some groups sees it.
    convenience init(store: Store, accessGroups: AccessGroups) {
        self.init(LocalKeychain(store: store, accessGroups: accessGroups))
    }

    /// What is behind a keychain that this process has open itself.
    var store: Store {
        get throws {
            guard let local = try service() as? LocalKeychain else {
                throw KeychainError(.notAvailable, "another process has the keychain")
            }
            return local.store
        }
    }
}

func keychainPath(_ root: String) -> String { KeychainRoot(path: root).keychainPath(named: "default") }

extension Keychain {
    func add(_ account: String, _ secret: String) throws(KeychainError) {
        try add(NewItem(.genericPassword, [.account: .string(account), .service: "faults"], data: Data(secret.utf8)))
    }

    func secret(_ account: String) throws(KeychainError) -> String? {
        let query = Query(.genericPassword, [.account: .string(account), .service: "faults"])
        return try items(matching: query, reading: .data).first?.data.map { String(decoding: $0, as: UTF8.self) }
    }

    /// All generic passwords, by account.
    func secrets() throws -> [String: String] {
        var secrets: [String: String] = [:]
        for item in try items(matching: Query(.genericPassword), reading: [.attributes, .data]) {
            secrets[item[.account]?.string ?? "?"] = item.data.map { String(decoding: $0, as: UTF8.self) } ?? "?"
        }
        return secrets
    }
}

/// The result of SQLite's check of a file that is not open: `ok`, or a description of the damage.
func integrity(_ root: String) throws -> String {
    let queue = try DatabaseQueue(path: keychainPath(root))
    return try queue.read { try String.fetchOne($0, sql: "PRAGMA integrity_check") ?? "nothing" }
}
