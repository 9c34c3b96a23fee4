import Foundation
import KeychainServices
import Secrets
import Testing

@testable import PasswordVault

/// Items that a token reads while the vault is locked.
@Suite struct ServiceAccountTests {
    private let sample: VaultSample
    private let vault: any VaultService

    init() throws {
        sample = try VaultSample()
        vault = try sample.create()
    }

    private var now: UInt64 { UInt64(sample.clock.now.timeIntervalSince1970) }

    /// Makes an account for some items, and locks nothing.
    private func account(
        _ items: [VaultItem], in vault: (any VaultService)? = nil, days: UInt64 = 30
    ) throws -> SecretBytes {
        let token = ServiceAccountToken()
        let account = try ServiceAccount(
            of: token, name: "ci", items: items.map(\.id), created: now, expires: now + days * 86_400)
        try (vault ?? self.vault).addServiceAccount(account)
        return token.text()
    }

    private func read(_ token: borrowing SecretBytes, root: KeychainRoot? = nil) throws -> ServiceAccountReader {
        try ServiceAccountReader(root: root ?? sample.root, token: ServiceAccountToken(parsing: token)) {
            [clock = sample.clock] in clock.now
        }
    }

    private func password(_ token: borrowing SecretBytes, _ id: UUID) throws -> String? {
        try read(token).items.first { $0.id == id }?.secret("password")?.text
    }

    /// The vault in another process, or after a restart.
    private func reopened() throws -> Vault {
        let vault = try sample.directory.vault(named: "personal")
        try vault.unlock(sample.password())
        return vault
    }

    // MARK: - Reading

    @Test(arguments: VaultTransport.allCases) func tokenReadsItsItemsWhileTheVaultIsLocked(_ transport: VaultTransport)
        throws
    {
        let sample = try VaultSample(transport)
        let vault = try sample.create()
        let bank = try vault.save(.login("Bank", "maria", "pa55"))
        _ = try vault.save(.login("Shop", "maria", "other"))
        let token = ServiceAccountToken()
        let now = UInt64(sample.clock.now.timeIntervalSince1970)
        try vault.addServiceAccount(
            ServiceAccount(of: token, name: "ci", items: [bank.id], created: now, expires: now + 60))
        try vault.lock()
        let reader = try ServiceAccountReader(root: sample.root, token: token) { [clock = sample.clock] in clock.now }
        #expect(reader.vaultName == "personal")
        #expect(reader.items.map(\.title) == ["Bank"])
        #expect(reader.items.first?.secret("password")?.text == "pa55")
    }

    @Test func laterVersionOfAnItemIsWhatIsRead() throws {
        var bank = try vault.save(.login("Bank", "maria", "old"))
        let token = try account([bank])
        bank["password"] = .secret(Secret("new"))
        _ = try vault.save(bank)
        #expect(try password(token, bank.id) == "new")
    }

    @Test func changeInAnotherProcessIsReadAsWell() throws {
        let bank = try vault.save(.login("Bank", "maria", "old"))
        let token = try account([bank])
        let other = try reopened()
        var changed = try other.item(bank.id)
        changed["password"] = .secret(Secret("new"))
        _ = try other.save(changed)
        #expect(try password(token, bank.id) == "new")
    }

    @Test func copyHasNeitherHistoryNorAttachmentsNorPasskey() throws {
        var item = VaultItem(.passkey, title: "Site")
        item["username"] = .text("maria")
        item["passkey"] = .secret(Secret("private part"))
        var saved = try vault.save(item)
        _ = try vault.attach(Data("file".utf8), to: saved.id, name: "a.txt")
        saved = try vault.item(saved.id)
        saved.notes = Secret("note")
        saved = try vault.save(saved)
        saved.notes = Secret("other")
        saved = try vault.save(saved)
        #expect(!saved.history.isEmpty && !saved.attachments.isEmpty)
        let copy = try #require(try read(account([saved])).items.first)
        #expect(copy.history.isEmpty && copy.attachments.isEmpty && copy["passkey"] == nil)
        #expect(copy.text("username") == "maria" && copy.notes?.text == "other")
    }

    // MARK: - Trash and removal

    @Test func itemInTheTrashIsGoneFromTheCopiesUntilItIsTakenOut() throws {
        let bank = try vault.save(.login("Bank"))
        let token = try account([bank])
        try vault.trash(bank.id)
        #expect(try read(token).items.isEmpty)
        try vault.restore(bank.id)
        #expect(try read(token).items.map(\.id) == [bank.id])
        try vault.trash(bank.id)
        try vault.purge(bank.id)
        #expect(try read(token).items.isEmpty)
    }

    @Test func deletedVaultLeavesNoCopies() throws {
        let bank = try vault.save(.login("Bank"))
        let token = try account([bank])
        try sample.directory.delete("personal")
        #expect(throws: KeychainError(.authenticationFailed, "")) { try read(token) }
        try sample.directory.undelete("personal")
        _ = try reopened()
        #expect(throws: KeychainError(.authenticationFailed, "")) { try read(token) }
    }

