import AccessPolicy
import KeyManagement
import KeychainServices
import Secrets

/// The keys that a passcode opens, by the numbers of the key pairs.
typealias OpeningKeys = [Int64: OpeningKey]

/// Judges passcodes, counts the wrong ones, and erases the keychain after too many of them if the user wants that.
final class PasscodeChecker: Sendable {
    /// The bytes of the longest passcode.
    static let longestPasscode = 4096

    private let service: any KeychainService
    /// The count of wrong passcodes; `nil` if none are counted, as in tests.
    private let attempts: PasscodeAttempts?
    private let audit: Auditor?
    private let keychainLock: KeychainLock

    init(
        _ service: any KeychainService, _ attempts: PasscodeAttempts?, _ audit: Auditor?, _ keychainLock: KeychainLock
    ) {
        self.service = service
        self.attempts = attempts
        self.audit = audit
        self.keychainLock = keychainLock
    }

    /// Whether the keychain has a passcode.
    var isPasscodeSet: Bool {
        get throws(KeychainError) { try service.lockState() != .noPasscode }
    }

    /// Whether the first unlock since the start of the machine is still to come.
    var isBeforeFirstUnlock: Bool { (try? service.lockState()) == .beforeFirstUnlock }

    /// Runs `body`, which tries a passcode, and counts wrong ones.
    ///
    /// - Parameters:
    ///   - source: the place that the passcode comes from.
    ///   - isLogin: whether the passcode is the password of a login.
    func counting(
        _ program: Program, from source: PasscodeSource, isLogin: Bool = false,
        _ body: () throws(KeychainError) -> Void
    ) throws(KeychainError) {
        // Without a passcode there is nothing to guess.
        guard let attempts, try isPasscodeSet else { return try body() }
        try attempts.attempt(
            from: source, isLogin: isLogin, atPrompt: source.isPerson,
            erase: { () throws(KeychainError) in try eraseKeychain(for: program) }, body)
    }

    /// Returns the keys that the passcode opens.
    ///
    /// - Throws: `.authenticationFailed` if it is not the passcode.
    @discardableResult
    func prove(_ passcode: SecretHolder) throws(KeychainError) -> OpeningKeys {
        guard let keychain = service as? any DevicePasscode else {
            throw KeychainError(.unimplemented, "the passcode is another process's")
        }
        return try keychain.prove(passcode.secret)
    }

    /// Whether the tenth wrong passcode in a row erases the keychain.
    var erasesAfterLimit: Bool { attempts?.erasesAfterLimit ?? false }

    /// Sets whether the tenth wrong passcode in a row erases the keychain.
    ///
    /// - Throws: `.authenticationFailed` if it is not the passcode; `.notAvailable` if it cannot be stored.
    func setErasesAfterLimit(_ erases: Bool, provenBy passcode: SecretHolder) throws(KeychainError) {
        guard let attempts else { throw KeychainError(.notAvailable, "this agent keeps no count of attempts") }
        try prove(passcode)
        try attempts.setErasesAfterLimit(erases)
    }

    /// Erases the keychain, after too many wrong passcodes.
    private func eraseKeychain(for program: Program) throws(KeychainError) {
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
        try keychainLock.lock()
    }
}

/// The keychain's passcode, with wrong ones counted as everywhere else.
struct CountedPasscode: DevicePasscode {
    let checker: PasscodeChecker
    let queues: WorkQueues
    let program: Program
    /// The place that the passcode comes from, when it has come.
    let source: @Sendable () -> PasscodeSource

    func isSet() throws(KeychainError) -> Bool { try checker.isPasscodeSet }

    func prove(_ passcode: borrowing SecretBytes) throws(KeychainError) -> OpeningKeys {
        let holder = SecretHolder(passcode.copy())
        let source = source()
        let result = queues.derived(from: source) {
            Result { () throws(KeychainError) in
                var keys: OpeningKeys = [:]
                try checker.counting(program, from: source) { () throws(KeychainError) in
                    keys = try checker.prove(holder)
                }
                return keys
            }
        }
        return try result.get()
    }
}
