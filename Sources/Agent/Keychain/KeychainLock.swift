import KeychainServices

/// Locks the keychain, and takes back everything that was unlocked or granted because of a password.
final class KeychainLock: Sendable {
    private let service: any KeychainService
    private let admissions: Admissions
    private let autoLock: AutoLock
    private let lockOthers: @Sendable () -> Void

    /// - Parameter lockOthers: locks what is unlocked besides the keychain.
    init(
        _ service: any KeychainService, _ admissions: Admissions, _ autoLock: AutoLock,
        and lockOthers: @escaping @Sendable () -> Void
    ) {
        self.service = service
        self.admissions = admissions
        self.autoLock = autoLock
        self.lockOthers = lockOthers
    }

    func lock() throws(KeychainError) {
        try service.lock()
        lockOthers()
        autoLock.stop()
        admissions.gatekeeper.locked()
        admissions.noteLock()
    }
}
