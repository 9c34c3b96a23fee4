import AccountPassword
import CPAM
import Glibc

/// One transaction with PAM, in a process of its own.
package struct PAMTransaction {
    private let service: PAMService
    private let user: String

    /// - Parameter user: the name of the account.
    package init(_ service: PAMService, user: String) {
        self.service = service
        self.user = user
    }

    /// Asks for the password, checks it, and checks whether the account may be used.
    ///
    /// - Parameter connection: the connection for questions; remains owned by the caller.
    package func run(connection: Int32) -> Outcome {
        guard HelperMessage.isName(user), AccountRule.allows(user) else {
            return .unavailable(
                "the password of another user cannot be checked; only that of your own account can be checked")
        }
        guard service.isThere else {
            return .unavailable(
                "there is no PAM service “\(service.name)”; put its file into \(service.directory ?? "/etc/pam.d") "
                    + "(share/doc/chatelaine/account-password.md)")
        }
        let questioner = Questioner(connection: connection)
        var conversation = questioner.conversation
        var handle: OpaquePointer?
        // PAM keeps a copy of the structure, but does not retain the object that it refers to.
        let started = withExtendedLifetime(questioner) { start(&conversation, &handle) }
        guard started == PAM_SUCCESS, let handle else {
            return verdict(.authentication, questioner).outcome(started == PAM_SUCCESS ? PAM_ABORT : started)
        }
        return withExtendedLifetime(questioner) { check(handle, questioner) }
    }

    private func start(_ conversation: inout pam_conv, _ handle: inout OpaquePointer?) -> Int32 {
        guard let directory = service.directory else {
            return pam_start(service.name, user, &conversation, &handle)
        }
        return pam_start_confdir(service.name, user, &conversation, directory, &handle)
    }

    private func check(_ handle: OpaquePointer, _ questioner: Questioner) -> Outcome {
        let flags = Int32(bitPattern: PAM_DISALLOW_NULL_AUTHTOK)
        var phase = Verdict.Phase.authentication
        var result = pam_authenticate(handle, flags)
        if result == PAM_SUCCESS {
            phase = .account
            result = pam_acct_mgmt(handle, flags)
        }
        let isSameAccount = isSameAccount(handle)
        pam_end(handle, result)
        guard isSameAccount || result != PAM_SUCCESS else {
            return .unavailable("the PAM service “\(service.name)” has checked an account other than the requested one")
        }
        return verdict(phase, questioner).outcome(result)
    }

    /// Whether PAM has checked the requested account: a module may have replaced the name (pam_get_item(3),
    /// `PAM_USER`).
    private func isSameAccount(_ handle: OpaquePointer) -> Bool {
        var item: UnsafeRawPointer?
        guard pam_get_item(handle, PAM_USER, &item) == PAM_SUCCESS, let item else { return false }
        return AccountRule.isSame(String(cString: item.assumingMemoryBound(to: CChar.self)), user)
    }

    private func verdict(_ phase: Verdict.Phase, _ questioner: Questioner) -> Verdict {
        Verdict(
            service: service.name, phase: phase, hasAnswered: questioner.hasAnswered, complaint: questioner.complaint)
    }
}
