import AuthenticationTesting
import CPAM
import Foundation
import Glibc
import PAMConversation
import Testing

@testable import AccountPassword

/// What results of PAM mean.
@Suite struct VerdictTests {
    private func outcome(_ result: Int32, _ phase: Verdict.Phase, hasAnswered: Bool = true) -> Outcome {
        Verdict(service: "chatelaine", phase: phase, hasAnswered: hasAnswered, complaint: nil).outcome(result)
    }

    @Test func authenticationResultsHaveTheirOutcomes() {
        #expect(outcome(PAM_AUTH_ERR, .authentication) == .wrongPassword)
        #expect(outcome(PAM_PERM_DENIED, .authentication) == .wrongPassword)
        #expect(outcome(PAM_MAXTRIES, .authentication).isLocked)
        for result in [PAM_USER_UNKNOWN, PAM_AUTHINFO_UNAVAIL, PAM_ABORT, PAM_MODULE_UNKNOWN, PAM_CONV_ERR, 999, -1] {
            #expect(outcome(result, .authentication).isUnavailable)
        }
    }

    /// The password was right, so it cannot be that.
    @Test func accountResultsHaveTheirOutcomes() {
        #expect(outcome(PAM_SUCCESS, .account) == .success)
        for result in [PAM_PERM_DENIED, PAM_AUTH_ERR, PAM_ACCT_EXPIRED] { #expect(outcome(result, .account).isLocked) }
        for result in [PAM_NEW_AUTHTOK_REQD, PAM_AUTHTOK_EXPIRED, PAM_CRED_EXPIRED] {
            #expect(outcome(result, .account).isExpired)
        }
    }

    @Test func withoutAQuestionThereIsNoWrongPasswordAndNoSuccess() {
        #expect(outcome(PAM_SUCCESS, .account, hasAnswered: false).isUnavailable)
        #expect(outcome(PAM_AUTH_ERR, .authentication, hasAnswered: false).isLocked)
    }

    @Test func messageOfTheModuleIsPassedOn() {
        let verdict = Verdict(service: "chatelaine", phase: .account, hasAnswered: true, complaint: "until Monday")
        guard case .accountLocked(let text) = verdict.outcome(PAM_ACCT_EXPIRED) else {
            Issue.record("not locked")
            return
        }
        #expect(text.contains("until Monday"))
    }
}

/// What a service does that has no password, or no file.
@Suite struct ServiceTests {
    @Test func successWithoutAPasswordIsUnavailable() throws {
        let services = try PrivateServices("auth required pam_permit.so", "account required pam_permit.so")
        let person = Person()
        #expect(services.accountPassword().authenticate(person).isUnavailable)
        #expect(person.seen.isEmpty)
    }

    @Test func refusalBeforeAQuestionIsALock() throws {
        let services = try PrivateServices("auth required pam_deny.so", "account required pam_permit.so")
        #expect(services.accountPassword().authenticate(Person("right")).isLocked)
    }

    @Test(.enabled(if: Modules.areThere, "needs the package libpam-wrapper"))
    func refusalAfterTheRightPasswordIsALock() throws {
        let services = try PrivateServices.matrix(account: "account required pam_deny.so")
        let password = services.accountPassword()
        #expect(password.authenticate(Person("right")).isLocked)
        #expect(password.authenticate(Person("wrong")) == .wrongPassword)
    }

    @Test func missingModuleIsUnavailable() throws {
        let services = try PrivateServices("auth required @/none.so", "account required @/none.so")
        #expect(services.accountPassword().authenticate(Person("right")).isUnavailable)
    }

    @Test func unknownServiceIsUnavailable() throws {
        let services = try PrivateServices("auth required pam_permit.so")
        for directory in [services.path, nil] {
            let name = "chatelaine-test-none"
            let password = AccountPassword(helper: BuiltHelper.path, service: name, configurationDirectory: directory)
            let outcome = password.authenticate(user: PrivateServices.user) { _ in .cancel }
            guard case .unavailable(let text) = outcome else {
                Issue.record("it is there")
                continue
            }
            #expect(text.contains(name) && text.contains(directory ?? "/etc/pam.d"))
        }
    }

    @Test func missingHelperIsUnavailable() {
        for path in ["/none/chatelaine-pam-helper", "chatelaine-pam-helper", ""] {
            let password = AccountPassword(helper: path)
            #expect(!password.isRunning)
            #expect(password.authenticate(user: PrivateServices.user) { _ in .cancel }.isUnavailable)
        }
    }

    @Test func programOtherThanTheHelperIsUnavailable() {
        let password = AccountPassword(helper: "/bin/true")
        #expect(password.authenticate(user: PrivateServices.user) { _ in .cancel }.isUnavailable)
    }
}
