import AgentProtocol
import KeychainServices
import LinuxSupport

/// Serves requests about the passcode.
struct PasscodeRequests {
    let checker: PasscodeChecker
    let admissions: Admissions
    let autoLock: AutoLock
    let confirmation: OwnerConfirmation
    let queues: WorkQueues

    /// Returns the work of a request, by its operation.
    ///
    /// - Parameter secret: the passcode, or the old one and the new one.
    func work(
        for request: WirePasscode, _ secret: UnsafeRawBufferPointer, _ caller: Caller
    ) throws(KeychainError) -> Work {
        guard secret.count <= 2 * PasscodeChecker.longestPasscode else {
            throw .unreadable("passcodes whose lengths differ from the stated ones")
        }
        let (first, second) = try SecretHolder.two(in: secret, firstLength: request.firstLength, "passcodes")
        return switch request.operation {
        case .unlock: try unlockKeychain(first, atLogin: request.atLogin, caller)
        case .grantTerminal: grantTerminal(first, atLogin: request.atLogin, caller)
        case .set: try setPasscode(first, atLogin: request.atLogin, caller)
        case .change: try changePasscode(from: first, to: second, isCompromised: false, caller)
        case .changeCompromised: try changePasscode(from: first, to: second, isCompromised: true, caller)
        case .remove: try removePasscode(first, caller)
        case .verify: verifyPasscode(first, caller)
        case .eraseAfterTenOn: try setErasesAfterTen(true, first, caller)
        case .eraseAfterTenOff: try setErasesAfterTen(false, first, caller)
        case .unknown, .UNRECOGNIZED: throw .unreadable("an unknown operation on the passcode")
        }
    }

    private func unlockKeychain(_ passcode: SecretHolder, atLogin: Bool, _ caller: Caller) throws(KeychainError) -> Work
    {
        let (keychain, epoch) = try keychain(of: caller)
        let noteShown = noteShown(to: caller, atLogin: atLogin)
        return counting(caller, isLogin: atLogin, then: noteShown) { [autoLock] progress throws(KeychainError) in
            let keys = try keychain.unlock(proving: passcode.secret, since: epoch, progress: progress)
            autoLock.start()
            return keys
        }
    }

    /// Returns the keychain of a program, and the state of locking when the request has come: a lock from now on wins.
    private func keychain(of caller: Caller) throws(KeychainError) -> (LocalKeychain, LockEpoch) {
        guard let keychain = caller.session.keychain as? LocalKeychain else {
            throw KeychainError(.unimplemented, "the passcode is another process's")
        }
        return (keychain, keychain.lockEpoch)
    }

    /// Gives the terminal of the program what depends on the passcode, with nothing unlocked.
    private func grantTerminal(_ passcode: SecretHolder, atLogin: Bool, _ caller: Caller) -> Work {
        let noteShown = noteShown(to: caller, atLogin: atLogin)
        return counting(caller, then: noteShown) { [checker] _ throws(KeychainError) in try checker.prove(passcode) }
    }

    private func setPasscode(
        _ passcode: SecretHolder, atLogin: Bool, _ caller: Caller
    ) throws(KeychainError) -> Work {
        let keychain = caller.session.keychain
        let noteShown = noteShown(to: caller, atLogin: atLogin)
        let set: Work.Body = { [autoLock] progress throws(KeychainError) in
            try keychain.setPasscode(passcode.secret, progress: progress)
            autoLock.start()
            try noteShown([:])
            return .done
        }
        // With one, there is nothing to ask: the passcode is changed by those who know it.
        guard try !checker.isPasscodeSet, confirmation.canAsk else { return Work(.passcodes, ItemScope(), set) }
        return confirmation.work(.setPasscode, for: caller, queues, set)
    }

    private func changePasscode(
        from old: SecretHolder, to new: SecretHolder, isCompromised: Bool, _ caller: Caller
    ) throws(KeychainError) -> Work {
        let (keychain, epoch) = try keychain(of: caller)
        return counting(caller) { progress throws(KeychainError) in
            try keychain.changePasscode(
                from: old.secret, to: new.secret, compromised: isCompromised, since: epoch, progress: progress)
            return [:]
        }
    }

    private func removePasscode(_ passcode: SecretHolder, _ caller: Caller) throws(KeychainError) -> Work {
        let (keychain, epoch) = try keychain(of: caller)
        return counting(caller) { _ throws(KeychainError) in
            try keychain.removePasscode(passcode.secret, since: epoch)
            return [:]
        }
    }

    private func verifyPasscode(_ passcode: SecretHolder, _ caller: Caller) -> Work {
        let keychain = caller.session.keychain
        return Work(.passcodes) { _ throws(KeychainError) in
            .count(try keychain.verify(passcode: passcode.secret) ? 1 : 0)
        }
    }

    /// Sets whether the tenth wrong passcode in a row erases the keychain.
    private func setErasesAfterTen(
        _ erases: Bool, _ passcode: SecretHolder, _ caller: Caller
    ) throws(KeychainError) -> Work {
        try caller.session.requireCommandLine()
        return counting(caller) { [checker] _ throws(KeychainError) in
            try checker.setErasesAfterLimit(erases, provenBy: passcode)
            return [:]
        }
    }

    // MARK: - Passcodes that were right

    private typealias PasscodeShown = @Sendable (OpeningKeys) throws(KeychainError) -> Void

    /// Returns work that tries a passcode, with wrong ones counted.
    ///
    /// - Parameters:
    ///   - isLogin: whether the passcode is the password of a login.
    ///   - next: called once the passcode was right, with the keys that it opens; its errors are not the passcode's.
    private func counting(
        _ caller: Caller, isLogin: Bool = false,
        then next: @escaping PasscodeShown = { _ throws(KeychainError) in },
        _ body: @escaping @Sendable (_ progress: Keychain.Progress) throws(KeychainError) -> OpeningKeys
    ) -> Work {
        let program = caller.program
        return Work(.passcodes) { [checker] progress throws(KeychainError) in
            // A person has typed what the command line gets in a terminal. A login and a script have none.
            let source = isLogin ? program.asProgram : program.passcodeSource
            var keys: OpeningKeys = [:]
            try checker.counting(program, from: source, isLogin: isLogin) { () throws(KeychainError) in
                keys = try body(progress)
            }
            try next(keys)
            return .done
        }
    }

    /// Returns a function that gives a program what depends on the passcode: the person at its terminal knows it.
    ///
    /// The function is called while the thread that runs the request has the caller.
    private func noteShown(to caller: Caller, atLogin: Bool) -> PasscodeShown {
        // From before the passcode is tried: a lock in between counts.
        let lock = admissions.lockCount
        let countsForItems = caller.program.isCommandLine && !atLogin
        return { [admissions] (keys) throws(KeychainError) in
            admissions.gatekeeper.grantTerminal(of: caller.program)
            // A lock since then has taken it back, or has not seen it.
            guard admissions.lockCount == lock else { return admissions.gatekeeper.locked() }
            var session = caller.session
            session.lock = lock
            session.hasShownPasscode = true
            session.shownPasscode = countsForItems ? ShownPasscode(keys, lock: lock, now: Clock.sinceBoot) : nil
            try admissions.admit(&session)
            caller.session = session
        }
    }
}
