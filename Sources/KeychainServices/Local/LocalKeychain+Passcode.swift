import Foundation
import KeyManagement
import Secrets

extension LocalKeychain {
    package func lockState() throws(KeychainError) -> LockState {
        try store.read { $0.keys.lockState }
    }

    package func unlock(passcode: borrowing SecretBytes, progress: Keychain.Progress) throws(KeychainError) {
        _ = try unlock(proving: passcode, since: nil, progress: progress)
    }

    /// The state of locking, for ``unlock(proving:since:progress:)`` and ``unlock(passcodeKey:since:)``.
    package var lockEpoch: LockEpoch { store.lockEpoch }

    /// Unlocks and returns what ``prove(_:)`` returns, at the cost of a single derivation.
    ///
    /// - Parameter epoch: ``lockEpoch`` when the unlocking was asked for; now, if it is nil.
    /// - Returns: the opening keys that the passcode unwraps; none if the keychain had no passcode pair yet.
    /// - Throws: `.interactionNotAllowed` if the keychain was locked since.
    package func unlock(
        proving passcode: borrowing SecretBytes, since epoch: LockEpoch?, progress: Keychain.Progress
    ) throws(KeychainError) -> [Int64: OpeningKey] {
        let epoch = epoch ?? lockEpoch
        var openingKeys: [Int64: OpeningKey] = [:]
        var lacksPasscodePair = false
        let passcode = passcode.copy()
        try store.unlock(since: epoch) { (base) throws(KeychainError) in
            let opened = try mappingPasscodeErrors { () throws(KeyError) in try base.opened(passcode: passcode) }
            openingKeys = opened.1
            lacksPasscodePair = opened.0.lacksPasscodePair
            return opened.0
        }
        do throws(KeychainError) {
            if lacksPasscodePair {
                try changeKeys(passcode, since: epoch) { keys, passcode throws(KeyError) in
                    try keys.addingPasscodePair(passcode)
                }
            }
            try finishRewrapping(progress)
        } catch  where error.code == .readOnly {
            // Reading needs no writing: the next unlock in a place that can be written does it.
        }
        return openingKeys
    }

    /// Returns a copy of the key that unlocks the keychain like the passcode (``unlock(passcodeKey:)``); nil while it is locked.
    package func copyOfPasscodeKey() throws(KeychainError) -> SecretBytes? {
        var key: SecretBytes?
        try store.read { key = $0.keys.copyOfPasscodeKey() }
        return key
    }

    /// Unlocks after the user was identified in another way than by the passcode.
    ///
    /// - Parameters:
    ///   - passcodeKey: the result of ``copyOfPasscodeKey()``.
    ///   - epoch: ``lockEpoch`` when the unlocking was asked for; now, if it is nil.
    /// - Throws: `.authenticationFailed` if the passcode has been changed since; `.interactionNotAllowed` if the keychain was locked since
    ///   `epoch`.
    package func unlock(passcodeKey: borrowing SecretBytes, since epoch: LockEpoch? = nil) throws(KeychainError) {
        let key = passcodeKey.copy()
        try store.unlock(since: epoch) { (base) throws(KeychainError) in
            try mappingPasscodeErrors { () throws(KeyError) in try base.unlocked(passcodeKey: key.copy()) }
        }
    }

    /// Unlocks without finishing what an interrupted change has left, so that nothing is written: for an examination.
    package func unlockForExamination(_ passcode: borrowing SecretBytes) throws(KeychainError) {
        let passcode = passcode.copy()
        try store.unlock(since: nil) { (base) throws(KeychainError) in
            try mappingPasscodeErrors { () throws(KeyError) in try base.unlocked(passcode: passcode) }
        }
    }

    package func lock() { store.lock() }

    package func setPasscode(_ passcode: borrowing SecretBytes, progress: Keychain.Progress) throws(KeychainError) {
        try setPasscode(passcode, cost: store.passcodeCost, progress: progress)
    }

    /// Sets the first passcode as ``Keychain/setPasscode(_:progress:)``, with a given cost.
    package func setPasscode(
        _ passcode: borrowing SecretBytes, cost: PasscodeHash.Cost, progress: Keychain.Progress
    ) throws(KeychainError) {
        let epoch = lockEpoch
        try changeKeys(passcode, since: epoch) { keys, passcode throws(KeyError) in
            try keys.settingFirstPasscode(passcode, cost: cost)
        }
        try rewrapUnlessLocked(since: epoch, progress)
    }

    package func changePasscode(
        from old: borrowing SecretBytes, to new: borrowing SecretBytes, compromised: Bool = false,
        progress: Keychain.Progress
    ) throws(KeychainError) {
        try changePasscode(from: old, to: new, compromised: compromised, since: nil, progress: progress)
    }

    /// Changes the passcode as ``Keychain/changePasscode(from:to:compromised:progress:)``. If the keychain was locked since `epoch`, it stays
    /// locked.
    package func changePasscode(
        from old: borrowing SecretBytes, to new: borrowing SecretBytes, compromised: Bool, since epoch: LockEpoch?,
        progress: Keychain.Progress
    ) throws(KeychainError) {
        try changePasscode(
            from: old, to: new, cost: store.passcodeCost, compromised: compromised, since: epoch, progress: progress)
    }

