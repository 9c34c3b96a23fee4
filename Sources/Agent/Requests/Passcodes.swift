import AgentProtocol
import Foundation
import KeyManagement
import KeychainServices
import Secrets

extension AgentServer {
    /// The longest passcode, in bytes.
    static let longestPasscode = 4096

    /// - Parameter secret: the passcode, or the old one and the new one.
    func prepare(
        _ request: WirePasscode, _ secret: UnsafeRawBufferPointer, _ session: Connection.Session,
        _ connection: Connection
    ) throws(KeychainError) -> Work {
        guard secret.count <= 2 * Self.longestPasscode else {
            throw .unreadable("passcodes of other lengths than it says")
        }
        let (first, second) = try SecretHolder.two(in: secret, firstLength: request.firstLength, "passcodes")
        let keychain = session.keychain
        let (program, name) = (session.program, request.operation.name)
        // From before the passcode is tried: a lock in between counts.
        let lock = locks.load(ordering: .acquiring)
        let countsForItems = program.isCommandLine && !request.atLogin
        let shown = { @Sendable [self] (keys: OpeningKeys) throws(KeychainError) in
            let passcode = countsForItems ? ShownPasscode(keys, lock: lock, now: bootTime()) : nil
            try passcodeWasShown(passcode, session, connection)
        }
        switch request.operation {
        case .unlock:
            return trying(name, program, isLogin: request.atLogin, then: shown) {
                [self] progress throws(KeychainError) in
                let keys = try unlock(keychain, first, progress)
                autoLock.start()
                return keys
            }
        case .grantTerminal:
            return trying(name, program, then: shown) { [self] _ throws(KeychainError) in try prove(first) }
        case .set:
            return Work(name, .passcodes) { [self] progress throws(KeychainError) in
                try keychain.setPasscode(first.secret, progress: progress)
                autoLock.start()
                try shown([:])
                return .done
            }
        case .change, .changeCompromised:
            let compromised = request.operation == .changeCompromised
            return trying(name, program) { progress throws(KeychainError) in
                try keychain.changePasscode(
                    from: first.secret, to: second.secret, compromised: compromised, progress: progress)
                return [:]
            }
        case .remove:
            return trying(name, program) { _ throws(KeychainError) in
                try keychain.removePasscode(first.secret)
                return [:]
            }
        case .verify:
            return Work(name, .passcodes) { _ throws(KeychainError) in
                .count(try keychain.verify(passcode: first.secret) ? 1 : 0)
            }
        case .eraseAfterTenOn, .eraseAfterTenOff:
            let erases = request.operation == .eraseAfterTenOn
            guard program.isCommandLine else { throw .onlyTheCommandLine }
            return trying(name, program) { [self] _ throws(KeychainError) in
                guard let attempts else { throw KeychainError(.notAvailable, "this agent keeps no count of attempts") }
                try judge(first)
                try attempts.setErasesAfterLimit(erases)
                return [:]
            }
        case .unknown, .UNRECOGNIZED: throw .unreadable("an unknown operation on the passcode")
        }
    }

    /// What asks for the passcode and gives something for it: wrong ones are counted.
    ///
    /// - Parameters:
    ///   - isLogin: whether it is the password of a login.
    ///   - next: is done once the passcode was right, with what it opens; what it throws is none of the passcode's.
    private func trying(
        _ name: String, _ program: Program, isLogin: Bool = false,
        then next: @escaping @Sendable (OpeningKeys) throws(KeychainError) -> Void = { _ throws(KeychainError) in },
        _ body: @escaping PasscodeBody
    ) -> Work {
        Work(name, .passcodes) { [self] progress throws(KeychainError) in
            // What the command line gets in a terminal, somebody has typed. A login and a script have none.
            let atPrompt = program.isCommandLine && program.terminal != nil && !isLogin
            var keys: OpeningKeys = [:]
            try counting(program, isLogin: isLogin, atPrompt: atPrompt) { () throws(KeychainError) in
                keys = try body(progress)
            }
            try next(keys)
            return .done
        }
    }

