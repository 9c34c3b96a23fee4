import Foundation
import KeychainServices
import Secrets
import Synchronization
import VaultClient

@testable import PasswordVault

/// Where vaults are open.
enum VaultTransport: CaseIterable, Sendable {
    case process, agent
}

/// Time that passes only if a test says so.
final class StoppedClock: Sendable {
    private struct Times {
        var wall = Date(timeIntervalSince1970: 1_700_000_000)
        var boot = 1
        var sinceBoot: Double = 60
    }
    private let times = Mutex(Times())

    var now: Date { times.withLock { $0.wall } }
    var bootTime: BootTime {
        times.withLock { BootTime(boot: "boot \($0.boot)", seconds: UInt64($0.sinceBoot)) }
    }

    func pass(days: Double) {
        times.withLock {
            $0.wall += days * 86_400
            $0.sinceBoot += days * 86_400
        }
    }
    /// Sets the wall clock, as a user or a time server does.
    func set(daysAhead days: Double) { times.withLock { $0.wall += days * 86_400 } }
    func restart() { times.withLock { ($0.boot, $0.sinceBoot) = ($0.boot + 1, 60) } }
}

/// Vaults in a directory that goes with it, and the time that they go by.
final class VaultSample: Sendable {
    let root: KeychainRoot
    let clock = StoppedClock()
    private let agent: VaultAgent?

    init(_ transport: VaultTransport = .process) throws {
        root = KeychainRoot(path: NSTemporaryDirectory() + "vault-tests-" + UUID().uuidString)
        agent = transport == .agent ? try VaultAgent(in: root.path) : nil
        try agent?.start(directory(actsForAgent: true))
    }

    deinit {
        agent?.stop()
        try? FileManager.default.removeItem(atPath: root.path)
    }

    private func directory(actsForAgent: Bool) -> VaultDirectory {
        var directory = VaultDirectory(root: root, passwordCost: .cheapForTests, actsForAgent: actsForAgent) {
            [clock] in clock.now
        }
        directory.bootTime = { [clock] in clock.bootTime }
        return directory
    }

    /// Those of this process.
    var directory: VaultDirectory { directory(actsForAgent: false) }

    /// Those of the transport.
    var service: any VaultDirectoryService {
        get throws { if let agent { try AgentVaults(agent.pool()) } else { directory } }
    }

    func pass(days: Double) { clock.pass(days: days) }

    func create(_ name: String = "personal") throws -> any VaultService {
        try service.createVault(name, password: password(), derivation: .argon2id)
    }

    /// Gives a vault a new master password; it is locked then.
    func recover(_ name: String, _ key: Secret, newPassword: borrowing SecretBytes) throws {
        let service = try service
        try service.recoverVault(name, recoveryKey: key.copy(), newPassword: newPassword, derivation: .argon2id)
        try service.vaultService(named: name).lock()
    }

    /// One whose rows a test looks at.
    func createHere() throws -> Vault { try directory.create("personal", password: password()) }

    func password(_ text: String = "correct horse") -> SecretBytes { SecretBytes(copying: text.utf8) }
}

extension VaultService {
    func overviews(_ filter: VaultFilter = VaultFilter()) throws -> [Overview] { try overviews(filter, limit: .max) }

    func search(_ text: String, limit: Int = .max) throws -> [Overview] {
        try search(text, VaultFilter(), limit: limit)
    }

    func attach(_ data: Data, to id: UUID, name: String) throws -> PasswordVault.Attachment {
        var rest = data
        return try attach(to: id, name: name, mediaType: "text/plain") { count in
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }
    }

    func content(_ attachment: UUID, of id: UUID) throws -> Data {
        var content = Data()
        try readAttachment(attachment, of: id) { content.append($0) }
        return content
    }
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
