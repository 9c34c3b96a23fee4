import AccountPassword
import CPAM

/// The interpretation of a PAM result.
package struct Verdict {
    /// The PAM function that gave the result.
    package enum Phase: Sendable {
        /// The check of the password.
        case authentication
        /// The check of whether the account may be used.
        case account
    }

    private let service: String
    private let phase: Phase
    /// Whether the user has answered a question.
    private let hasAnswered: Bool
    /// The last error message of a module.
    private let complaint: String?

    package init(service: String, phase: Phase, hasAnswered: Bool, complaint: String?) {
        self.service = service
        self.phase = phase
        self.hasAnswered = hasAnswered
        self.complaint = complaint
    }

    /// - Parameter result: the result of `pam_authenticate` or `pam_acct_mgmt`. Specified in: pam_authenticate(3), pam_acct_mgmt(3).
    package func outcome(_ result: Int32) -> Outcome {
        switch result {
        case PAM_SUCCESS: hasAnswered ? .success : unasked
        case PAM_NEW_AUTHTOK_REQD, PAM_AUTHTOK_EXPIRED, PAM_CRED_EXPIRED:
            .passwordExpired(saying("the password of the account has expired; change it with: passwd"))
        case PAM_MAXTRIES, PAM_ACCT_EXPIRED: locked
        // If modules are configured to end everything at a failure, that failure is called “permission denied” (pam_faillock(8)).
        case PAM_AUTH_ERR, PAM_PERM_DENIED:
            phase == .authentication && hasAnswered ? .wrongPassword : locked
        case PAM_USER_UNKNOWN: .unavailable(saying("PAM knows no such account"))
        case PAM_AUTHINFO_UNAVAIL, PAM_CRED_INSUFFICIENT: .unavailable(saying(Self.noAccess))
        case PAM_ABORT, PAM_MODULE_UNKNOWN:
            .unavailable(saying("the file of the PAM service “\(service)” cannot be used; the system's log says why"))
        default: .unavailable(saying("PAM has not checked the password (\(Self.name(result)))"))
        }
    }

    private var locked: Outcome {
        .accountLocked(saying("the account may not be used at present; wait, or ask the administrator"))
    }

    /// The outcome without a question: a fingerprint, a ticket or `pam_permit` is not a password.
    private var unasked: Outcome {
        .unavailable(
            "the PAM service “\(service)” accepts users without a password; its file must contain only pam_unix.so "
                + "(share/doc/chatelaine/account-password.md)")
    }

    private static let noAccess =
        "PAM has no access to the password of the account; it belongs to another user, or the agent was started in a way "
        + "that keeps its programs from gaining rights (no_new_privs)"

    private func saying(_ text: String) -> String { complaint.map { "\(text) (\($0))" } ?? text }

    private static func name(_ result: Int32) -> String {
        // Linux-PAM ignores the transaction argument.
        pam_strerror(nil, result).map { String(cString: $0) } ?? "error \(result)"
    }
}
