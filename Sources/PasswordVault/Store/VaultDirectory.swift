import Foundation
import KeyManagement
import KeychainServices
import Secrets

/// The vaults of a user: files beside the keychains.
public struct VaultDirectory: Sendable {
    let root: KeychainRoot
    let passwordCost: PasscodeHash.Cost
    let clock: @Sendable () -> Date
    /// Whether this is the agent, whose the files are from now on.
    let actsForAgent: Bool

    /// - Parameters:
    ///   - root: where the files are.
    ///   - passwordCost: what the key of a new master password costs to derive; lower only in tests.
    ///   - clock: what changes are dated by; another only in tests.
    public init(
        root: KeychainRoot, passwordCost: PasscodeHash.Cost = .tuned, clock: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.init(root: root, passwordCost: passwordCost, actsForAgent: false, clock: clock)
    }

    package init(
        root: KeychainRoot, passwordCost: PasscodeHash.Cost, actsForAgent: Bool,
        clock: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.root = root
        self.passwordCost = passwordCost
        self.clock = clock
        self.actsForAgent = actsForAgent
    }

    static let prefix = "vault."
    private static let ending = ".keychain"

    /// The names of all vaults, in order.
    public func names() -> [String] {
        let directory = (root.keychainPath(named: "") as NSString).deletingLastPathComponent
        let files = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return files.filter { $0.hasPrefix(Self.prefix) && $0.hasSuffix(Self.ending) }
            .map { String($0.dropFirst(Self.prefix.count).dropLast(Self.ending.count)) }
            .filter { !$0.isEmpty }.sorted()
    }

    /// Makes a vault. It is unlocked.
    ///
    /// - Parameters:
    ///   - name: letters, digits, `-`, `_` and `.`; at most 64.
    ///   - password: the master password.
    ///   - derivation: how its key is derived from it, which takes about half a second on this machine.
    /// - Throws: `.duplicateItem` if there is one of this name; `.parameter` for a name that is none or an empty password.
    public func create(
        _ name: String, password: borrowing SecretBytes, derivation: VaultPassword.Derivation = .argon2id
    ) throws(KeychainError) -> Vault {
        guard password.count > 0 else { throw Vault.emptyPassword }
        let vault = try open(name, isMade: true)
        if case .noPasscode = try vault.keychain.lockState() {
            // New, or left unfinished by a process that ended.
            try vault.makeHeader()
            try vault.keychain.setPasscode(password, cost: derivation.cost(like: passwordCost)) { _, _ in }
            return vault
        }
        throw KeychainError(
            .duplicateItem, "there is a vault “\(name)” already", remedy: "choose another name, or unlock that one")
    }

    /// The vault with a name, locked.
    ///
    /// - Throws: `.noSuchKeychain` if there is none.
    public func vault(named name: String) throws(KeychainError) -> Vault {
        guard names().contains(name) else {
            throw KeychainError(
                .noSuchKeychain, "there is no vault “\(name)”", remedy: "see which there are: chatelaine vault status")
        }
        return try open(name)
    }

    /// Gives the vaults back to every program of the user's, where an agent had them.
    ///
    /// - Throws: `.notAvailable` if a file cannot be written.
    package static func giveBack(in root: KeychainRoot) throws(KeychainError) {
        let directory = VaultDirectory(root: root, passwordCost: .tuned, actsForAgent: true)
        for name in directory.names() {
            let vault = try directory.open(name)
            try vault.keychain.setManaged(false)
            vault.close()
        }
    }

    private static func isOfNames(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// Gives a vault a new master password, where the old one is lost and there is a recovery key. The vault is unlocked then, and the
    /// recovery key has to be made again.
    ///
    /// If it is interrupted, it can be done again.
    ///
    /// - Parameters:
    ///   - name: of the vault.
    ///   - recoveryKey: as ``Vault/makeRecoveryKey()`` gave it, or as a person typed that.
    ///   - password: the new master password.
    ///   - derivation: how its key is derived from it.
    /// - Throws: `.parameter` for a text that is no recovery key, or an empty password; `.authenticationFailed` if it is another
    ///   vault's; `.noSuchKeychain`.
    public func recover(
        _ name: String, recoveryKey: borrowing SecretBytes, newPassword password: borrowing SecretBytes,
        derivation: VaultPassword.Derivation = .argon2id
    ) throws(KeychainError) -> Vault {
        guard password.count > 0 else { throw Vault.emptyPassword }
        guard let key = VaultRecoveryKey.key(recoveryKey) else { throw VaultRecoveryKey.mistyped }
        let vault = try vault(named: name)
        vault.lock()
        do throws(KeychainError) {
            try KeychainRecovery.recover(root, name: Self.prefix + name, recoveryKey: key)
        } catch  where error.code == .authenticationFailed {
            throw KeychainError(
                .authenticationFailed, "that is not the recovery key of “\(name)”",
                remedy: "use the one that was made last for this vault")
        }
        // Between these two the files alone open the vault, as they did before it had a master password.
        try vault.keychain.setPasscode(password, cost: derivation.cost(like: passwordCost)) { _, _ in }
        return vault
    }

    /// - Throws: `.parameter` for a name that is none.
    static func checkName(_ name: String) throws(KeychainError) {
        guard (1...64).contains(name.utf8.count), name.utf8.allSatisfy(isOfNames) else {
            throw KeychainError(
                .parameter, "“\(name)” is no name for a vault",
                remedy: "use 1 to 64 letters without accents, digits, “-”, “_” and “.”")
        }
    }

    /// - Parameter isMade: whether a vault that does not exist is made.
    func open(_ name: String, isMade: Bool = false) throws(KeychainError) -> Vault {
        try Self.checkName(name)
        let keychain = try Keychain(
            root: root, name: Self.prefix + name, accessGroups: AccessGroups([VaultRows.group]),
            passcodeCost: passwordCost, isMade: isMade)
        guard let local = try keychain.service() as? LocalKeychain else {
            throw KeychainError(.notAvailable, "the vault is another process's")
        }
        if actsForAgent {
            local.actForAgent()
            if try !local.isManaged() { try local.setManaged(true) }
        }
        return Vault(name: name, keychain: local, directory: self)
    }
}
