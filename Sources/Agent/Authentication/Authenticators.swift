import Authentication
import Foundation
import KeychainServices

/// The means by which people authenticate.
package struct Authenticators: Sendable {
    /// The fingerprint reader, if one is used.
    package var reader: (any BiometricReader)?
    /// The check that replaces the keychain's own passcode.
    package var account: (any PasscodeCheck)?
    /// The check that a program's owner is there, in place of the passcode.
    package var owner: (@Sendable (Program) -> any OwnerCheck)?

    package init() {}

    /// - Parameter records: keeps how many fingers were wrong in a row; `nil` to keep nothing.
    /// - Throws: `.notAvailable` if that cannot be read.
    func equipment(_ records: AgentRecords?) throws(KeychainError) -> AuthenticationEquipment {
        let reader = reader ?? NoReader()
        guard let records else { return AuthenticationEquipment(reader: reader) }
        // A record that is no number is not one of ours: then the passcode comes first.
        let failures = try records.read(.biometryAttempts).map { Int(String(decoding: $0, as: UTF8.self)) }
        let attempts = BiometryAttempts(failures: failures.map { $0 ?? BiometryAttempts.lockoutLimit } ?? 0) {
            failures in
            try? records.write(.biometryAttempts, Data(String(failures).utf8))
        }
        return AuthenticationEquipment(reader: reader, attempts: attempts)
    }
}

/// The reader of an agent that uses none.
private struct NoReader: BiometricReader {
    private let error = AuthenticationError(.biometryNotAvailable, "this agent uses no fingerprint reader")

    func state() -> ReaderState { .unavailable(error) }

    func match(
        _ cancellation: AuthenticationCancellation, _ onEvent: (ReaderEvent) -> Void
    ) throws(AuthenticationError) -> Bool { throw error }
}
