import Dispatch
import Foundation
import GRDB
import KeyManagement
import Synchronization

/// One keychain that this process has open: its connections and its keys.
///
/// There is one store per file in a process: closing the descriptors of a second one would drop the locks of the first.
final class Store: Sendable {
    /// The objects of a transaction: the connection, and the keys that correspond to the file's state.
    struct Session {
        let db: Database
        let keys: KeySet
        let sealer: ItemSealer
        var tags: SearchTags { SearchTags(keys: keys) }
    }

    private struct State {
        var connections: Connections?
        var keys: KeySet
        var lockEpoch = LockEpoch()

        /// Installs keys that were made from those of a time. A lock since then wins: what it has evicted does not come back.
        mutating func install(_ new: KeySet, since epoch: LockEpoch) {
            keys = epoch == lockEpoch ? new : new.locked()
        }
    }

    /// The file. Nil for a keychain in memory.
    let file: KeychainFile?
    let passcodeCost: PasscodeHash.Cost
    /// The time that a writer waits for the lock.
    private let lockTimeout: DispatchTimeInterval
    let changes = ChangeNotifier()
    private let state: Mutex<State>

    /// Whether this process is the agent, or acts for it: it may use a keychain that belongs to the agent.
    let actsForAgent = Atomic(false)
    /// Whether the keychain was found to belong to an agent, which this process is not.
    let belongsToAgent = Atomic(false)

    /// Where keys in hardware are; nil for the token of the user's settings.
    let token = Mutex<KeyToken?>(nil)

    private let allOpenKeys = OpenKeys()

    /// The private keys that this process keeps open between two uses; nil if it keeps none, as every process but an agent.
    var openKeys: OpenKeys? { actsForAgent.load(ordering: .relaxed) ? allOpenKeys : nil }

    /// The state that what is read now is not older than; nil if there is no way to tell.
    var keychainState: KeychainState? {
        guard file != nil else { return KeychainState([]) }
        return state.withLock { $0.connections }?.counter?.bytes.map { KeychainState($0) }
    }

    /// Whether every commit moves the log to the file (``KeychainLog/moveAtEveryCommit()``).
    let movesLogAtOnce: Bool

    /// Whether the log may have changes of this process that the file lacks. Changed while holding the writers' lock.
    private let hasChangesInLog = Atomic(false)

    /// Whether the file has got another name, or none, by this process.
    private let isRetired = Atomic(false)

    /// Ends the use of the file: every further one is an error.
    func retire() {
        isRetired.store(true, ordering: .releasing)
        suspend()
    }

    /// Wraps reserved of class keys and not used yet, by number.
    let reservedWraps = Mutex<[Int64: Int64]>([:])
    /// The classes whose key has reached its limit of wraps and is replaced after the transaction.
    let exhaustedClasses = Mutex<Set<ProtectionClass>>([])

    /// Opens a keychain file, and creates it and its device key if they do not exist yet. Use ``StoreRegistry`` instead.
    init(
        file: KeychainFile, passcodeCost: PasscodeHash.Cost,
        lockTimeout: DispatchTimeInterval = Connections.lockTimeout, movesLogAtOnce: Bool = KeychainLog.isMovedAtOnce
    ) throws {
        let deviceKey = try file.prepare()
        let connections = try Connections(
            path: file.path, lockTimeout: lockTimeout,
            counterKey: file.isPortable ? nil : CommitCounterKey(deviceKey))
        let keys = try connections.read { context in
            try context.inTransaction(.deferred) {
                try Schema.check(context.db, isPortable: file.isPortable)
                return try KeySet(opening: KeybagTable.load(context.db), deviceKey: deviceKey)
            }
        }
        self.file = file
        self.passcodeCost = passcodeCost
        self.lockTimeout = lockTimeout
        // A portable keychain is copied by people who know nothing of logs.
        self.movesLogAtOnce = movesLogAtOnce || file.isPortable
        state = Mutex(State(connections: connections, keys: keys))
    }

    /// Makes a new keychain in memory, which behaves like one in a file.
    init(inMemoryWith passcodeCost: PasscodeHash.Cost) throws {
        let connections = try Connections()
        let keys = try KeySet.make(deviceKey: .makeRandom())
        try connections.write { context in
            try context.inTransaction(.immediate) {
                try Schema.create(in: context.db)
                try KeybagTable.store(keys.keybag, in: context.db)
            }
        }
        file = nil
        self.passcodeCost = passcodeCost
        lockTimeout = Connections.lockTimeout
        movesLogAtOnce = false
        state = Mutex(State(connections: connections, keys: keys))
    }

    // MARK: - Transactions

    /// Calls `body` in a read transaction on one state of the file. Never waits for a writer.
    ///
    /// - Throws: `.notAvailable` also if acknowledged changes are missing.
    func read<Result>(_ body: (Session) throws -> Result) throws(KeychainError) -> Result {
        try translatingErrors {
            try ForkGuard.withForksBlocked {
                try connections().read { context in try context.snapshot { try body(session(context)) } }
            }
        }
    }