    /// What a passcode opens, by the numbers of the key pairs.
    private typealias OpeningKeys = [Int64: OpeningKey]
    private typealias PasscodeBody = @Sendable (_ progress: Keychain.Progress) throws(KeychainError) -> OpeningKeys

    private func unlock(
        _ keychain: any KeychainService, _ passcode: SecretHolder, _ progress: Keychain.Progress
    ) throws(KeychainError) -> OpeningKeys {
        guard let keychain = keychain as? LocalKeychain else {
            try keychain.unlock(passcode: passcode.secret, progress: progress)
            return [:]
        }
        return try keychain.unlock(proving: passcode.secret, progress: progress)
    }

    /// Runs what tries a passcode, where wrong ones are counted.
    ///
    /// - Parameters:
    ///   - isLogin: whether it is the password of a login.
    ///   - atPrompt: whether somebody has typed it at a prompt.
    func counting(
        _ program: Program, isLogin: Bool = false, atPrompt: Bool, _ body: () throws(KeychainError) -> Void
    ) throws(KeychainError) {
        // Where there is no passcode there is nothing to guess.
        guard let attempts, try service.lockState() != .noPasscode else { return try body() }
        try attempts.attempt(
            isLogin: isLogin, atPrompt: atPrompt, erase: { () throws(KeychainError) in try erase(program) }, body)
    }

    /// Erases what the keychain holds, after too many wrong passcodes.
    private func erase(_ program: Program) throws(KeychainError) {
        do throws(KeychainError) {
            guard let keychain = service as? LocalKeychain else {
                throw KeychainError(.unimplemented, "it is another process's")
            }
            try keychain.erase()
        } catch {
            audit?.note(program, "erase", status: error.code.rawValue)
            throw KeychainError(
                .authenticationFailed,
                "that was the tenth wrong passcode in a row, and the keychain could not be erased: \(error.reason)",
                remedy: error.remedy)
        }
        audit?.note(program, "erase")
        try lock()
    }

    /// - Throws: `.authenticationFailed` if it is not the passcode.
    func judge(_ passcode: SecretHolder) throws(KeychainError) { _ = try prove(passcode) }

    /// - Returns: what the passcode opens.
    /// - Throws: `.authenticationFailed` if it is not the passcode.
    func prove(_ passcode: SecretHolder) throws(KeychainError) -> [Int64: OpeningKey] {
        guard let keychain = service as? any DevicePasscode else {
            throw KeychainError(.unimplemented, "the passcode is another process's")
        }
        return try keychain.prove(passcode.secret)
    }

    /// Whoever sits at the program's terminal knows the passcode: the program gets what depends on that.
    ///
    /// Called while the thread that runs the request has the connection.
    private func passcodeWasShown(
        _ passcode: ShownPasscode?, _ session: Connection.Session, _ connection: Connection
    ) throws(KeychainError) {
        gatekeeper.grantTerminal(of: session.program)
        var session = session
        session.lock = locks.load(ordering: .acquiring)
        (session.hasShownPasscode, session.shownPasscode) = (true, passcode)
        try admit(&session)
        connection.phase = .ready(session)
    }

    /// Why the keychain locks where no program has asked for it.
    package enum LockCause: String, Sendable {
        /// Nothing has needed a key for a while.
        case idle
        /// The machine goes to sleep.
        case sleep
        /// A session of the user's is locked.
        case session
        /// The screen is locked.
        case screen
    }

    /// Locks the keychain because of something else than a request.
    package func lock(because cause: LockCause) throws(KeychainError) {
        // Whatever keeps the state from being read keeps nobody from locking.
        let wasOpen = (try? service.lockState()) == .unlocked || vaults?.hasUnlocked == true
        try lock()
        // A screen that is locked again and again has nothing to tell.
        if wasOpen { audit?.note("lock: \(cause)") }
    }

    /// Locks the keychain, whoever says so.
    func lock() throws(KeychainError) {
        try service.lock()
        vaults?.lockAll()
        sheets.noteLock()
        autoLock.stop()
        gatekeeper.locked()
        equipment?.attempts.forgetMatches()
        locks.add(1, ordering: .releasing)
        judgement.add(1, ordering: .releasing)
    }
}
