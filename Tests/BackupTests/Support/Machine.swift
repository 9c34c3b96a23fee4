import Foundation
import KeyManagement
import KeychainServices
import PasswordVault
import Secrets
import TestSupport
import Testing

@testable import Backup

/// A machine of a test's own: a root with its device key.
final class Machine: Sendable {
    private let directory: TemporaryDirectory
    let root: KeychainRoot

    init() throws {
        directory = try TemporaryDirectory(mode: 0o700)
        root = KeychainRoot(path: directory("data"))
    }

    /// A path next to the root.
    func callAsFunction(_ name: String) -> String { directory(name) }

    func keychain(_ name: String = "default") throws -> Keychain {
        try Keychain(root: root, name: name, accessGroups: AccessGroups(["tests"]), passcodeCost: .cheapForTests)
    }

    var vaults: VaultDirectory { VaultDirectory(root: root, passwordCost: .cheapForTests) }

    /// Adds an item to the keychain.
    func add(_ account: String, _ protection: ProtectionClass = .whenUnlocked, to keychain: Keychain? = nil) throws {
        let keychain = try keychain ?? self.keychain()
        try keychain.add(
            NewItem(
                .genericPassword, [.account: .string(account), .accessible: .string(protection.code)],
                data: Data("secret of \(account)".utf8)))
    }

    /// The accounts of the keychain whose secrets are right.
    func accounts(_ keychain: Keychain? = nil) throws -> Set<String> {
        let keychain = try keychain ?? self.keychain()
        let items = try keychain.items(matching: Query(.genericPassword), reading: [.data, .attributes])
        return Set(
            items.compactMap { item in
                guard let account = item[.account]?.string, item.data == Data("secret of \(account)".utf8) else {
                    return nil
                }
                return account
            })
    }

    /// Makes a vault with one login.
    func makeVault(_ name: String, password: String = "master password") throws {
        let vault = try vaults.create(name, password: bytes(password))
        var item = VaultItem(.login, title: "Bank of \(name)")
        item["password"] = .secret(Secret("pa55"))
        _ = try vault.save(item)
        vault.close()
    }

    /// The titles of a vault that its master password opens.
    func titles(_ name: String, password: String = "master password") throws -> [String] {
        let vault = try vaults.vault(named: name)
        try vault.unlock(bytes(password))
        defer { vault.close() }
        return try vault.overviews(VaultFilter(), limit: .max).map(\.title)
    }

    // MARK: - Backups

    static let password = "password of the backup"

    @discardableResult
    func backUp(
        to path: String, _ secret: consuming BackupSecret = .password(bytes(Machine.password)), overwrites: Bool = false
    ) throws -> BackupManifest {
        let keys = try BackupKeys(secret, cost: .cheapForTests)
        return try BackupMaker(root: root, release: "test").make(at: path, keys: keys, overwrites: overwrites)
    }

    func open(
        _ path: String, _ secret: consuming BackupSecret = .password(bytes(Machine.password))
    ) throws -> OpenBackup { try BackupReader(path).open(secret) }

    @discardableResult
    func restore(
        _ path: String, _ secret: consuming BackupSecret = .password(bytes(Machine.password)),
        only: [String]? = nil, as newName: String? = nil, replacing: Bool = false
    ) throws -> BackupRestore.Outcome {
        var choice = BackupRestore.Choice()
        (choice.only, choice.newName, choice.replaces) = (only, newName, replacing)
        return try BackupRestore(root: root, release: "test").run(open(path, secret), choice)
    }
}

func bytes(_ text: String) -> SecretBytes { SecretBytes(copying: text.utf8) }

/// Returns the code of the error that `body` throws.
func code(_ body: () throws -> Void) -> KeychainError.Code? {
    do {
        try body()
        return nil
    } catch let error as KeychainError {
        return error.code
    } catch {
        return KeychainError.Code(rawValue: 1)
    }
}
