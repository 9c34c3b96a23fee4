import Foundation
import KeyManagement
import Secrets

extension Keychain {
    /// Told how far a long operation is: how many items are done, and how many there are.
    public typealias Progress = (_ done: Int, _ total: Int) -> Void

    /// What a person would have to do before items can be read.
    ///
    /// - Throws: `.notAvailable` if the file cannot be read any more.
    public func lockState() throws(KeychainError) -> LockState {
        try store.read { $0.keys.lockState }
    }

    /// Opens everything for this process, until ``lock()``.
    ///
    /// - Parameters:
    ///   - passcode: what the person has entered.
    ///   - progress: of a change of the passcode that was interrupted; it is finished first.
    /// - Throws: `.authenticationFailed` if it is not the passcode, or there is none.
    public func unlock(passcode: borrowing SecretBytes, progress: Progress = { _, _ in }) throws(KeychainError) {
        let base = try store.read { $0.keys }
        let unlocked = try asking { () throws(KeyError) in try base.unlocked(passcode: passcode) }
        store.updateKeys { newest in
            newest.keybag.generation > unlocked.keybag.generation ? newest : unlocked
        }
        try finishRewrapping(progress)
    }

    /// Lets go of every key that a lock closes. Without a passcode there is nothing to lock.
    public func lock() {
        store.updateKeys { $0.locked() }
    }

    /// Sets the first passcode: gives every item that a lock is to close a new class key, which takes the passcode and the
    /// device key to open. If the process ends in between, the next ``unlock(passcode:progress:)`` goes on. A recovery key has
    /// to be made again.
    ///
    /// - Throws: `.authenticationFailed` if there is a passcode already.
    public func setPasscode(_ passcode: borrowing SecretBytes, progress: Progress = { _, _ in }) throws(KeychainError) {
        let cost = store.passcodeCost
        try changeKeys(passcode) { keys, passcode throws(KeyError) in
            try keys.settingFirstPasscode(passcode, cost: cost)
        }
        try finishRewrapping(progress)
    }

    /// Changes the passcode.
    ///
    /// - Parameters:
    ///   - old: the passcode until now.
    ///   - new: the passcode from now on.
    ///   - compromised: somebody may know the old one: class keys are made anew as well, so that neither it nor an old copy of
    ///     the file opens what is in the keychain from now on. A recovery key has to be made again.
    ///   - progress: told how far it is.
    /// - Throws: `.authenticationFailed` if `old` is not the passcode.
    public func changePasscode(
        from old: borrowing SecretBytes, to new: borrowing SecretBytes, compromised: Bool = false,
        progress: Progress = { _, _ in }
    ) throws(KeychainError) {
        let cost = store.passcodeCost
        let old = old.copy()
        let new = new.copy()
        try store.changeKeys { keys in
            try asking { () throws(KeyError) in
                try keys.changingPasscode(from: old, to: new, cost: cost, compromised: compromised)
            }
        }
        try finishRewrapping(progress)
    }

    /// Removes the passcode. Items of the class `akpu`, which exists only while there is one, are gone for ever.
    ///
    /// - Throws: `.authenticationFailed` if `passcode` is not the passcode.
    public func removePasscode(_ passcode: borrowing SecretBytes) throws(KeychainError) {
        let passcode = passcode.copy()
        try store.changeKeys({ keys in
            try asking { () throws(KeyError) in try keys.removingPasscode(passcode) }
        }) { session in
            try ItemTable(db: session.db).deleteAll(.whenPasscodeSetThisDeviceOnly)
        }
    }

    /// Whether it is the passcode. Neither locks nor unlocks. Takes about half a second.
    ///
    /// - Throws: `.notAvailable` if the file cannot be read.
    public func verify(passcode: borrowing SecretBytes) throws(KeychainError) -> Bool {
        let base = try store.read { $0.keys }
        do {
            _ = try base.unlocked(passcode: passcode)
            return true
        } catch .wrongPasscode, .noPasscode {
            return false
        } catch {
            throw KeychainError(error)
        }
    }

    /// How many items only a passcode keeps: what ``removePasscode(_:)`` would destroy.
    ///
    /// - Throws: `.notAvailable` if the file cannot be read.
    public func countOfItemsThatNeedPasscode() throws(KeychainError) -> Int {
        try store.read { try ItemTable(db: $0.db).count(.whenPasscodeSetThisDeviceOnly) }
    }

    // MARK: - Re-wrapping

    private static let rowsPerTransaction: Int64 = 500

    /// Seals every item of a retired class key anew under the current one, a batch at a time, and then lets go of the old keys.
    private func finishRewrapping(_ progress: Progress) throws(KeychainError) {
        let retired = try store.read { Set($0.keys.keybag.retiredClassKeys) }
        guard !retired.isEmpty else { return }
        let total = try store.read { try ItemTable(db: $0.db).count() }
        var done = 0
        var last = Int64.min
        while true {
            let next = try store.write { session in try rewrap(after: last, retired, session, &done) }
            progress(min(done, total), total)
            guard let next else { break }
            last = next
        }
        try store.changeKeys { keys in try keys.removingClassKeys(retired) }
    }

    private func rewrap(
        after last: Int64, _ retired: Set<Int64>, _ session: Store.Session, _ done: inout Int
    ) throws -> Int64? {
        let table = ItemTable(db: session.db)
        var targets: [Int64] = []
        let next = try table.rows(after: last, count: Self.rowsPerTransaction) { number, row in
            done += 1
            if let row, retired.contains(row.head.classKey) { targets.append(number) }
        }
        let writer = ItemWriter(store, session)
        for number in targets {
            try table.row(number) { row in
                let (head, tags) = (row.head, row.tagList)
                do {
                    let draft = try Draft(row, session.sealer)
                    try writer.replace(number, head, tags: tags, with: draft, protection: head.protection)
                } catch let error as KeychainError where error.code == .decode {
                    try table.quarantine(number, tags: tags)
                }
                return true
            }
        }
        return next
    }

    /// Noncopyable secrets cannot be captured by an escaping closure; none of these escapes, and each gets a copy.
    private func changeKeys(
        _ passcode: borrowing SecretBytes, _ change: (KeySet, borrowing SecretBytes) throws(KeyError) -> KeySet
    ) throws(KeychainError) {
        let passcode = passcode.copy()
        try store.changeKeys { try change($0, passcode) }
    }

    /// Runs what asks for the passcode: that there is none is no other answer than that it is not the right one.
    private func asking<Result>(_ body: () throws(KeyError) -> Result) throws(KeychainError) -> Result {
        do {
            return try body()
        } catch .noPasscode {
            throw KeychainError(
                .authenticationFailed, "the keychain has no passcode", remedy: "set one with: chatelaine passcode set")
        } catch {
            throw KeychainError(error)
        }
    }
}