    /// Calls `body` in a write transaction while other writers wait. Its changes are durable when this returns, and undone if it throws.
    ///
    /// - Parameter isErasing: whether the result means that something was deleted, which has to be erased from the disk as well.
    func write<Result>(
        erasing isErasing: (Result) -> Bool = { _ in false }, _ body: (Session) throws -> Result
    ) throws(KeychainError) -> Result {
        do {
            let result = try commit(erasing: isErasing, body)
            try replaceExhaustedClassKeys()
            changes.notify()
            return result
        } catch {
            // The reservations of the transaction were rolled back with it.
            reservedWraps.withLock { $0 = [:] }
            throw error
        }
    }

    private func commit<Result>(
        erasing isErasing: (Result) -> Bool, _ body: (Session) throws -> Result
    ) throws(KeychainError) -> Result {
        try translatingErrors {
            try ForkGuard.withForksBlocked {
                try currentConnections().write { context in
                    let result = try context.commit { try body(session(context)) }
                    allOpenKeys.empty()
                    checkpoint(context, erasing: isErasing(result))
                    return result
                }
            }
        }
    }

    /// Changes the keys, starting from the current ones, and stores the result.
    ///
    /// - Parameters:
    ///   - epoch: ``lockEpoch`` when the change was asked for; now, if it is nil. If the keychain was locked since, it stays locked.
    ///   - change: makes the new keys. It may take long, and runs again if another process has changed the keys in the meantime.
    ///   - further: changes items in the same transaction.
    func changeKeys(
        since epoch: LockEpoch? = nil, _ change: (KeySet) throws -> KeySet,
        alongside further: (Session) throws -> Void = { _ in }
    ) throws(KeychainError) {
        let epoch = epoch ?? lockEpoch
        while true {
            let base = try read { $0.keys }
            let changed = try translatingErrors { try change(base) }
            let stored = try commit(erasing: { $0 }) { session in
                guard session.keys.keybag.generation == base.keybag.generation else { return false }
                try KeybagTable.store(changed.keybag, in: session.db)
                try further(session)
                return true
            }
            guard stored else { continue }
            state.withLock { $0.install(changed, since: epoch) }
            return
        }
    }

    private func replaceExhaustedClassKeys() throws(KeychainError) {
        let worn = exhaustedClasses.withLock { worn in
            defer { worn = [] }
            return worn
        }
        for protection in worn {
            do {
                try changeKeys { try $0.replacingClassKey(for: protection) }
            } catch let error where error.code == .interactionNotAllowed {
                // The keychain was locked in the meantime. The limit has room for another 2^31 wraps; the next reservation tries again.
            }
        }
    }

    /// Unlocks the keychain, unless it was locked since `epoch`.
    ///
    /// - Parameters:
    ///   - epoch: ``lockEpoch`` when the unlocking was asked for; now, if it is nil.
    ///   - open: makes the unlocked keys from the current ones. It may take long.
    /// - Throws: `.interactionNotAllowed` if the keychain was locked meanwhile: it stays locked.
    func unlock(since epoch: LockEpoch?, _ open: (KeySet) throws(KeychainError) -> KeySet) throws(KeychainError) {
        let epoch = epoch ?? lockEpoch
        let unlocked = try open(read { $0.keys })
        let isInstalled = replaceKeys { state in
            guard state.lockEpoch == epoch else { return false }
            if state.keys.keybag.generation <= unlocked.keybag.generation { state.keys = unlocked }
            return true
        }
        guard isInstalled else { throw .lockedMeanwhile }
    }

    /// Evicts the keys that are available only while the keychain is unlocked, for good: what is under way does not bring them back.
    func lock() {
        _ = replaceKeys { state in
            state.lockEpoch.advance()
            state.keys = state.keys.locked()
            return true
        }
    }

    /// Opens the keys again with nothing that this process knows of them: for a file that was recovered, whose passcode is gone or another.
    ///
    /// - Parameter epoch: ``lockEpoch`` when the recovery was asked for.
    /// - Returns: the present one; nil if the keychain was locked since `epoch`.
    func startOver(since epoch: LockEpoch) throws -> LockEpoch? {
        guard let deviceKey = try file?.readDeviceKey() else { return lockEpoch }
        let keys = try ForkGuard.withForksBlocked {
            let open = try connections()
            open.counter?.replaceKey(CommitCounterKey(deviceKey))
            return try open.read { context in
                try context.inTransaction(.deferred) {
                    try KeySet(opening: KeybagTable.load(context.db), deviceKey: deviceKey)
                }
            }
        }
        let wasNotLocked = replaceKeys { state in
            defer { state.lockEpoch.advance() }
            state.keys = keys
            return state.lockEpoch == epoch
        }
        var present = epoch
        present.advance()
        return wasNotLocked ? present : nil
    }

    private func replaceKeys(_ change: (inout State) -> Bool) -> Bool {
        // A fork during this would leave the child with a locked mutex that is never unlocked.
        let (isDone, hasChanged) = ForkGuard.withForksBlocked {
            // After the change: what was opened with the keys from before it is not kept any more.
            defer { allOpenKeys.empty() }
            return state.withLock { state in
                let before = state.keys.lockState
                let isDone = change(&state)
                return (isDone, state.keys.lockState != before)
            }
        }
        if hasChanged { changes.notify() }
        return isDone
    }

