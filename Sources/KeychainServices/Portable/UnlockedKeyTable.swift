import KeyManagement
import LinuxSupport
import Secrets
import Synchronization

/// The portable keychains that are unlocked in this process, or in this agent.
///
/// A lock wins: what was begun before it and is done after it unlocks nothing.
package final class UnlockedKeyTable: Sendable {
    /// The number of keychains that can be unlocked at the same time. Each costs some pages of locked memory.
    package static let most = 128
    /// The number of those that programs of one access group can unlock, so that they leave room for others.
    package static let share = 32
    /// A difference between the clocks with and without suspend that counts as one, in nanoseconds.
    fileprivate static let shortestSleep: UInt64 = 1_000_000_000

    fileprivate final class Entry: Sendable {
        let key: SecretBytes
        let settings: PortableSettings
        let number: UInt64
        /// The access groups of those who have shown the password, as bytes: two that only look the same are different.
        let groups: Set<[UInt8]>
        let time: Mutex<Moment>
        /// The programs that get the key besides, as the table's owner knows them.
        let list: Mutex<(any Sendable)?>

        init(
            _ key: consuming SecretBytes, _ settings: PortableSettings, _ number: UInt64,
            _ groups: Set<[UInt8]>, _ list: (any Sendable)?, _ now: Moment
        ) {
            self.key = key
            self.settings = settings
            self.number = number
            self.groups = groups
            time = Mutex(now)
            self.list = Mutex(list)
        }
    }

    /// A time, in nanoseconds since the start of the machine.
    package struct Moment: Sendable {
        /// With the time in which the machine was suspended.
        var sinceBoot: UInt64
        /// Without it.
        var awake: UInt64

        package init(sinceBoot: UInt64, awake: UInt64) {
            self.sinceBoot = sinceBoot
            self.awake = awake
        }

        package static var now: Moment { Moment(sinceBoot: Clock.sinceBoot, awake: Clock.monotonic) }

        var asleep: UInt64 { sinceBoot > awake ? sinceBoot - awake : 0 }
    }

    fileprivate struct State {
        var entries: [[UInt8]: Entry] = [:]
        /// The number of locks.
        var locks: UInt64 = 0
        /// The locks after which nothing of before unlocks: of all keychains, and of single ones.
        var lastOfAll: UInt64 = 0
        var last: [[UInt8]: UInt64] = [:]
        /// The last suspend, after which nothing of before unlocks a keychain that suspend locks.
        var lastSleep: UInt64 = 0
        var unlockings: UInt64 = 0
    }

    private let state = Mutex(State())
    private let clock: @Sendable () -> Moment

    /// - Parameter clock: replaced only in tests.
    package init(clock: @escaping @Sendable () -> Moment = { .now }) { self.clock = clock }

    /// The number of locks so far.
    package var lockNumber: UInt64 { withState { $0.locks } }

    /// Whether any keychain is unlocked.
    package var isEmpty: Bool { withState { $0.entries.isEmpty } }

    /// Keeps a keychain unlocked for programs with one of some access groups, and for those that it was unlocked for before.
    ///
    /// - Throws: as ``UnlockedKeys/keep(_:of:settings:since:)``; `.notAvailable` if too many are unlocked.
    package func keep(
        _ key: borrowing SecretBytes, of id: [UInt8], settings: PortableSettings, for groups: [String],
        since number: UInt64
    ) throws(KeychainError) {
        let copy = key.copy()
        let groups = Self.exact(groups)
        let now = clock()
        let problem = withState { state -> KeychainError? in
            state.removeExpired(now)
            guard number >= state.lastLock(of: id, settings), number <= state.locks else {
                return .lockedMeanwhile
            }
            let known = state.entries[id]
            guard known != nil || state.entries.count < Self.most else {
                return KeychainError(.notAvailable, "too many keychains are unlocked", remedy: "lock some of them")
            }
            let own = state.entries.values.count { !$0.groups.isDisjoint(with: groups) }
            guard known != nil || own < Self.share else {
                return KeychainError(.notAvailable, "the program has unlocked too many keychains", remedy: "lock some")
            }
            // Another key under this number is another keychain's, which its owner has to unlock alone.
            let isSame = known?.key.equals(copy) ?? false
            state.unlockings += 1
            let others = isSame ? known?.groups ?? [] : []
            let list = isSame ? known?.list.withLock { $0 } : nil
            state.entries[id] = Entry(copy.copy(), settings, state.unlockings, others.union(groups), list, now)
            return nil
        }
        if let problem { throw problem }
    }

    /// Uses a keychain as ``UnlockedKeys/use(_:known:)``.
    ///
    /// - Parameters:
    ///   - groups: the access groups of the program; nil if the table is its own.
    ///   - isListed: returns whether the program is one of those that ``setList(_:of:for:)`` was called with.
    package func use(
        _ id: [UInt8], known: UInt64, for groups: [String]?, isListed: (any Sendable) -> Bool = { _ in false }
    ) -> UnlockedKey? {
        let now = clock()
        let found = withState { state -> Entry? in
            state.removeExpired(now)
            return state.entries[id]
        }
        guard let found else { return nil }
        if let groups, found.groups.isDisjoint(with: Self.exact(groups)) {
            guard let list = found.list.withLock({ $0 }), isListed(list) else { return nil }
        }
        found.time.withLock { $0 = now }
        guard known != found.number else { return UnlockedKey(number: known, key: nil) }
        return UnlockedKey(number: found.number, key: found.key.copy())
    }

    /// Checks that a program may say which others get the key: one with an access group of those that have shown the password, and not one
    /// that was itself said to.
    ///
    /// - Throws: `.interactionNotAllowed` if not, or if the keychain is locked.
    package func requireMayList(_ id: [UInt8], for groups: [String]) throws(KeychainError) {
        guard entry(id, for: groups) != nil else { throw .listsTakePassword }
    }

    /// Sets the programs that get the key besides, until the keychain is locked.
    ///
    /// - Throws: as ``requireMayList(_:for:)``.
    package func setList(_ list: any Sendable, of id: [UInt8], for groups: [String]) throws(KeychainError) {
        guard let entry = entry(id, for: groups) else { throw .listsTakePassword }
        ForkGuard.withForksBlocked { entry.list.withLock { $0 = list } }
    }

    private func entry(_ id: [UInt8], for groups: [String]) -> Entry? {
        let now = clock()
        let found = withState { state -> Entry? in
            state.removeExpired(now)
            return state.entries[id]
        }
        guard let found, !found.groups.isDisjoint(with: Self.exact(groups)) else { return nil }
        return found
    }

    /// Locks a keychain; nil for all of them.
    package func lock(_ id: [UInt8]?) { withState { $0.lock(id) } }

    /// Locks the keychains that suspend locks, and those of them that are being unlocked.
    package func lockForSleep() {
        withState { state in
            for (id, entry) in state.entries where entry.settings.locksOnSleep { state.lock(id) }
            state.locks += 1
            state.lastSleep = state.locks
        }
    }

    /// Locks the keychains that were not used for too long.
    ///
    /// - Returns: the nanoseconds until the next one may have to be locked; nil if none has a time.
    package func removeExpired() -> UInt64? {
        let now = clock()
        return withState { state in
            state.removeExpired(now)
            return state.entries.values.compactMap { $0.remaining(now) }.min()
        }
    }

    private static func exact(_ groups: [String]) -> Set<[UInt8]> { Set(groups.map { Array($0.utf8) }) }

    private func withState<Result>(_ body: (inout sending State) -> Result) -> Result {
        // A fork during this would leave the child with a locked mutex.
        ForkGuard.withForksBlocked { state.withLock { body(&$0) } }
    }
}

