import Foundation
import KeyManagement
import KeychainServices
import Secrets

/// The vaults of a user: files next to the keychains.
public struct VaultDirectory: Sendable {
    let root: KeychainRoot
    let passwordCost: PasscodeHash.Cost
    let clock: @Sendable () -> Date
    /// The time since the start of the machine; replaced only in tests.
    var bootTime: @Sendable () -> BootTime = { .now }
    /// Whether this is the agent, whose the files are from now on.
    let actsForAgent: Bool

    /// Opens the directory.
    ///
    /// - Parameters:
    ///   - root: the location of the files.
    ///   - passwordCost: the cost of the key derivation for a new master password; lower only in tests.
    ///   - clock: the clock that dates changes; replaced only in tests.
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

    static let prefix = KeychainRoot.vaultPrefix

    /// Returns the names of all vaults, sorted.
    public func names() -> [String] {
        root.keychainNames.filter { $0.hasPrefix(Self.prefix) }.map { String($0.dropFirst(Self.prefix.count)) }
            .filter { !$0.isEmpty }
    }

    /// Creates a vault and unlocks it.
    ///
    /// - Parameters:
    ///   - name: the name: letters, digits, `-`, `_` and `.`; at most 64.
    ///   - password: the master password.
    ///   - derivation: the key derivation function. Deriving the key takes about half a second on this machine.
    /// - Throws: `.duplicateItem` if a vault of this name exists; `.parameter` for an invalid name or an empty password.
    public func create(
        _ name: String, password: borrowing SecretBytes, derivation: VaultPassword.Derivation = .argon2id
    ) throws(KeychainError) -> Vault {
        guard password.count > 0 else { throw Vault.emptyPassword }
        let vault = try open(name, isMade: true)
        if case .noPasscode = try vault.keychain.lockState() {
            // A new vault, or one whose creation was interrupted when the process ended.
            try vault.makeHeader()
            try vault.keychain.setPasscode(password, cost: derivation.cost(like: passwordCost)) { _, _ in }
            return vault
        }
        throw KeychainError(
            .duplicateItem, "a vault “\(name)” exists already", remedy: "choose another name, or unlock that one")
    }

    /// Returns the vault with a name, locked.
    ///
    /// - Throws: `.noSuchKeychain` if there is none.
    public func vault(named name: String) throws(KeychainError) -> Vault {
        guard names().contains(name) else { throw Self.absent(name) }
        return try open(name)
    }

    private static func absent(_ name: String) -> KeychainError {
        KeychainError(
            .noSuchKeychain, "there is no vault “\(name)”", remedy: "list the vaults with: chatelaine vault status")
    }

    /// Gives the vaults that an agent owned back to all programs of the user.
    ///
    /// - Throws: `.notAvailable` if a file cannot be written.
    package static func releaseFromAgent(in root: KeychainRoot) throws(KeychainError) {
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

    /// Sets a new master password with the recovery key, for a lost master password or a vault of another machine. The vault is unlocked
    /// after that, and the user has to make a new recovery key.
    ///
    /// The vault's file alone is enough, if it was copied while no program wrote to it. If the call is interrupted, it can be repeated.
    ///
    /// - Parameters:
    ///   - name: the name of the vault.
    ///   - recoveryKey: the text from ``Vault/makeRecoveryKey()``, as the user has typed it.
    ///   - password: the new master password.
    ///   - derivation: the key derivation function.
    ///   - acceptingDamage: whether to recover what is readable of a damaged file.
    /// - Throws: `.parameter` for a text that is not a recovery key, or an empty password; `.authenticationFailed` if it is the recovery
    ///   key of another vault; `.noSuchKeychain`; `.notAvailable` if the file is damaged, and nothing has changed then.
    public func recover(
        _ name: String, recoveryKey: borrowing SecretBytes, newPassword password: borrowing SecretBytes,
        derivation: VaultPassword.Derivation = .argon2id, acceptingDamage: Bool = false
    ) throws(KeychainError) -> Vault {
        guard password.count > 0 else { throw Vault.emptyPassword }
        guard let key = VaultRecoveryKey.key(recoveryKey) else { throw VaultRecoveryKey.mistyped }
        guard names().contains(name) else { throw Self.absent(name) }
        try Self.checkName(name)
        do throws(KeychainError) {
            // Before the vault is opened: the device key of another machine does not open it.
            try KeychainRecovery.recoverVault(
                root, name: Self.prefix + name, recoveryKey: key, acceptingDamage: acceptingDamage,
                actsForAgent: actsForAgent)
        } catch  where error.code == .authenticationFailed {
            throw KeychainError(
                .authenticationFailed, "the recovery key of “\(name)” is wrong",
                remedy: "use the latest recovery key of this vault")
        }
        let vault = try open(name)
        // Between these two calls, the files alone suffice to open the vault, as before it had a master password.
        try vault.keychain.setPasscode(password, cost: derivation.cost(like: passwordCost)) { _, _ in }
        if !acceptingDamage { try vault.checkIndex() }
        return vault
    }

    /// - Throws: `.parameter` for a name that is none.
    static func checkName(_ name: String) throws(KeychainError) {
        guard (1...64).contains(name.utf8.count), name.utf8.allSatisfy(isOfNames) else {
            throw KeychainError(
                .parameter, "“\(name)” is not a valid vault name",
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
            throw KeychainError(.notAvailable, "another process owns the vault")
        }
        if actsForAgent {
            local.actForAgent()
            if try !local.isManaged() { try local.setManaged(true) }
        }
        return Vault(name: name, keychain: local, directory: self)
    }
}
