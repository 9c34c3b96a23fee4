import KeyManagement
import KeychainServices
import Secrets

/// A check of the device passcode.
package protocol PasscodeCheck: Sendable {
    /// The kind of passcode that a prompt asks for.
    var kind: Prompt.Kind { get }
    /// - Throws: `.systemCancel` if this cannot be determined.
    func isSet() throws(AuthenticationError) -> Bool
    /// - Returns: the keys that the passcode opens; empty for a passcode that opens none.
    /// - Throws: `.authenticationFailed` with a remedy if it is not the passcode; another error if a further attempt is useless.
    func prove(_ passcode: borrowing SecretBytes) throws(AuthenticationError) -> [Int64: OpeningKey]
}

/// The keychain's own passcode.
package struct KeychainPasscodeCheck: PasscodeCheck {
    private let passcode: any DevicePasscode

    package init(_ passcode: any DevicePasscode) { self.passcode = passcode }

    package var kind: Prompt.Kind { .passcode }

    package func isSet() throws(AuthenticationError) -> Bool {
        do throws(KeychainError) { return try passcode.isSet() } catch { throw AuthenticationError(error) }
    }

    package func prove(_ typed: borrowing SecretBytes) throws(AuthenticationError) -> [Int64: OpeningKey] {
        do throws(KeychainError) {
            return try passcode.prove(typed)
        } catch {
            guard error.code == .authenticationFailed else { throw AuthenticationError(error) }
            throw AuthenticationError(
                .authenticationFailed, error.reason, remedy: error.passcodeWasNotChecked ? error.remedy : nil)
        }
    }
}

/// A service other than Chatelaine that confirms, by a dialogue of its own, that the owner of the account is present.
package protocol OwnerCheck: Sendable {
    /// Blocks until there is an answer.
    ///
    /// - Throws: `.userCancel`, `.authenticationFailed`, `.notInteractive`; the cancellation's cause.
    func confirm(_ presentation: AuthenticationPresentation, _ cancellation: AuthenticationCancellation)
        throws(AuthenticationError)

    /// The same, unless the service is not there at all.
    ///
    /// - Parameter whenAsking: called while the service waits for a person; not if it answers at once.
    /// - Returns: `false` if there is no such service; not if it is there and cannot show a dialogue.
    func confirmIfPossible(
        _ presentation: AuthenticationPresentation, _ cancellation: AuthenticationCancellation, whenAsking: () -> Void
    ) throws(AuthenticationError) -> Bool
}
