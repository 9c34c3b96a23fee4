import AccountPassword
import KeyManagement
import KeychainServices
import Secrets
import Synchronization

/// The password of the account, as PAM judges it. It opens no keys (Docs/account-password.md).
package struct AccountPasswordCheck: PasscodeCheck {
    private let account: AccountPassword
    private let user: String

    /// - Parameters:
    ///   - account: asks PAM.
    ///   - user: name of the account.
    package init(_ account: AccountPassword, user: String) {
        self.account = account
        self.user = user
    }

    package var kind: Prompt.Kind { .accountPassword }

    package func isSet() throws(AuthenticationError) -> Bool { true }

    package func prove(_ typed: borrowing SecretBytes) throws(AuthenticationError) -> [Int64: OpeningKey] {
        let password = TypedSecret(typed.copy())
        let wasGiven = Mutex(false)
        let outcome = account.authenticate(user: user) { question in
            // The first secret is what was typed. A stack that asks for more is not for this prompt.
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
                remedy: "let the service file “chatelaine” of PAM ask for the password alone")
        case .accountLocked(let text): throw Self.refusal("the account is locked", text)
        case .passwordExpired(let text): throw Self.refusal("the password of the account has expired", text)
        case .unavailable(let text): throw Self.refusal("the password of the account cannot be checked", text)
        }
    }

    /// What another attempt would not change. The program is told that it failed; the person is told why.
    private static func refusal(_ what: String, _ text: String) -> AuthenticationError {
        AuthenticationError(.systemCancel, "\(what): \(text)")
    }
}
