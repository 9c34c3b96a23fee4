import Foundation
import GRDB
import KeychainServices
import Testing

/// Copies that repairs of a keychain have left before it got another name.
@Suite struct RenamedCopiesTests {
    private let temporary: TemporaryRoot
    private var root: KeychainRoot { temporary.root }

    init() throws {
        temporary = try TemporaryRoot()
        let keychain = try temporary.open(name: "vault.work")
        try keychain.setPasscode(secret("old"))
        keychain.close()
        // A repair makes a copy only if it changes something.
        let queue = try DatabaseQueue(path: root.keychainPath(named: "vault.work"))
        try queue.writeWithoutTransaction { try $0.execute(sql: "INSERT INTO search VALUES (zeroblob(16), 99)") }
        try queue.close()
        let copy = try #require(try Doctor(root: root, name: "vault.work").repair().backup)
        try Data("log".utf8).write(to: URL(fileURLWithPath: copy + "-wal"))
    }

    private func copies() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: root.path + "/keychains")
            .filter { $0.contains(".before-repair-") }.sorted()
    }

    @Test func theyGetTheNewNameAsWell() throws {
        try root.renameKeychain("vault.work", to: "vault.acme")
        #expect(try copies().allSatisfy { $0.hasPrefix("vault.acme.keychain.before-repair-") })
        #expect(try copies().count == 2)
        let found = try Doctor(root: root, name: "vault.acme", passcode: secret("old")).examine()
        #expect(found.findings.map(\.kind) == [.repairCopy])
        #expect(try Doctor(root: root, name: "vault.acme").removeCopies() == 1)
        #expect(try copies().isEmpty)
    }

    @Test func aCompromisedMasterPasswordTakesThemWithItUnderTheNewName() throws {
        try root.renameKeychain("vault.work", to: "vault.acme")
        try temporary.open(name: "vault.acme").changePasscode(from: secret("old"), to: secret("new"), compromised: true)
        #expect(try copies().isEmpty)
    }

    @Test func noCopyOfAnotherIsReplaced() throws {
        let name = try #require(try copies().first { !$0.hasSuffix("-wal") })
        let taken = root.path + "/keychains/" + name.replacingOccurrences(of: "vault.work", with: "vault.acme") + "-wal"
        try Data("of another".utf8).write(to: URL(fileURLWithPath: taken))
        try root.renameKeychain("vault.work", to: "vault.acme")
        #expect(try Data(contentsOf: URL(fileURLWithPath: taken)) == Data("of another".utf8))
        #expect(try Doctor(root: root, name: "vault.acme").removeCopies() == 2)
    }

    @Test func thoseOfOthersKeepTheirName() throws {
        let keychain = try temporary.open(name: "vault.home")
        keychain.close()
        try root.renameKeychain("vault.home", to: "vault.house")
        #expect(try copies().allSatisfy { $0.hasPrefix("vault.work.") })
    }
}