extension UnlockedKeyTable.State {
    fileprivate mutating func removeExpired(_ now: UnlockedKeyTable.Moment) {
        entries = entries.filter { !$0.value.isOver(now) }
    }

    fileprivate mutating func lock(_ id: [UInt8]?) {
        locks += 1
        guard let id, last.count < 1024 else {
            (lastOfAll, last) = (locks, [:])
            entries = id == nil ? [:] : entries.filter { $0.key != id }
            return
        }
        last[id] = locks
        entries[id] = nil
    }

    /// The last lock that counts for a keychain with these settings.
    fileprivate func lastLock(of id: [UInt8], _ settings: PortableSettings) -> UInt64 {
        max(lastOfAll, last[id] ?? 0, settings.locksOnSleep ? lastSleep : 0)
    }
}

extension UnlockedKeyTable.Entry {
    /// The nanoseconds until it is locked, if it is not used; nil if it has no time.
    fileprivate func remaining(_ now: UnlockedKeyTable.Moment) -> UInt64? {
        guard let seconds = settings.interval else { return nil }
        let end = time.withLock { $0.sinceBoot } + UInt64(seconds) * 1_000_000_000
        return end > now.sinceBoot ? end - now.sinceBoot : 0
    }

    fileprivate func isOver(_ now: UnlockedKeyTable.Moment) -> Bool {
        if remaining(now) == 0 { return true }
        guard settings.locksOnSleep else { return false }
        return now.asleep > time.withLock { $0.asleep } + UnlockedKeyTable.shortestSleep
    }
}

/// The keychains that are unlocked in this process alone.
package struct ProcessUnlockedKeys: UnlockedKeys {
    private let table: UnlockedKeyTable

    /// - Parameter table: that of this process.
    package init(_ table: UnlockedKeyTable) { self.table = table }

    package func lockNumber() throws(KeychainError) -> UInt64 { table.lockNumber }

    package func keep(
        _ key: borrowing SecretBytes, of id: [UInt8], settings: PortableSettings, since number: UInt64
    ) throws(KeychainError) {
        try table.keep(key, of: id, settings: settings, for: [], since: number)
    }

    package func use(_ id: [UInt8], known: UInt64) throws(KeychainError) -> UnlockedKey? {
        table.use(id, known: known, for: nil)
    }

    package func lock(_ id: [UInt8]?) throws(KeychainError) { table.lock(id) }

    /// Access lists are kept in the file, and not enforced.
    package var servesOtherPrograms: Bool { false }

    package func identify(_ paths: [String], for id: [UInt8]) throws(KeychainError) -> [AccessList.Identity] {
        paths.map { _ in .unasked }
    }

    package func list(_ programs: AccessList.Programs, of id: [UInt8]) throws(KeychainError) {}
}