    var keys: KeySet { state.withLock { $0.keys } }
    var lockEpoch: LockEpoch { state.withLock { $0.lockEpoch } }

    private func session(_ context: Connection.Context) throws -> Session {
        let keys = try refreshedKeys(context.db)
        return Session(db: context.db, keys: keys, sealer: ItemSealer(keys: keys, scratch: context.scratch))
    }

    /// Returns the keys that correspond to the transaction's state, because another process may just have changed the passcode.
    private func refreshedKeys(_ db: Database) throws -> KeySet {
        let (known, epoch) = state.withLock { ($0.keys, $0.lockEpoch) }
        let (generation, isManaged) = try KeybagTable.generation(db)
        guard !isManaged || actsForAgent.load(ordering: .relaxed) else {
            belongsToAgent.store(true, ordering: .relaxed)
            throw KeychainError.belongsToAgent
        }
        guard generation != known.keybag.generation else { return known }
        let reloaded = try known.reloaded(KeybagTable.load(db))
        state.withLock { state in
            // This reader's state may be older than the one that another thread has stored here in the meantime.
            if state.keys.keybag.generation < generation { state.install(reloaded, since: epoch) }
        }
        return reloaded
    }

    // MARK: - Log

    /// The number of frames in the log at which a writer moves them to the file, 4 MB, SQLite's own default.
    private static let checkpointFrames: Int32 = 1000
    /// The same limit for a log that other processes have left, 1 MB, because every program that starts has to read the log first.
    private static let inheritedFrames: Int32 = 250
    /// The number of frames at which the log is truncated, because readers that never pause have kept it from starting over.
    private static let mostFrames: Int32 = 16_000

    /// Moves the log to the file if it is time. Readers are not waited for.
    private func checkpoint(_ context: Connection.Context, erasing: Bool) {
        hasChangesInLog.store(true, ordering: .relaxed)
        // The change is already durable: the next writer repeats a failed checkpoint.
        let frames = context.log.frames.pointee
        // The position of the checkpoint is known only while a process has the file open. A log that is already long at a process's first
        // write was written by programs that wrote once and ended: only truncating makes it start over.
        let isInherited = frames >= Self.inheritedFrames && !context.log.wasCheckpointed
        if movesLogAtOnce || erasing || isInherited || frames >= Self.mostFrames {
            emptyLog(context)
        } else if frames >= Self.checkpointFrames {
            _ = try? context.checkpoint(truncating: false)
        }
    }

    /// Moves the whole log to the file, as far as no reader holds it back.
    private func emptyLog(_ context: Connection.Context) {
        guard (try? context.checkpoint(truncating: true)) == true else { return }
        hasChangesInLog.store(false, ordering: .relaxed)
    }

    /// Moves the log to the file if this process has changed the keychain since the log was last moved. A failed move is repeated by the
    /// next call.
    func moveChanges() {
        guard hasChangesInLog.load(ordering: .relaxed) else { return }
        ForkGuard.withForksBlocked { try? currentConnections().write(emptyLog) }
    }

    // MARK: - Connections

    private func connections() throws -> Connections {
        if let open = state.withLock({ $0.connections }) { return open }
        guard !isRetired.load(ordering: .acquiring) else { throw KeychainError.movedWhileOpen }
        guard let file else { throw KeychainError(.notAvailable, "a keychain in memory cannot be used after a fork") }
        let opened = try Connections(
            path: file.path, lockTimeout: lockTimeout, counterKey: file.isPortable ? nil : keys.commitCounterKey)
        return state.withLock { state in
            // Another thread may have been faster; then its connections are used, and these are closed.
            if let other = state.connections { return other }
            state.connections = opened
            return opened
        }
    }

    /// Returns the connections after checking that the file is still the same: a write to a file that was replaced would be lost.
    private func currentConnections() throws -> Connections {
        let open = try connections()
        guard !open.isCurrent else { return open }
        throw KeychainError.movedWhileOpen
    }

    /// Closes the connections until the next use; none may be in use. A keychain in memory stays open.
    func suspend() {
        guard file != nil else { return }
        state.withLock { state in
            state.connections?.close()
            state.connections = nil
        }
        allOpenKeys.empty()
    }

    /// Moves the whole log to the file and closes the file until the next use.
    func close() {
        guard file != nil else { return }
        ForkGuard.withForksBlocked {
            let open = state.withLock { state in
                defer { state.connections = nil }
                return state.connections
            }
            allOpenKeys.empty()
            try? open?.write(emptyLog)
        }
    }
}

extension KeychainError {
    /// The error of a process that is not the agent whose keychain it is.
    static var belongsToAgent: KeychainError {
        KeychainError(
            .notAvailable, "the keychain belongs to the agent, which is not running",
            remedy: "start it with “systemctl --user start chatelaine.socket” or “chatelaine agent”")
    }

    /// The error of what a lock has ended.
    package static var lockedMeanwhile: KeychainError {
        KeychainError(.interactionNotAllowed, "the keychain was locked meanwhile", remedy: "unlock it, then try again")
    }
}
