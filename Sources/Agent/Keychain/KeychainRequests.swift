import AgentProtocol
import KeychainServices

/// Serves requests about the keychain as a whole.
struct KeychainRequests {
    let admissions: Admissions
    let keychainLock: KeychainLock
    let checker: PasscodeChecker
    let confirmation: OwnerConfirmation
    let queues: WorkQueues

    func lockKeychain() -> Work {
        Work(.immediate) { [keychainLock] _ throws(KeychainError) in
            try keychainLock.lock()
            return .done
        }
    }

    func showLockState(to caller: Caller) -> Work {
        let keychain = caller.session.keychain
        return Work(.immediate, log: .absent) { _ throws(KeychainError) in
            let state = try keychain.lockState()
            return .message(.lockState(.with { $0.state = state.wire }))
        }
    }

    func showStatus(to caller: Caller) -> Work {
        let keychain = caller.session.keychain
        return Work(.immediate, log: .absent) { _ throws(KeychainError) in
            .message(.status(WireKeychainStatus(try keychain.status())))
        }
    }

    func countItemsThatNeedPasscode(for caller: Caller) -> Work {
        let keychain = caller.session.keychain
        return Work(.immediate, log: .absent) { _ throws(KeychainError) in
            .count(try keychain.countOfItemsThatNeedPasscode())
        }
    }

    /// - Parameter secret: a recovery key that the program has shown, which counts from then on; empty if the agent is to make one.
    func makeRecoveryKey(_ secret: UnsafeRawBufferPointer, for caller: Caller) throws(KeychainError) -> Work {
        try caller.session.requireTrust(of: admissions.gatekeeper, orWindow: true)
        let keychain = caller.session.keychain
        let make: Work.Body
        if secret.isEmpty {
            make = { _ throws(KeychainError) in .secret(SecretHolder(try keychain.makeRecoveryKey())) }
        } else {
            try VaultPasswordRequests.check(secret)
            let key = SecretHolder(copying: secret)
            make = { _ throws(KeychainError) in
                try keychain.confirmRecoveryKey(key.secret)
                return .done
            }
        }
        // With a passcode, it was shown.
        guard try !checker.isPasscodeSet, confirmation.canAsk else { return Work(.passcodes, ItemScope(), make) }
        return confirmation.work(.makeRecoveryKey, for: caller, queues, make)
    }

    /// Tells a program of every change of an item that it may read, until its connection ends.
    ///
    /// - Returns: `nil`: the request is answered at each change.
    func watchChanges(for caller: Caller, _ subscriber: any Subscriber) -> Work? {
        let changes = caller.session.keychain.changes()
        subscriber.begin()
        caller.changeNotices = Task.detached {
            for await _ in changes {
                switch subscriber.send(.changed(.init())) {
                // The reply that the program has not read yet tells it of this change as well.
                case .sent, .noRoom: continue
                case .failed: return subscriber.hangUp()
                }
            }
        }
        return nil
    }
}
