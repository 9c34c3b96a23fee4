import AccessPolicy
import Foundation
import KeychainServices
import LinuxSupport
import PasswordVault
import Secrets
import Synchronization

/// The vaults that the agent has opened, and the counts of wrong master passwords.
final class VaultKeeper: Sendable {
    private struct OpenVault {
        let vault: Vault
        let attempts: PasscodeAttempts?
    }

    /// A file that comes in parts, and is attached when it is complete.
    private struct Parts {
        let connection: Poller.ID
        var data: Data
    }

    private let directory: VaultDirectory
    private let records: AgentRecords?
    private let clocks: PasscodeAttempts.Clocks
    /// Called after every lock of a vault or of all.
    private let whenLocked: @Sendable () -> Void
    /// The keys of the vaults that a finger may unlock.
    let fingers: FingerUnlocks
    private let open = Mutex<[String: OpenVault]>([:])
    private let grants = Mutex<[String: PasswordGrants]>([:])
    /// The locks of all vaults so far.
    private let lockCount = Atomic(0)
    /// One file at a time, so that no number of programs takes all memory.
    private let parts = Mutex<Parts?>(nil)

    /// - Parameter records: keeps the counts of wrong passwords; `nil` for no count, and no waits.
    init(
        _ directory: VaultDirectory, _ records: AgentRecords?, fingers: FingerUnlocks,
        clocks: @escaping PasscodeAttempts.Clocks, whenLocked: @escaping @Sendable () -> Void = {}
    ) {
        self.directory = directory
        self.fingers = fingers
        self.records = records
        self.clocks = clocks
        self.whenLocked = whenLocked
    }

    var names: [String] { directory.names() }
    /// The copies of deleted vaults.
    var deleted: [DeletedVault] { directory.deletedVaults() }

    func vault(_ name: String) throws(KeychainError) -> Vault { try opened(name).vault }

    private func opened(_ name: String) throws(KeychainError) -> OpenVault {
        if let known = open.withLock({ $0[name] }) { return known }
        return try keep(directory.vault(named: name))
    }

    /// Keeps an opened vault: of two threads that open the same one, one wins.
    private func keep(_ vault: Vault) throws(KeychainError) -> OpenVault {
        var attempts: PasscodeAttempts?
        if let records {
            attempts = try PasscodeAttempts(records, .passwordThrottle(ofVault: vault.name), clocks: clocks)
        }
        let new = OpenVault(vault: vault, attempts: attempts)
        return open.withLock { open in
            if let known = open[vault.name] { return known }
            open[vault.name] = new
            return new
        }
    }

    /// The number of times that all vaults were locked. A request that makes a vault takes it when it comes.
    var locks: Int { lockCount.load(ordering: .acquiring) }

    /// - Parameter locks: ``locks`` when the request came: a lock since then wins.
    /// - Returns: the state of locking when the vault was made, for ``grant(_:to:toProcessAlone:since:)``.
    func create(
        _ name: String, password: borrowing SecretBytes, derivation: VaultPassword.Derivation, since locks: Int
    ) throws(KeychainError) -> LockEpoch {
        let vault = try directory.create(name, password: password, derivation: derivation)
        let epoch = vault.lockEpoch
        let kept = try keep(vault).vault
        // A lock of all vaults that came before this one was known.
        if self.locks != locks { kept.lock() }
        return epoch
    }

    /// Runs `body`, which tries a master password, and counts wrong ones.
    func trying(
        _ name: String, from source: PasscodeSource, _ body: (Vault) throws(KeychainError) -> Void
    ) throws(KeychainError) {
        let opened = try opened(name)
        guard let attempts = opened.attempts else { return try body(opened.vault) }
        try attempts.attempt(from: source, isLogin: false, atPrompt: false, erase: { () throws(KeychainError) in }) {
            () throws(KeychainError) in try body(opened.vault)
        }
    }

    /// Gives a vault a new master password, by its recovery key. It is locked afterwards.
    func recover(
        _ name: String, recoveryKey: borrowing SecretBytes, newPassword: borrowing SecretBytes,
        derivation: VaultPassword.Derivation
    ) throws(KeychainError) {
        // The file may be another machine's, which cannot be opened yet, in the place of one that was open.
        forget(name)
        fingers.forget(name)
        // What another thread has opened meanwhile has keys of before.
        defer { forget(name) }
        try directory.recover(name, recoveryKey: recoveryKey, newPassword: newPassword, derivation: derivation).lock()
    }

    // MARK: - Names

    /// Gives a vault another name. It is locked then; wrong passwords count for the new name as they did for the old one.
    ///
    /// - Parameter forgetting: forgets what programs were answered about both; done once it is known that nothing speaks against the name.
    func rename(
        _ name: String, to new: String, forgetting: () throws(KeychainError) -> Void
    ) throws(KeychainError) {
        try directory.checkRename(name, to: new)
        try forgetting()
        try whileLetGo([name, new]) { () throws(KeychainError) in
            let throttle = try records?.read(.passwordThrottle(ofVault: name))
            try directory.rename(name, to: new)
            if let throttle { try records?.write(.passwordThrottle(ofVault: new), throttle) }
        }
    }

