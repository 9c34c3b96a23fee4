import KeychainServices

/// Locks the keychain, and takes back everything that was unlocked or granted because of a password.
///
/// A lock wins over what is under way: a request that came before it unlocks nothing and is granted nothing, however long it takes
/// (``LockEpoch``).
final class KeychainLock: Sendable {
    private let service: any KeychainService
    private let admissions: Admissions
    private let autoLock: AutoLock
    let isUnlocked: @Sendable () -> Bool
    private let lockOthers: @Sendable () -> Void

    /// - Parameters:
    ///   - isUnlocked: whether the keychain or anything else is unlocked.
    ///   - lockOthers: locks what is unlocked besides the keychain.
    init(
        _ service: any KeychainService, _ admissions: Admissions, _ autoLock: AutoLock,
        isUnlocked: @escaping @Sendable () -> Bool, and lockOthers: @escaping @Sendable () -> Void
    ) {
        self.service = service
        self.admissions = admissions
        self.autoLock = autoLock
        self.isUnlocked = isUnlocked
        self.lockOthers = lockOthers
    }

    func lock() throws(KeychainError) {
        let result = Result { () throws(KeychainError) in try service.lock() }
        lockOthers()
        // Counted before the grants end: a request that is granted something now notices the lock, or loses it.
        admissions.noteLock()
        admissions.gatekeeper.locked()
        autoLock.stop()
        // What was asked for after the lock may have been unlocked already.
        if isUnlocked() { autoLock.start() }
        try result.get()
    }
}
