import KeychainServices
import Secrets

/// The keychains of the user as their owner sees them: for the window in which they are shown and managed.
///
/// The keychain of this device is seen with the items of all programs. Without an agent every program of the user can see them. An agent shows
/// them to the command line, and to the window `chatelaine-keychains` where root has installed it, after the passcode was entered; for other
/// programs the operations throw `.missingEntitlement` (Docs/decisions/0081-the-keychain-window.md).
public struct OwnerKeychains: Sendable {
    private let device: Keychain
    private var user: UserKeychains { .current }

    /// Connects to nothing yet.
    public init() { device = Keychain.user(wanting: AccessGroups([OwnerKeychain.group, "*"])) }

    /// Returns the keychain of this device, and the portable ones of the search list in their order.
    ///
    /// - Throws: `.notAvailable` if the list is damaged.
    public func all() throws(KeychainError) -> [OwnerKeychain] {
        var keychains = [try keychain(.device)]
        for name in try user.list().search where name != .device { keychains.append(try keychain(name)) }
        return keychains
    }

    private func keychain(_ name: KeychainName) throws(KeychainError) -> OwnerKeychain {
        OwnerKeychain(name, path: try user.path(of: name), device: device, portable: try user.portable(name))
    }

    /// Makes a portable keychain, which is unlocked then.
    ///
    /// - Parameters:
    ///   - path: a name, which is in `~/Library/Keychains`, or a path.
    ///   - password: the password that opens it.
    /// - Throws: `.duplicateKeychain`, `.notAvailable`, `.readOnly`, `.parameter`.
    @discardableResult
    public func create(
        _ path: String, password: borrowing SecretBytes
    ) throws(KeychainError) -> OwnerKeychain {
        let name = try user.name(path)
        _ = try user.create(name, password: password)
        return try keychain(name)
    }

    /// Adds a portable keychain that exists to the search list.
    ///
    /// - Parameter path: of its file.
    /// - Throws: `.noSuchKeychain`; `.invalidKeychain` for a file that is none.
    @discardableResult
    public func add(_ path: String) throws(KeychainError) -> OwnerKeychain {
        let name = try user.name(path)
        let added = try keychain(name)
        // Refuses what is not a keychain.
        _ = try added.isLocked()
        try user.changeList { list in if !list.search.contains(name) { list.search.append(name) } }
        return added
    }

    /// Takes a portable keychain off the search list. Its file stays.
    ///
    /// - Throws: `.notAvailable` if the list cannot be stored.
    public func forget(_ keychain: OwnerKeychain) throws(KeychainError) {
        let name = keychain.name
        guard name != .device else { return }
        try user.changeList { $0.remove(name) }
    }

    /// Deletes the file of a portable keychain.
    ///
    /// - Throws: `.noSuchKeychain`; `.unimplemented` for the keychain of this device.
    public func delete(_ keychain: OwnerKeychain) throws(KeychainError) { try user.delete(keychain.name) }

    // MARK: - Agent

    private func administration() -> AgentAdministration? {
        // The connection on which the passcode was shown.
        ((try? device.service()) as? AgentKeychain).map { AgentAdministration($0.pool) }
    }

    /// Returns the programs that the agent knows, with the access groups that each may use.
    ///
    /// - Returns: nil without an agent: then access groups are name spaces, and every program can use all of them.
    /// - Throws: `.interactionNotAllowed` if the passcode has to be entered first; `.missingEntitlement`.
    public func programs() throws(KeychainError) -> [KnownProgram]? {
        guard let agent = administration() else { return nil }
        return try AgentPrograms(agent).all()
    }

    /// Lets a program use an access group in addition to its owner.
    ///
    /// - Parameters:
    ///   - group: the access group.
    ///   - program: the path of an executable that the agent knows, or that root alone can change.
    /// - Throws: as ``programs()``; `.notAvailable` without an agent; the agent's reason if the program cannot get the group.
    public func share(_ group: String, with program: String) throws(KeychainError) {
        try requireAdministration().change(.share(.with { ($0.group, $0.path) = (group, program) }))
    }

    /// Takes a group back that was shared with a program, or that the user was asked about.
    ///
    /// - Throws: as ``programs()``; `.notAvailable` without an agent; `.itemNotFound` if the program no longer has the grant; `.parameter`
    ///   for a grant that cannot be revoked.
    public func revoke(_ grant: KnownProgram.Grant, of program: KnownProgram) throws(KeychainError) {
        try AgentPrograms(requireAdministration()).revoke(grant, of: program)
    }

    private func requireAdministration() throws(KeychainError) -> AgentAdministration {
        guard let agent = administration() else {
            throw KeychainError(.notAvailable, "no agent runs that would keep programs apart", remedy: "start it")
        }
        return agent
    }

    /// Returns the uses of an item that the agent has noted in its log, the newest first.
    ///
    /// - Parameters:
    ///   - item: an item of the keychain of this device.
    ///   - limit: the number of uses at most.
    /// - Returns: nil without an agent, which alone has a log.
    /// - Throws: as ``programs()``.
    public func uses(of item: PersistentReference, limit: Int) throws(KeychainError) -> [ItemUse]? {
        guard let agent = administration() else { return nil }
        // The last twenty bytes are the class and the id.
        let id = item.data.suffix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        var uses: [ItemUse] = []
        _ = try agent.readLog(limit: 0) { record in
            guard let use = ItemUse(line: record.line, of: id, isGenuine: record.genuine) else { return }
            uses.append(use)
            // Only the newest are kept: the log can have many.
            if uses.count > 2 * limit { uses.removeFirst(uses.count - limit) }
        }
        return uses.suffix(limit).reversed()
    }
}
