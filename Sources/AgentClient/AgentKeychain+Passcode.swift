import AgentProtocol
import Foundation
import KeychainServices
import Secrets

extension AgentKeychain {
    func unlock(passcode: borrowing SecretBytes, progress: Keychain.Progress) throws(KeychainError) {
        try passcode.withUnsafeBytes { (bytes) throws(KeychainError) in
            _ = try perform(.unlock, [bytes], progress)
        }
    }

    func setPasscode(_ passcode: borrowing SecretBytes, progress: Keychain.Progress) throws(KeychainError) {
        try passcode.withUnsafeBytes { (bytes) throws(KeychainError) in _ = try perform(.set, [bytes], progress) }
    }

    func changePasscode(
        from old: borrowing SecretBytes, to new: borrowing SecretBytes, compromised: Bool, progress: Keychain.Progress
    ) throws(KeychainError) {
        try old.withUnsafeBytes { (old) throws(KeychainError) in
            try new.withUnsafeBytes { (new) throws(KeychainError) in
                _ = try perform(compromised ? .changeCompromised : .change, [old, new], progress)
            }
        }
    }

    func removePasscode(_ passcode: borrowing SecretBytes) throws(KeychainError) {
        try passcode.withUnsafeBytes { (bytes) throws(KeychainError) in
            _ = try perform(.remove, [bytes]) { _, _ in }
        }
    }

    func verify(passcode: borrowing SecretBytes) throws(KeychainError) -> Bool {
        try passcode.withUnsafeBytes { (bytes) throws(KeychainError) in
            try perform(.verify, [bytes]) { _, _ in } > 0
        }
    }

    /// Sends an operation with passcodes.
    ///
    /// - Returns: the count in the agent's answer: for a verification, whether it was the passcode.
    private func perform(
        _ operation: WirePasscode.Operation, _ passcodes: [UnsafeRawBufferPointer], _ progress: Keychain.Progress
    ) throws(KeychainError) -> UInt64 {
        let request = WirePasscode.with {
            $0.operation = operation
            $0.firstLength = UInt32(clamping: passcodes.first?.count ?? 0)
        }
        var result: UInt64 = 0
        try pool.withConnection(isChange: operation != .unlock && operation != .verify) { connection in
            try connection.exchange(.passcode(request), passcodes) { reply, _, _ in
                switch reply {
                case .progress(let state):
                    progress(Int(clamping: state.done), Int(clamping: state.total))
                    return false
                case .count(let answer):
                    result = answer.count
                    return true
                case .done: return true
                default: return false
                }
            }
        }
        return result
    }

    func makeRecoveryKey() throws(KeychainError) -> SecretBytes {
        try secret(answering: .makeRecoveryKey(.init()), isChange: true)
    }

    func confirmRecoveryKey(_ recoveryKey: borrowing SecretBytes) throws(KeychainError) {
        try recoveryKey.withUnsafeBytes { (key) throws(KeychainError) in
            try pool.confirm(.makeRecoveryKey(.init()), key)
        }
    }

    /// Sends a request that is answered by a secret.
    ///
    /// - Parameter feature: the addition to the protocol that the request belongs to.
    func secret(
        answering body: WireRequest.OneOf_Body, _ secrets: [UnsafeRawBufferPointer] = [], isChange: Bool,
        requiring feature: String? = nil
    ) throws(KeychainError) -> SecretBytes {
        let received = Box()
        try pool.withConnection(isChange: isChange) { connection in
            if let feature { try connection.require(feature) }
            try connection.exchange(body, secrets) { reply, _, secret in
                guard case .done = reply else { return false }
                received.key = SecretBytes(copying: secret)
                return true
            }
        }
        guard let key = received.take() else { throw .unreadable("no key") }
        return key
    }

    /// A box for a non-copyable value, which a closure cannot capture directly.
    private final class Box {
        var key: SecretBytes?
        func take() -> SecretBytes? { key.take() }
    }
}

extension ConnectionPool {
    /// Proves to the agent that the user of this program knows the passcode.
    ///
    /// It counts for the connection, which the next request uses again, and for a limited time for the terminal.
    func show(passcode: borrowing SecretBytes) throws(KeychainError) {
        let request = WirePasscode.with {
            $0.operation = .grantTerminal
            $0.firstLength = UInt32(clamping: passcode.count)
        }
        try passcode.withUnsafeBytes { (bytes) throws(KeychainError) in
            try perform(.passcode(request), [bytes], isChange: false)
        }
    }
}

extension Keychain {
    /// Whether an agent serves the keychain.
    package var isServedByAgent: Bool { (try? service()) is AgentKeychain }

    /// Whether the agent would let this program see more after ``show(passcode:)``.
    package var wantsPasscodeShown: Bool { ((try? service()) as? AgentKeychain)?.wantsPasscodeShown ?? false }

    /// Proves to the agent that the user of this program knows the passcode; does nothing without an agent.
    ///
    /// - Throws: `.authenticationFailed` if it is not the passcode.
    package func show(passcode: borrowing SecretBytes) throws(KeychainError) {
        try (service() as? AgentKeychain)?.pool.show(passcode: passcode)
    }
}
