import Foundation
import KeychainServices
import Secrets
import Synchronization

@testable import PasswordVault

/// Vaults in a directory that goes with it, and the time that they go by.
final class VaultSample: Sendable {
    let root: KeychainRoot
    /// Passes only if a test says so.
    private let time = Mutex(Date(timeIntervalSince1970: 1_700_000_000))

    init() {
        root = KeychainRoot(path: NSTemporaryDirectory() + "vault-tests-" + UUID().uuidString)
    }

    deinit { try? FileManager.default.removeItem(atPath: root.path) }

    var directory: VaultDirectory {
        VaultDirectory(root: root, passwordCost: .cheapForTests) { self.time.withLock { $0 } }
    }

    func pass(days: Double) { time.withLock { $0 += days * 86_400 } }

    func create(_ name: String = "personal") throws -> Vault { try directory.create(name, password: password()) }

    func password(_ text: String = "correct horse") -> SecretBytes { SecretBytes(copying: text.utf8) }
}

extension VaultItem {
    static func login(
        _ title: String, _ username: String = "maria", _ password: String = "pa55",
        website: String = "https://example.com"
    ) -> VaultItem {
        var item = VaultItem(.login, title: title)
        item["username"] = .text(username)
        item["password"] = .secret(Secret(password))
        item.websites = [SavedWebsite(website)]
        return item
    }
}