    @Test func renamedVaultIsKnownByItsNewNameAfterTheNextUnlock() throws {
        let bank = try vault.save(.login("Bank"))
        let token = try account([bank])
        try sample.directory.rename("personal", to: "family")
        #expect(try read(token).vaultName == "personal")
        try sample.directory.vault(named: "family").unlock(sample.password())
        #expect(try read(token).vaultName == "family")
        #expect(ListedServiceAccount.all(root: sample.root).map(\.vault) == ["family"])
    }

    // MARK: - Revocation and expiry

    @Test func revokedTokenReadsNothingAndNoChangeBringsItBack() throws {
        var bank = try vault.save(.login("Bank"))
        let token = try account([bank])
        let id = try ServiceAccountToken(parsing: token).id
        #expect(try ListedServiceAccount.revoke(id, root: sample.root))
        #expect(try !ListedServiceAccount.revoke(id, root: sample.root))
        #expect(throws: KeychainError(.authenticationFailed, "")) { try read(token) }
        bank.title = "Other"
        _ = try vault.save(bank)
        _ = try reopened()
        #expect(throws: KeychainError(.authenticationFailed, "")) { try read(token) }
        #expect(try reopened().serviceAccounts().isEmpty)
    }

    @Test func fileThatIsPutBackAfterTheVaultHasForgottenTheAccountIsRemoved() throws {
        var bank = try vault.save(.login("Bank"))
        let token = try account([bank])
        let id = try ServiceAccountToken(parsing: token).id
        let path = ServiceAccountFiles(root: sample.root).path(id)
        let old = try Data(contentsOf: URL(fileURLWithPath: path))
        _ = try ListedServiceAccount.revoke(id, root: sample.root)
        bank.title = "Other"
        _ = try vault.save(bank)
        try old.write(to: URL(fileURLWithPath: path))
        chmod(path, 0o600)
        _ = try reopened()
        #expect(throws: KeychainError(.authenticationFailed, "")) { try read(token) }
    }

    @Test func expiredTokenReadsNothingAndItsCopiesGoWithTheNextUnlock() throws {
        let bank = try vault.save(.login("Bank"))
        let token = try account([bank], days: 2)
        sample.pass(days: 1.9)
        #expect(try read(token).items.count == 1)
        sample.pass(days: 0.2)
        let error = #expect(throws: KeychainError.self) { try read(token) }
        #expect(error?.reason.contains("was over") == true)
        _ = try reopened()
        #expect(ListedServiceAccount.all(root: sample.root).isEmpty)
    }

    @Test func timeThatIsChangedInTheFileDoesNotCount() throws {
        let bank = try vault.save(.login("Bank"))
        let token = try account([bank], days: 2)
        let id = try ServiceAccountToken(parsing: token).id
        let path = ServiceAccountFiles(root: sample.root).path(id)
        var text = try String(contentsOfFile: path, encoding: .utf8)
        text = text.replacing("\"expires\":\(now + 2 * 86_400)", with: "\"expires\":\(now + 200 * 86_400)")
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        sample.pass(days: 3)
        #expect(throws: KeychainError(.authenticationFailed, "")) { try read(token) }
    }

    // MARK: - Theft

    @Test func tokenWithoutTheFileOpensNothing() throws {
        let bank = try vault.save(.login("Bank"))
        let token = try account([bank])
        let elsewhere = try VaultSample()
        #expect(throws: KeychainError(.authenticationFailed, "")) { try read(token, root: elsewhere.root) }
    }

