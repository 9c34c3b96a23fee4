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
        // The opening of a vault says why one could not be completed.
        try? root.completeRestore()
        return root.keychainNames.filter { $0.hasPrefix(Self.prefix) }.map { String($0.dropFirst(Self.prefix.count)) }
            .filter { !$0.isEmpty }
    }

    /// Creates a vault and unlocks it.
    ///
    /// If the process ends meanwhile, there is no vault, or one that the master password opens.
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
        try Self.checkNewName(name)
        let cost = derivation.cost(like: passwordCost)
        guard !names().contains(name) else { return try completeVault(name, password, cost) }
        let openingKey = try makeVault(name, password, cost)
        let vault = try open(name)
        try vault.unlock(openingKey: openingKey)
        return vault
    }

    /// Makes the file of a vault, which has its name once it has its header and its master password.
    ///
    /// - Returns: the key that opens the vault in place of its master password.
    private func makeVault(
        _ name: String, _ password: borrowing SecretBytes, _ cost: PasscodeHash.Cost
    ) throws(KeychainError) -> SecretBytes {
        let password = password.copy()
        var openingKey: SecretBytes?
        do throws(KeychainError) {
            try LocalKeychain.make(
                root, name: Self.prefix + name, accessGroups: AccessGroups([VaultRows.group]),
                passcodeCost: passwordCost
            ) { keychain throws(KeychainError) in
                let vault = try adopt(keychain, name)
                try vault.makeHeader()
                try keychain.setPasscode(password, cost: cost) { _, _ in }
                openingKey = try vault.copyOfOpeningKey()
            }
        } catch  where error.code == .duplicateItem {
            throw Self.existing(name)
        }
        guard let openingKey else { throw .lockedMeanwhile }
        return openingKey
    }

    /// Completes a vault whose creation an earlier release did not finish.
    ///
    /// - Throws: `.duplicateItem` for any other vault.
    private func completeVault(
        _ name: String, _ password: borrowing SecretBytes, _ cost: PasscodeHash.Cost
    ) throws(KeychainError) -> Vault {
        let vault = try open(name)
        guard case .noPasscode = try vault.keychain.lockState() else { throw Self.existing(name) }
        guard try !vault.hasItems() else {
            throw KeychainError(.duplicateItem, Self.existing(name).reason, remedy: try vault.unfinished().remedy)
        }
        try vault.makeHeader()
        try vault.keychain.setPasscode(password, cost: cost) { _, _ in }
        return vault
    }

    private static func existing(_ name: String) -> KeychainError {
        KeychainError(
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
    /// - Throws: `.notAvailable` if a file cannot be written; the other vaults are given back all the same.
    package static func releaseFromAgent(in root: KeychainRoot) throws(KeychainError) {
        let directory = VaultDirectory(root: root, passwordCost: .tuned, actsForAgent: true)
        var problem: KeychainError?
        for name in directory.names() {
            do throws(KeychainError) {
                let vault = try directory.open(name)
                try vault.keychain.setManaged(false)
                vault.close()
            } catch {
                problem = problem ?? error
            }
        }
        if let problem { throw problem }
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
    /// after that, unless it was locked meanwhile, and the user has to make a new recovery key.
    ///
    /// The vault's file alone is enough, if it was copied while no program wrote to it. If the process ends meanwhile, the vault is as it
    /// was, or it has its new master password.
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
        let cost = derivation.cost(like: passwordCost)
        let newPassword = password.copy()
        let epoch: LockEpoch?
        do throws(KeychainError) {
            // Before the vault is opened: the device key of another machine does not open it.
            epoch = try KeychainRecovery.recoverVault(
                root, name: Self.prefix + name, recoveryKey: key, acceptingDamage: acceptingDamage,
                actsForAgent: actsForAgent
            ) { keys throws(KeyError) in
                try keys.settingFirstPasscode(newPassword, cost: cost)
            }
        } catch  where error.code == .authenticationFailed {
            throw KeychainError(
                .authenticationFailed, "the recovery key of “\(name)” is wrong",
                remedy: "use the latest recovery key of this vault")
        }
        // One that the agent has stays the agent's.
        let vault = try open(name, actingForAgent: acceptingDamage)
        // If the process ends before this, or the vault was locked meanwhile, the next unlock seals the items again.
        guard let epoch else { return vault }
        do throws(KeychainError) {
            _ = try vault.keychain.unlock(proving: password, since: epoch) { _, _ in }
            if !acceptingDamage { try vault.checkIndex() }
        } catch  where error.code == .interactionNotAllowed {}
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

    /// Checks the name of a vault that is made, renamed or brought back.
    ///
    /// - Throws: `.parameter` for a name that is none, and for `keychain`, which stands for the keychain in references to secrets.
    package static func checkNewName(_ name: String) throws(KeychainError) {
        try checkName(name)
        guard name != "keychain" else {
            throw KeychainError(
                .parameter, "no vault may be named “keychain”: in references to secrets that is the keychain",
                remedy: "choose another name")
        }
    }

    /// Opens a vault that exists.
    ///
    /// - Parameter actingForAgent: whether to open it also if an agent has it, which does not run.
    func open(_ name: String, actingForAgent: Bool = false) throws(KeychainError) -> Vault {
        let local = try openKeychain(of: name)
        if actingForAgent { local.actForAgent() }
        return try adopt(local, name)
    }

    /// Opens the keychain of a vault that exists, in this process.
    func openKeychain(of name: String) throws(KeychainError) -> LocalKeychain {
        try Self.checkName(name)
        let keychain = try Keychain(
            root: root, name: Self.prefix + name, accessGroups: AccessGroups([VaultRows.group]),
            passcodeCost: passwordCost, isMade: false)
        guard let local = try keychain.service() as? LocalKeychain else {
            throw KeychainError(.notAvailable, "another process owns the vault")
        }
        return local
    }

    /// Returns the vault in a keychain, which is the agent's from then on if this is the agent.
    private func adopt(_ local: LocalKeychain, _ name: String) throws(KeychainError) -> Vault {
        if actsForAgent {
            local.actForAgent()
            if try !local.isManaged() { try local.setManaged(true) }
        }
        return Vault(name: name, keychain: local, directory: self)
    }
}
