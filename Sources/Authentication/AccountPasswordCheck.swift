import AccountPassword
import Glibc
import KeyManagement
import KeychainServices
import Secrets
import Synchronization

/// A check of the account's password by PAM. It opens no keys (Docs/account-password.md).
package struct AccountPasswordCheck: PasscodeCheck {
    private let account: @Sendable () -> AccountPassword
    private let user: String

    /// Returns the check that replaces the keychain's own passcode, if the settings say so.
    ///
    /// - Parameters:
    ///   - startsAtOnce: whether the helper is started now, as a process needs that confines itself afterwards; otherwise a helper is
    ///     started for each attempt, and none runs in between.
    /// - Returns: `nil` if the keychain's own passcode counts.
    /// - Throws: `.notAvailable` if the helper is missing, or if users other than root and this user could replace it.
    package static func chosen(
        by settings: Settings, startsAtOnce: Bool = false
    ) throws(KeychainError) -> AccountPasswordCheck? {
        guard settings.passcode == .pam else { return nil }
        let path: String
        do throws(PAMHelperLocation.Problem) {
            path = try PAMHelperLocation.find(set: settings.pamHelper)
        } catch {
            throw KeychainError(.notAvailable, error.reason, remedy: error.remedy)
        }
        guard let user = AccountName.of(geteuid()) else {
            throw KeychainError(
                .notAvailable, "the name of your account cannot be found",
                remedy: "check that the system's list of accounts can be read: getent passwd \(geteuid())")
        }
        guard startsAtOnce else { return AccountPasswordCheck(user: user) { AccountPassword(helper: path) } }
        let started = AccountPassword(helper: path)
        return AccountPasswordCheck(user: user) { started }
    }

    /// - Parameters:
    ///   - user: the name of the account.
    ///   - account: makes the object that asks PAM; called for each attempt.
    init(user: String, _ account: @escaping @Sendable () -> AccountPassword) {
        self.user = user
        self.account = account
    }

    package var kind: Prompt.Kind { .accountPassword }

    package func isSet() throws(AuthenticationError) -> Bool { true }

    package func prove(_ typed: borrowing SecretBytes) throws(AuthenticationError) -> [Int64: OpeningKey] {
        let password = TypedSecret(typed.copy())
        let wasGiven = Mutex(false)
        let outcome = account().authenticate(user: user) { question in
            // The first secret is the typed password. This prompt does not support a PAM stack that asks for more.
            guard question.wantsAnswer else { return .proceed }
            let isSecond = wasGiven.withLock { was in
                defer { was = true }
                return was
            }
            guard case .secret = question, !isSecond else { return .cancel }
            return .text(password.bytes.copy())
        }
        switch outcome {
        case .success: return [:]
        case .wrongPassword: throw AuthenticationError(.authenticationFailed, "that is not the password of the account")
        case .cancelled:
            throw AuthenticationError(
                .systemCancel, "the system asks for more than a password",
                remedy: "configure the PAM service “chatelaine” to ask only for the password")
        case .accountLocked(let text): throw Self.refusal("the account is locked", text)
        case .passwordExpired(let text): throw Self.refusal("the password of the account has expired", text)
        case .unavailable(let text): throw Self.refusal("the password of the account cannot be checked", text)
        }
    }

    /// Returns the error for a state that another attempt would not change. The program learns only that it failed; the user learns why.
    private static func refusal(_ what: String, _ text: String) -> AuthenticationError {
        AuthenticationError(.systemCancel, "\(what): \(text)")
    }
}
