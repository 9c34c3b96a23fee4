import Authentication
import Foundation
import KeychainServices

/// How people show to an agent who they are.
package struct Authenticators: Sendable {
    /// The fingerprint reader, if one is used.
    package var reader: (any BiometricReader)?
    /// What counts as the device passcode in place of the keychain's own.
    package var account: (any PasscodeCheck)?
    /// Confirms that a program's owner is there, where a passcode would.
    package var owner: (@Sendable (Program) -> any OwnerCheck)?

    package init() {}

    /// - Parameter records: where it is kept how many fingers were wrong in a row; nil: nowhere.
    /// - Throws: `.notAvailable` if that cannot be read.
    func equipment(_ records: AgentRecords?) throws(KeychainError) -> AuthenticationEquipment {
        let reader = reader ?? NoReader()
        guard let records else { return AuthenticationEquipment(reader: reader) }
        // What is not a number was not written by us: then the passcode comes first.
        let failures = try records.read(.biometryAttempts).map { Int(String(decoding: $0, as: UTF8.self)) }
        let attempts = BiometryAttempts(failures: failures.map { $0 ?? BiometryAttempts.lockoutLimit } ?? 0) {
            failures in
            try? records.write(.biometryAttempts, Data(String(failures).utf8))
        }
        return AuthenticationEquipment(reader: reader, attempts: attempts)
    }
}

/// For agents that are not to use a reader.
private struct NoReader: BiometricReader {
    private let error = AuthenticationError(.biometryNotAvailable, "this agent uses no fingerprint reader")

    func state() -> ReaderState { .unavailable(error) }

    func match(
        _ cancellation: AuthenticationCancellation, _ onEvent: (ReaderEvent) -> Void
    ) throws(AuthenticationError) -> Bool { throw error }
}
