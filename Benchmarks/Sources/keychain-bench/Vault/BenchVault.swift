import Foundation
import KeychainServices
import PasswordVault

/// A vault with many logins in a directory of its own.
struct BenchVault {
    let vault: Vault
    static let name = "bench"
    static let password = "correct horse battery staple"
    /// The minimum cost of a new master password: a higher cost would only prolong the measurements, and the measured memory would be that
    /// of the key derivation.
    static let passes = 3
    static let memory = 64 << 20
    private static let batch = 2000

    static func directory(_ path: String) -> VaultDirectory {
        VaultDirectory(root: KeychainRoot(path: path), passwordCost: .fixed(passes: UInt64(passes), memory: memory))
    }

    /// Makes a vault and adds `count` logins.
    init(count: Int, directory path: String) throws {
        let password = SecretBytes(copying: Self.password.utf8)
        vault = try Self.directory(path).create(Self.name, password: password)
        for start in stride(from: 0, to: count, by: Self.batch) {
            try vault.add(contentsOf: (start..<min(start + Self.batch, count)).map(Self.item))
        }
    }

    /// Opens an existing vault, which stays locked.
    init(directory path: String) throws { vault = try Self.directory(path).vault(named: Self.name) }

    func unlock() throws { try vault.unlock(SecretBytes(copying: Self.password.utf8)) }

    static func title(_ number: Int) -> String { "Service \(number)" }
    static func username(_ number: Int) -> String { "maria.\(number)@example.com" }
    static func website(_ number: Int) -> String { "https://login.service-\(number).example/sign-in" }
    static func tag(_ number: Int) -> String { "tag \(number % 20)" }

    /// Returns a typical login.
    static func item(_ number: Int) -> VaultItem {
        var item = VaultItem(.login, title: title(number))
        item["username"] = .text(username(number))
        item["password"] = .secret(Secret("kQ4-vN2c.x9Wz_\(number)"))
        item.websites = [SavedWebsite(website(number))]
        item.tags = [tag(number)]
        return item
    }

    /// Returns the size in bytes of a full page of the index (Docs/vault-format.md, "Index").
    static func pageSize(_ number: Int) -> Int {
        let texts = [title(number), username(number), website(number), tag(number)].map(\.utf8.count)
        let searchText = texts.reduce(0, +) + 3
        return 128 * (4 + 16 + 2 + 2 + 4 * 8 + 5 * 4 + texts.reduce(0, +) + "domain ".utf8.count + searchText)
    }

    static func pages(_ count: Int) -> Int { (count + 127) / 128 }
}