    /// Deletes a vault. Wrong passwords go on counting for a vault with its name: else deleting it and bringing it back would end the wait.
    func delete(_ name: String, keepingCopy: Bool) throws(KeychainError) {
        try whileLetGo([name]) { () throws(KeychainError) in try directory.delete(name, keepingCopy: keepingCopy) }
    }

    func undelete(_ name: String) throws(KeychainError) {
        try whileLetGo([name]) { () throws(KeychainError) in try directory.undelete(name) }
    }

    /// Runs `body` while nothing is known of the vaults with these names. No finger unlocks them from then on.
    private func whileLetGo(_ names: [String], _ body: () throws(KeychainError) -> Void) throws(KeychainError) {
        for name in names {
            forget(name)
            try fingers.allow(name, false)
        }
        // Another thread may have opened one meanwhile, under a name that it no longer has.
        defer { for name in names { forget(name) } }
        try body()
    }

    private func forget(_ name: String) {
        let known = open.withLock { $0.removeValue(forKey: name) }
        known?.vault.lock()
        known?.vault.close()
        grants.withLock { $0[name] = nil }
        whenLocked()
    }

    // MARK: - Passwords

    /// Lets a finger unlock the vault for a while, if that is allowed: the master password was entered.
    func keepForFinger(_ name: String) {
        guard let key = try? vault(name).copyOfOpeningKey() else { return fingers.forget(name) }
        fingers.keep(key, of: name)
    }

    /// Lets a program use a vault whose master password was entered in it, unless the vault was locked since `epoch`.
    ///
    /// - Parameter toProcessAlone: whether it was not entered in the program's terminal.
    func grant(_ name: String, to program: Program, toProcessAlone: Bool = false, since epoch: LockEpoch) {
        guard let vault = try? vault(name) else { return }
        let now = Clock.secondsSinceBoot
        grants.withLock { grants in
            // A lock is counted before it takes the grants back.
            guard vault.lockEpoch == epoch else { return }
            grants[name, default: PasswordGrants()].grant(program, toProcessAlone: toProcessAlone, now: now)
        }
    }

    /// Whether a program of the command line may use a vault without its master password.
    func isGranted(_ name: String, to program: Program) -> Bool {
        grants.withLock { $0[name]?.allows(program, now: Clock.secondsSinceBoot) ?? false }
    }

    /// Whether the program may use any vault so.
    func isGrantedAny(to program: Program) -> Bool {
        let now = Clock.secondsSinceBoot
        return grants.withLock { grants in
            for name in grants.keys where grants[name]?.allows(program, now: now) ?? false { return true }
            return false
        }
    }

    func lock(_ name: String) throws(KeychainError) {
        defer {
            grants.withLock { $0[name] = nil }
            whenLocked()
        }
        try vault(name).lock()
    }

    /// Whether any vault is unlocked, or a finger would unlock one.
    var hasKeys: Bool { fingers.isKeeping || hasUnlocked }

    /// Whether any vault is unlocked.
    var hasUnlocked: Bool {
        open.withLock { Array($0.values) }.contains { (try? $0.vault.isUnlocked()) ?? false }
    }

    func lockAll() {
        lockCount.add(1, ordering: .releasing)
        for opened in open.withLock({ Array($0.values) }) { opened.vault.lock() }
        grants.withLock { $0 = [:] }
        whenLocked()
    }

    // MARK: - Parts of files

    /// Keeps the next part of a file that a program sends.
    ///
    /// - Throws: `.parameter` if it is too large by now; `.notAvailable` while another program sends one.
    func add(_ part: UnsafeRawBufferPointer, of connection: Poller.ID) throws(KeychainError) {
        let problem = parts.withLock { parts -> KeychainError? in
            if let busy = parts, busy.connection != connection {
                return KeychainError(
                    .notAvailable, "another file is being attached", remedy: "try again when that is done")
            }
            var new = parts ?? Parts(connection: connection, data: Data())
            guard new.data.count + part.count <= Vault.mostAttachment else {
                parts = nil
                return KeychainError(.parameter, "an attachment has at most \(Vault.mostAttachment >> 20) MiB")
            }
            new.data.append(contentsOf: part)
            parts = new
            return nil
        }
        if let problem { throw problem }
    }

    /// Returns all parts that a program has sent, and forgets them.
    func takeParts(of connection: Poller.ID) -> Data {
        parts.withLock { parts in
            guard parts?.connection == connection else { return Data() }
            return parts.take()?.data ?? Data()
        }
    }

    /// Forgets the parts of a program that has gone.
    func forgetParts(of connection: Poller.ID) { _ = takeParts(of: connection) }
}