    /// Changes the passcode as ``Keychain/changePasscode(from:to:compromised:progress:)``, with a given cost.
    package func changePasscode(
        from old: borrowing SecretBytes, to new: borrowing SecretBytes, cost: PasscodeHash.Cost, compromised: Bool,
        since epoch: LockEpoch? = nil, progress: Keychain.Progress
    ) throws(KeychainError) {
        let epoch = epoch ?? lockEpoch
        let old = old.copy()
        let new = new.copy()
        try store.changeKeys(since: epoch) { keys in
            try mappingPasscodeErrors { () throws(KeyError) in
                try keys.changingPasscode(from: old, to: new, cost: cost, compromised: compromised)
            }
        }
        // An old passcode opens an old copy.
        if compromised { try removeOldCopies() }
        try rewrapUnlessLocked(since: epoch, progress)
    }

    package func removePasscode(_ passcode: borrowing SecretBytes) throws(KeychainError) {
        try removePasscode(passcode, since: nil)
    }

    /// Removes the passcode as ``Keychain/removePasscode(_:)``.
    ///
    /// - Throws: `.interactionNotAllowed` if the keychain was locked since `epoch`; nothing is changed then.
    package func removePasscode(_ passcode: borrowing SecretBytes, since epoch: LockEpoch?) throws(KeychainError) {
        let passcode = passcode.copy()
        let epoch = epoch ?? lockEpoch
        try store.changeKeys({ keys in
            try mappingPasscodeErrors { () throws(KeyError) in try keys.removingPasscode(passcode) }
        }) { session in
            // Without a passcode nothing stays locked.
            guard store.lockEpoch == epoch else { throw KeychainError.lockedMeanwhile }
            try ItemTable(db: session.db).deleteAll(.whenPasscodeSetThisDeviceOnly)
        }
    }

    package func verify(passcode: borrowing SecretBytes) throws(KeychainError) -> Bool {
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

    /// Returns the parameters of the passcode's key derivation; nil if there is no passcode.
    package func passcodeHash() throws(KeychainError) -> PasscodeHash? {
        try store.read { $0.keys.keybag.passcodeHash }
    }

    package func countOfItemsThatNeedPasscode() throws(KeychainError) -> Int {
        try store.read { try ItemTable(db: $0.db).count(.whenPasscodeSetThisDeviceOnly) }
    }

    package func makeRecoveryKey() throws(KeychainError) -> SecretBytes {
        let recoveryKey = SecretBytes(random: 20)
        try useRecoveryKey(recoveryKey)
        return recoveryKey
    }

    package func confirmRecoveryKey(_ recoveryKey: borrowing SecretBytes) throws(KeychainError) {
        guard KeychainRecovery.isRandom(recoveryKey) else {
            throw .parameter("the text is not a recovery key that chatelaine has made")
        }
        try useRecoveryKey(recoveryKey)
    }

    /// Sets or replaces the recovery key.
    ///
    /// - Parameter recoveryKey: at least 128 bits of randomness.
    package func useRecoveryKey(_ recoveryKey: borrowing SecretBytes) throws(KeychainError) {
        let copy = recoveryKey.copy()
        try store.changeKeys { keys in try keys.addingRecoveryKey(copy) }
    }

    // MARK: - Re-wrapping

    private static let rowsPerTransaction: Int64 = 500

    /// As ``finishRewrapping(_:)``. The passcode is changed: if the keychain was locked since `epoch`, the next unlock seals the rest.
    private func rewrapUnlessLocked(since epoch: LockEpoch, _ progress: Keychain.Progress) throws(KeychainError) {
        do throws(KeychainError) {
            try finishRewrapping(progress)
        } catch {
            guard error.code == .interactionNotAllowed, lockEpoch != epoch else { throw error }
        }
    }

    /// Seals every item of a retired class key again with the current one, in batches, and then removes the old keys.
    private func finishRewrapping(_ progress: Keychain.Progress) throws(KeychainError) {
        let retired = try store.read { Set($0.keys.keybag.retiredClassKeys) }
        guard !retired.isEmpty else { return }
        let total = try store.read { try ItemTable(db: $0.db).count() }
        var done = 0
        var last = Int64.min
        while true {
            let next = try store.write { session in try rewrap(after: last, retired, session, &done) }
            // The last batch is empty, unless the keychain is: its end has been reported with the one before.
            if next != nil || total == 0 { progress(min(done, total), total) }
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
        let writer = ItemWriter(store, session, AuthenticationGate(authentication: Authentication(interaction: .fail)))
        for number in targets {
            try table.row(number) { row in
                let (head, tags) = (row.head, row.tagList)
                do {
                    guard !row.hasFactors else {
                        try writer.rewrap(row)
                        return true
                    }
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

    /// Changes the keys with a copy of the passcode. Noncopyable secrets cannot be captured by an escaping closure; none of these escapes.
    private func changeKeys(
        _ passcode: borrowing SecretBytes, since epoch: LockEpoch,
        _ change: (KeySet, borrowing SecretBytes) throws(KeyError) -> KeySet
    ) throws(KeychainError) {
        let passcode = passcode.copy()
        try store.changeKeys(since: epoch) { try change($0, passcode) }
    }

    /// Calls a function that checks the passcode. A missing passcode is reported with the same code as a wrong one.
    func mappingPasscodeErrors<Result>(_ body: () throws(KeyError) -> Result) throws(KeychainError) -> Result {
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
