import Glibc
import KeyManagement
import Secrets
import Synchronization

/// A keychain in a file of its own, which its password alone opens: the keychains of `SecKeychainCreate`.
///
/// While it is locked nothing is known of its items. The process that uses it opens the file; whether it is unlocked is decided by
/// ``UnlockedKeys`` at every operation, so that a lock in one process counts in all.
package final class PortableKeychain: Sendable {
    private struct Opened {
        let store: Store
        /// The number of the unlocking.
        let number: UInt64
        let id: [UInt8]
        let identity: FileIdentity
    }

    /// The absolute path.
    package let path: String
    private let file: PortableFile
    private let keys: @Sendable () throws(KeychainError) -> any UnlockedKeys
    private let cost: PasscodeHash.Cost
    private let opened = Mutex<Opened?>(nil)
    /// One derivation at a time: guesses of one process take one core, and the memory of one.
    private static let turn = DerivationTurn()

    /// Names a keychain, which need not exist.
    ///
    /// - Parameters:
    ///   - path: absolute.
    ///   - cost: the cost of deriving the key of a new password; lower only in tests.
    ///   - keys: returns what keeps it unlocked.
    /// - Throws: `.parameter` for a path that is none.
    package init(
        path: String, cost: PasscodeHash.Cost = .tuned,
        keys: @escaping @Sendable () throws(KeychainError) -> any UnlockedKeys
    ) throws(KeychainError) {
        file = try PortableFile(path)
        self.path = path
        self.cost = cost
        self.keys = keys
    }

    /// Whether there is a file at the path.
    package var exists: Bool { file.exists }

    /// The keychain for a program: every access group, since the file's key opens all of them.
    package func keychain(_ groups: @escaping @Sendable () throws(KeychainError) -> AccessGroups) -> Keychain {
        Keychain { () throws(KeychainError) in
            let own = try groups().names
            return LocalKeychain(
                store: try self.store(), accessGroups: AccessGroups(own + ["*"]),
                listing: ProgramListing(keychain: self))
        }
    }

    // MARK: - Making and removing

    /// Makes the file. It is unlocked then.
    ///
    /// - Throws: `.duplicateKeychain` if there is a file of that name; `.readOnly`, `.notAvailable` if it cannot be made there.
    package func create(password: borrowing SecretBytes, settings: PortableSettings = .initial) throws(KeychainError) {
        let keys = try keys()
        let number = try keys.lockNumber()
        try file.refuseExisting()
        let password = password.copy()
        let (new, portable) = try Self.deriving { () throws(KeyError) in
            try PortableKey.make(password: password, cost: cost, settings: settings)
        }
        try file.make(new.keybag, portable)
        let deviceKey = try Self.deriving { () throws(KeyError) in try portable.open(password: password) }
        try keep(deviceKey, portable, settings, keys, since: number)
    }

    /// Removes the file, locked or not.
    ///
    /// - Throws: `.noSuchKeychain`; `.invalidKeychain` for a file that is not such a keychain.
    package func delete() throws(KeychainError) {
        let id = try file.readKey().keychainID
        close()
        try file.remove()
        try keys().lock(id)
    }

    // MARK: - Lock

    /// Whether it is unlocked for this program.
    ///
    /// - Throws: `.noSuchKeychain`; `.notAvailable`.
    package func isUnlocked() throws(KeychainError) -> Bool {
        do throws(KeychainError) {
            _ = try store()
            return true
        } catch {
            guard error.code == .interactionNotAllowed else { throw error }
            return false
        }
    }

    /// Whether the file can be written.
    package var isWritable: Bool { access(path, W_OK) == 0 && !KeychainImage.isNeeded(for: path) }

    /// Unlocks it, for all processes that ``UnlockedKeys`` serves.
    ///
    /// - Throws: `.authenticationFailed` for a wrong password; `.interactionNotAllowed` if it was locked meanwhile.
    package func unlock(password: borrowing SecretBytes) throws(KeychainError) {
        let keys = try keys()
        let number = try keys.lockNumber()
        let portable = try file.readKey()
        let password = password.copy()
        let deviceKey = try Self.deriving { () throws(KeyError) in try portable.open(password: password) }
        let settings = try Self.converting { () throws(KeyError) in try portable.settings(deviceKey) }
        try keep(deviceKey, portable, settings, keys, since: number)
        // It is unlocked, with or without them.
        try? listPrograms()
    }

    private func keep(
        _ deviceKey: DeviceKey, _ portable: PortableKey, _ settings: PortableSettings, _ keys: any UnlockedKeys,
        since number: UInt64
    ) throws(KeychainError) {
        try keys.keep(deviceKey.copyOfKey(), of: portable.keychainID, settings: settings, since: number)
    }

    /// Locks it, for all processes.
    ///
    /// - Throws: `.noSuchKeychain`; `.notAvailable`.
    package func lock() throws(KeychainError) {
        let id = try file.readKey().keychainID
        close()
        try keys().lock(id)
    }

    /// Closes the file until the next use.
    package func close() { setOpened(nil) }

    // MARK: - Password and settings

    /// Changes the password. The keychain stays as it is, unlocked or locked. A copy of before opens with the old one.
    ///
    /// - Throws: `.authenticationFailed` if `old` is not the password.
    package func changePassword(
        from old: borrowing SecretBytes, to new: borrowing SecretBytes
    ) throws(KeychainError) {
        let old = old.copy()
        let new = new.copy()
        let portable = try file.readKey()
        let changed = try Self.deriving { () throws(KeyError) in
            try portable.changingPassword(from: old, to: new, cost: cost)
        }
        let deviceKey = try Self.deriving { () throws(KeyError) in try changed.open(password: new) }
        try replace(portable, by: changed, deviceKey)
    }

    /// Returns when it is locked without being asked to.
    ///
    /// - Throws: `.interactionNotAllowed` if it is locked.
    package func settings() throws(KeychainError) -> PortableSettings {
        let (portable, deviceKey) = try openKey()
        return try Self.converting { () throws(KeyError) in try portable.settings(deviceKey) }
    }

    /// Sets when it is locked without being asked to.
    ///
    /// - Throws: `.interactionNotAllowed` if it is locked.
    package func set(_ settings: PortableSettings) throws(KeychainError) {
        let keys = try keys()
        let number = try keys.lockNumber()
        let (portable, deviceKey) = try openKey()
        try replace(portable, by: portable.setting(settings, deviceKey), deviceKey)
        try keep(deviceKey, portable, settings, keys, since: number)
    }

    private func replace(
        _ old: PortableKey, by new: PortableKey, _ deviceKey: DeviceKey
    ) throws(KeychainError) {
        try file.store(old, deviceKey).write { session in
            guard try PasswordTable.load(session.db) == old else {
                throw KeychainError(
                    .notAvailable, "another program has changed the keychain's password or settings",
                    remedy: "try again")
            }
            try PasswordTable.store(new, in: session.db)
        }
    }

    // MARK: - Opening

    /// Returns the wrapped key and the key that unlocks it.
    private func openKey() throws(KeychainError) -> (PortableKey, DeviceKey) {
        let portable = try file.readKey()
        guard let unlocked = try keys().use(portable.keychainID, known: 0),
            let deviceKey = Self.deviceKey(portable, unlocked)
        else { throw .portableIsLocked(path) }
        return (portable, deviceKey)
    }

    /// The key of another file with the same identifier opens nothing here.
    private static func deviceKey(_ portable: PortableKey, _ unlocked: UnlockedKey) -> DeviceKey? {
        guard let key = unlocked.copyOfKey() else { return nil }
        return portable.deviceKey(kept: key)
    }

    /// Returns the open file.
    ///
    /// - Throws: `.noSuchKeychain`; `.interactionNotAllowed` if it is locked.
    private func store() throws(KeychainError) -> Store {
        try file.check()
        let identity = FileIdentity(path)
        if let known = opened.withLock({ $0 }), known.identity == identity {
            if let unlocked = try keys().use(known.id, known: known.number), unlocked.number == known.number {
                return known.store
            }
        }
        close()
        let portable = try file.readKey()
        guard let identity, let unlocked = try keys().use(portable.keychainID, known: 0),
            let deviceKey = Self.deviceKey(portable, unlocked)
        else { throw .portableIsLocked(path) }
        let store = try file.store(portable, deviceKey)
        setOpened(
            Opened(store: store, number: unlocked.number, id: portable.keychainID, identity: identity))
        return store
    }

    // MARK: - Programs

    /// The most times that the lists are read again because another program has changed them meanwhile.
    private static let mostReadings = 8

    /// Returns attributes whose access lists say what the programs are that they name now.
    ///
    /// - Throws: `.interactionNotAllowed` if this program has not given the password.
    func identifyPrograms(in attributes: [Attributes]) throws(KeychainError) -> [Attributes] {
        let keys = try keys()
        guard keys.servesOtherPrograms else { return attributes }
        let id = try file.readKey().keychainID
        let lists = attributes.map { AccessList(of: $0) }
        var rest = lists.reduce(into: Set<String>()) { $0.formUnion($1?.unaskedPaths ?? []) }.sorted()[...]
        var identities: [String: AccessList.Identity] = [:]
        repeat {
            let part = Array(rest.prefix(AccessList.mostPrograms))
            rest = rest.dropFirst(part.count)
            // Also without a program: whether this one may change lists is said here.
            for (path, identity) in zip(part, try keys.identify(part, for: id)) { identities[path] = identity }
        } while !rest.isEmpty
        var identified = attributes
        for (index, list) in lists.enumerated() {
            guard let list, !list.unaskedPaths.isEmpty else { continue }
            identified[index][.accessList] = .data(try list.identified(by: identities).encoded())
        }
        return identified
    }

    /// Says which programs get the key: those that any list names, because the key opens all items.
    func listPrograms() throws(KeychainError) {
        let keys = try keys()
        guard keys.servesOtherPrograms else { return }
        let keychain = LocalKeychain(store: try store(), accessGroups: AccessGroups(["*"]))
        let id = try file.readKey().keychainID
        // What was said last has to be what the file says: of two programs that change lists, the one that is overtaken reads again.
        var said: AccessList.Programs?
        for _ in 0..<Self.mostReadings {
            let named = try Self.programs(of: keychain)
            guard named != said else { return }
            try keys.list(named, of: id)
            said = named
        }
    }

    private static func programs(of keychain: LocalKeychain) throws(KeychainError) -> AccessList.Programs {
        var programs = AccessList.Programs()
        for itemClass in [ItemClass.genericPassword, .internetPassword, .key] {
            let items = try keychain.items(
                matching: Query(itemClass, synchronizable: .any), reading: .attributes,
                with: Authentication(interaction: .skip))
            for item in items { programs.formUnion(item.accessList?.programs ?? .init()) }
        }
        // No build names so many: they are none.
        if programs.named.count > AccessList.mostProgramsOfKeychain { programs.named = [] }
        return programs
    }

    private func setOpened(_ new: Opened?) {
        // The last reference goes outside of the lock.
        let old = ForkGuard.withForksBlocked {
            opened.withLock { opened -> Opened? in
                defer { opened = new }
                return opened
            }
        }
        _ = old
    }

    private static func deriving<Result>(_ body: () throws(KeyError) -> Result) throws(KeychainError) -> Result {
        let turn = turn.take()
        defer { turn.signal() }
        return try converting(body)
    }

    private static func converting<Result>(_ body: () throws(KeyError) -> Result) throws(KeychainError) -> Result {
        do {
            return try body()
        } catch .wrongPasscode {
            throw KeychainError(.authenticationFailed, "the password of the keychain is wrong", remedy: "try again")
        } catch {
            throw KeychainError(error)
        }
    }
}
