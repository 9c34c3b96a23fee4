import Foundation
import KeychainServices
import PasswordVault

/// A vault with many logins in a directory of its own.
struct BenchVault {
    let vault: Vault
    static let name = "bench"
    static let password = "correct horse battery staple"
    /// What a new master password costs at the least: more would only make the measurements longer, and the memory that is measured
    /// the key derivation's.
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

    /// One that is there already, locked.
    init(directory path: String) throws { vault = try Self.directory(path).vault(named: Self.name) }

    func unlock() throws { try vault.unlock(SecretBytes(copying: Self.password.utf8)) }

    static func title(_ number: Int) -> String { "Service \(number)" }
    static func username(_ number: Int) -> String { "maria.\(number)@example.com" }
    static func website(_ number: Int) -> String { "https://login.service-\(number).example/sign-in" }
    static func tag(_ number: Int) -> String { "tag \(number % 20)" }

    /// A login as people have them.
    static func item(_ number: Int) -> VaultItem {
        var item = VaultItem(.login, title: title(number))
        item["username"] = .text(username(number))
        item["password"] = .secret(Secret("kQ4-vN2c.x9Wz_\(number)"))
        item.websites = [SavedWebsite(website(number))]
        item.tags = [tag(number)]
        return item
    }

    /// In bytes: a page of the index that is full (Docs/vault-format.md, "Index").
    static func pageSize(_ number: Int) -> Int {
        let texts = [title(number), username(number), website(number), tag(number)].map(\.utf8.count)
        let searchText = texts.reduce(0, +) + 3
        return 128 * (4 + 16 + 2 + 2 + 4 * 8 + 5 * 4 + texts.reduce(0, +) + "domain ".utf8.count + searchText)
    }

    static func pages(_ count: Int) -> Int { (count + 127) / 128 }
}