    @Test func fileWithoutTheTokenShowsNoSecretAndNoTitle() throws {
        let bank = try vault.save(.login("Bank of Somewhere", "maria", "very secret"))
        let token = try account([bank])
        let parsed = try ServiceAccountToken(parsing: token)
        let path = ServiceAccountFiles(root: sample.root).path(parsed.id)
        let file = try Data(contentsOf: URL(fileURLWithPath: path))
        for text in ["Bank of Somewhere", "maria", "very secret"] { #expect(file.range(of: Data(text.utf8)) == nil) }
        // Another token with the same id does not open it.
        let digits = String(repeating: "17", count: 32)
        let other = SecretBytes(copying: "\(ServiceAccountToken.prefix)\(parsed.id).\(digits)".utf8)
        let error = #expect(throws: KeychainError.self) { try read(other) }
        #expect(error?.reason.contains("not the right one") == true)
    }

    @Test func copyOfAnotherItemOrAccountIsNotTaken() throws {
        let bank = try vault.save(.login("Bank"))
        let shop = try vault.save(.login("Shop"))
        let token = try account([bank, shop])
        let files = ServiceAccountFiles(root: sample.root)
        let id = try ServiceAccountToken(parsing: token).id
        let copies = try #require(try files.read(id))
        var swapped = copies
        swapped.copies = [
            SealedCopies.Copy(item: copies.copies[0].item, changed: 0, sealed: copies.copies[1].sealed)
        ]
        try files.write(swapped)
        #expect(throws: KeychainError(.decode, "")) { try read(token) }
        // The next unlock makes what is damaged again.
        try Data("{".utf8).write(to: URL(fileURLWithPath: files.path(id)))
        #expect(throws: KeychainError(.decode, "")) { try read(token) }
        _ = try reopened()
        #expect(try read(token).items.count == 2)
    }

    @Test func keyThatIsNotInTheVaultGetsNothing() throws {
        var bank = try vault.save(.login("Bank"))
        _ = try account([bank])
        // A process that can write files, and cannot open the vault, makes an account of its own.
        let thief = ServiceAccountToken()
        let forged = try ServiceAccount(of: thief, name: "x", items: [bank.id], created: now, expires: now + 60)
        try ServiceAccountFiles(root: sample.root).write(SealedCopies(forged, vault: "personal"))
        bank.title = "Changed"
        _ = try vault.save(bank)
        let reader = try ServiceAccountReader(root: sample.root, token: thief) { [clock = sample.clock] in clock.now }
        #expect(reader.items.isEmpty)
        _ = try reopened()
        #expect(ListedServiceAccount.all(root: sample.root).map(\.id) != [thief.id])
    }

    @Test func fileOfAnotherUsersChoiceIsNotFollowed() throws {
        let bank = try vault.save(.login("Bank"))
        let token = try account([bank])
        let path = ServiceAccountFiles(root: sample.root).path(try ServiceAccountToken(parsing: token).id)
        try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
        #expect(symlink(path + ".moved", path) == 0)
        #expect(throws: KeychainError(.notAvailable, "")) { try read(token) }
    }

    // MARK: - Making

    @Test func accountOfAMissingItemIsNotMade() throws {
        #expect(throws: KeychainError(.itemNotFound, "")) { _ = try account([.login("Nowhere")]) }
        let bank = try vault.save(.login("Bank"))
        try vault.trash(bank.id)
        #expect(throws: KeychainError(.itemNotFound, "")) { _ = try account([bank]) }
        #expect(ListedServiceAccount.all(root: sample.root).isEmpty)
    }

    @Test func lockedVaultMakesNone() throws {
        let bank = try vault.save(.login("Bank"))
        try vault.lock()
        #expect(throws: KeychainError(.interactionNotAllowed, "")) { _ = try account([bank]) }
    }

    @Test func limitsAreKept() throws {
        let token = ServiceAccountToken()
        let ids = (0...ServiceAccount.mostItems).map { _ in UUID() }
        for (items, expires) in [([], 10), (ids, 10), ([ids[0], ids[0]], 10), ([ids[0]], 1), ([ids[0]], 367 * 86_400)] {
            #expect(throws: KeychainError.self) {
                try ServiceAccount(of: token, name: "", items: items, created: 1, expires: UInt64(expires))
            }
        }
        #expect(throws: KeychainError.self) {
            try ServiceAccount(
                of: token, name: String(repeating: "x", count: 129), items: [ids[0]], created: 1, expires: 2)
        }
    }

    @Test(arguments: [
        "", "chsa1.", "chsa1.0123456789abcdef", "chsa1.0123456789abcdef.00", "chsa1.0123456789ABCDEF.", "x",
    ])
    func otherTextIsNoToken(text: String) {
        #expect(throws: KeychainError(.authenticationFailed, "")) {
            _ = try ServiceAccountToken(parsing: SecretBytes(copying: text.utf8)).id
        }
    }

    // MARK: - Log

    @Test func eachUseIsInTheLogAndAfterTheEndThereIsNone() throws {
        let bank = try vault.save(.login("Bank"))
        let token = try account([bank], days: 1)
        let reader = try read(token)
        try reader.note(command: "read", reference: "chatelaine://personal/Bank/password", answer: "answered")
        try reader.note(command: "run", reference: "chatelaine://personal/Shop/password", answer: "not found")
        let log = ServiceAccountLog(root: sample.root, id: reader.id)
        #expect(
            log.lines().map { Array($0[1...3]) } == [
                ["read", "chatelaine://personal/Bank/password", "answered"],
                ["run", "chatelaine://personal/Shop/password", "not found"],
            ])
        sample.pass(days: 2)
        #expect(throws: KeychainError(.authenticationFailed, "")) {
            try reader.note(command: "read", reference: "x", answer: "answered")
        }
        _ = try ListedServiceAccount.revoke(reader.id, root: sample.root)
        #expect(log.lines().count == 2)
    }

    @Test func useThatCannotBeNotedIsNotAnswered() throws {
        let bank = try vault.save(.login("Bank"))
        let reader = try read(account([bank]))
        let path = ServiceAccountFiles(root: sample.root).logPath(reader.id)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(throws: KeychainError(.notAvailable, "")) {
            try reader.note(command: "read", reference: "x", answer: "answered")
        }
    }

    // MARK: - Names

    @Test func noVaultMayBeNamedAsTheKeychainIs() throws {
        #expect(throws: KeychainError(.parameter, "")) {
            try sample.directory.create("keychain", password: sample.password())
        }
        #expect(throws: KeychainError(.parameter, "")) { try sample.directory.rename("personal", to: "keychain") }
        #expect(throws: KeychainError(.parameter, "")) { try sample.directory.undelete("keychain") }
        #expect(sample.directory.names() == ["personal"])
    }
}
