import KeyManagement
import KeychainServices
import LinuxSupport
import Secrets

/// The keychains of the user: the one that is bound to the device, and portable ones by their paths.
package struct UserKeychains: Sendable {
    /// The keychains that a task uses instead of the user's; tests set it.
    @TaskLocal package static var override: UserKeychains?
    /// Those of the user whom this process belongs to. A task with a keychain of its own (`Keychain.override`) uses neither the user's list
    /// nor the agent.
    package static var current: UserKeychains {
        if let override { return override }
        guard Keychain.override != nil else { return UserKeychains() }
        return UserKeychains(UserDirectories(), cost: .tuned, hasList: false) { () throws(KeychainError) in
            ProcessUnlockedKeys(Self.ofThisProcess)
        }
    }

    private let hasList: Bool
    private let directories: UserDirectories
    private let cost: PasscodeHash.Cost
    private let keys: @Sendable () throws(KeychainError) -> any UnlockedKeys
    /// The keychains that this process has unlocked while there is no agent.
    private static let ofThisProcess = UnlockedKeyTable()

    package init() {
        self.init(UserDirectories(), cost: .tuned) { () throws(KeychainError) in
            guard let agent = try TransportChoice.ofThisProgram.agent() else {
                return ProcessUnlockedKeys(Self.ofThisProcess)
            }
            return AgentUnlockedKeys(agent.pool)
        }
    }

    /// - Parameters:
    ///   - cost: the cost of deriving the key of a new password.
    ///   - hasList: whether there is a list of keychains.
    ///   - keys: what keeps keychains unlocked.
    package init(
        _ directories: UserDirectories, cost: PasscodeHash.Cost, hasList: Bool = true,
        keys: @escaping @Sendable () throws(KeychainError) -> any UnlockedKeys
    ) {
        self.directories = directories
        self.cost = cost
        self.hasList = hasList
        self.keys = keys
    }

    /// Returns what a text stands for (``KeychainName``).
    package func name(_ text: String) throws(KeychainError) -> KeychainName { try KeychainName(text, directories) }

    /// Returns the path by which programs know a keychain.
    package func path(of name: KeychainName) throws(KeychainError) -> String {
        switch name {
        case .device: try KeychainName.devicePath(directories)
        case .file(let path): path
        }
    }

    /// Returns a portable keychain, which need not exist; nil for the keychain that is bound to the device.
    package func portable(_ name: KeychainName) throws(KeychainError) -> PortableKeychain? {
        guard case .file(let path) = name else { return nil }
        return try PortableKeychain(path: path, cost: cost, keys: keys)
    }

    /// Returns a keychain for operations on its items.
    package func keychain(_ name: KeychainName) throws(KeychainError) -> Keychain {
        guard let portable = try portable(name) else {
            return Keychain { () throws(KeychainError) in try Keychain.current().service() }
        }
        return portable.keychain { () throws(KeychainError) in try AccessGroups.ofThisProgram() }
    }

    /// Makes a portable keychain, which is unlocked then, and is searched last. The directory for names without a slash is made if it is
    /// missing.
    ///
    /// - Throws: `.duplicateKeychain`.
    package func create(_ name: KeychainName, password: borrowing SecretBytes) throws(KeychainError) -> PortableKeychain
    {
        guard let portable = try portable(name) else {
            throw KeychainError(.duplicateKeychain, "the default keychain exists already")
        }
        try KeychainName.makeDirectory(for: portable.path, directories)
        try portable.create(password: password)
        if hasList { try changeList { list in if !list.search.contains(name) { list.search.append(name) } } }
        return portable
    }

    /// Removes a portable keychain, and forgets it.
    ///
    /// - Throws: `.unimplemented` for the keychain that is bound to the device.
    package func delete(_ name: KeychainName) throws(KeychainError) {
        guard let portable = try portable(name) else {
            throw KeychainError(
                .unimplemented, "the keychain that is bound to the device is not deleted so",
                remedy: "delete its items one by one, or with SecItemDelete")
        }
        try portable.delete()
        if hasList { try changeList { $0.remove(name) } }
    }

    /// Locks all portable keychains, and the one that is bound to the device.
    package func lockAll() throws(KeychainError) {
        let result = Result { () throws(KeychainError) in try lockPortable() }
        try Keychain.current().lock()
        try result.get()
    }

    /// Locks all portable keychains.
    package func lockPortable() throws(KeychainError) { try keys().lock(nil) }

    // MARK: - List

    /// Returns the default keychain and the search list.
    package func list() throws(KeychainError) -> KeychainList {
        hasList ? try KeychainListFile(directories).read() : KeychainList()
    }

    /// Changes the default keychain and the search list.
    package func changeList(_ body: (inout KeychainList) -> Void) throws(KeychainError) {
        guard hasList else { throw KeychainError(.notAvailable, "there is no list of keychains here") }
        try KeychainListFile(directories).change(body)
    }
}
