import KeyManagement
import KeychainServices
import Secrets

/// What counts as the device passcode, and what becomes of an attempt at it.
package protocol PasscodeCheck: Sendable {
    /// Which one a prompt asks for.
    var kind: Prompt.Kind { get }
    /// - Throws: `.systemCancel` if that cannot be found out.
    func isSet() throws(AuthenticationError) -> Bool
    /// - Returns: what the passcode opens; empty for one that opens nothing.
    /// - Throws: `.authenticationFailed` if it is not the passcode, with what to do; something else if trying again is of no use.
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
                .authenticationFailed, error.reason, remedy: error.passcodeWasNotTried ? error.remedy : nil)
        }
    }
}

/// Asks somebody else than us whether the owner of the account is there, by a dialogue of its own.
package protocol OwnerCheck: Sendable {
    /// Blocks until there is an answer.
    ///
    /// - Throws: `.userCancel`, `.authenticationFailed`, `.notInteractive`; the cancellation's cause.
    func confirm(_ presentation: AuthenticationPresentation, _ cancellation: AuthenticationCancellation)
        throws(AuthenticationError)
}
