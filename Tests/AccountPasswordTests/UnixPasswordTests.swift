import AuthenticationTesting
import Foundation
import Testing

@testable import AccountPassword

/// Real accounts with the module that checks most people's passwords. One after the other: there is one file of accounts.
@Suite(
    .serialized, .enabled(if: TestAccount.isAllowed, "needs root and CHATELAINE_TEST_GLOBAL=1: makes a user"))
struct UnixPasswordTests {
    private let account: TestAccount
    private let services: PrivateServices

    init() throws {
        account = try TestAccount()
        // The module waits two seconds after a wrong password if it is not told otherwise.
        services = try PrivateServices("auth required pam_unix.so nodelay", "account required pam_unix.so")
    }

    /// By root, and by the account itself, which needs a program with more rights for it (unix_chkpwd(8)).
    private func logins() throws -> [Login] {
        [services.accountPassword(), try services.accountPassword(runBy: account.name)]
    }

    private func check(_ login: Login, _ password: String? = TestAccount.password) -> Outcome {
        login.authenticate(Person(password), user: account.name)
    }

    @Test func rightPasswordSucceedsAndOthersFail() throws {
        for login in try logins() {
            #expect(check(login) == .success)
            #expect(check(login, "wrong") == .wrongPassword)
            #expect(check(login, "") == .wrongPassword)
            #expect(check(login, nil) == .cancelled)
            #expect(check(login) == .success)
        }
    }

    @Test func eightAtOnce() throws {
        for login in try logins() {
            let outcomes = (0..<8).map { index in
                InBackground { check(login, index.isMultiple(of: 2) ? TestAccount.password : "wrong") }
            }
            for (index, outcome) in outcomes.enumerated() {
                #expect(try outcome.wait() == (index.isMultiple(of: 2) ? .success : .wrongPassword))
            }
        }
    }

    @Test func passwordThatHasToBeChangedIsExpired() throws {
        try account.change("/usr/bin/chage", "--lastday", "0")
        for login in try logins() {
            #expect(check(login).isExpired)
            #expect(check(login, "wrong") == .wrongPassword)
        }
    }

    @Test func expiredAccountIsLocked() throws {
        try account.change("/usr/sbin/usermod", "--expiredate", "1")
        for login in try logins() { #expect(check(login).isLocked) }
    }

    /// PAM says the same of both.
    @Test func passwordThatIsLockedCountsAsWrong() throws {
        try account.change("/usr/sbin/usermod", "--lock")
        for login in try logins() { #expect(check(login) == .wrongPassword) }
    }

    @Test func accountWithoutPasswordIsRefused() throws {
        try services.write("auth required pam_unix.so nodelay nullok\naccount required pam_unix.so\n", to: "chatelaine")
        try account.change("/usr/bin/passwd", "--quiet", "--delete")
        for login in try logins() { #expect(check(login, "") != .success) }
    }

    @Test func unknownAccountIsUnavailable() throws {
        let outcome = services.accountPassword().authenticate(Person("x"), user: "chatelaine-test-none")
        #expect(outcome.isUnavailable)
    }

    /// So the helper has to be started before.
    @Test func checkByAProcessWithNoNewPrivilegesIsUnavailable() throws {
        let login = try services.accountPassword(runBy: account.name, options: ["--no-new-privs"])
        guard case .unavailable(let text) = check(login) else {
            Issue.record("it has checked it")
            return
        }
        #expect(text.contains("no_new_privs"))
    }

    @Test func accountThatPAMLocksForATimeIsLocked() throws {
        try services.write(
            """
            auth requisite pam_faillock.so preauth dir=@/tally nodelay deny=2 unlock_time=600
            auth sufficient pam_unix.so nodelay
            auth [default=die] pam_faillock.so authfail dir=@/tally nodelay deny=2 unlock_time=600
            account required pam_faillock.so dir=@/tally
            account required pam_unix.so

            """, to: "chatelaine")
        let login = services.accountPassword()
        #expect(check(login) == .success)
        #expect(check(login, "wrong") == .wrongPassword)
        #expect(check(login, "wrong") == .wrongPassword)
        #expect(check(login).isLocked)
    }

    /// The file that is installed, with what this system has for all services.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/etc/pam.d/common-auth"), "needs Debian's common-auth"))
    func packagedPAMFileGivesTheSameOutcomes() throws {
        let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let file = package.appendingPathComponent("Packaging/pam/chatelaine")
        try services.write(String(contentsOf: file, encoding: .utf8), to: "chatelaine")
        for name in ["common-auth", "common-account"] {
            try services.write(String(contentsOfFile: "/etc/pam.d/\(name)", encoding: .utf8), to: name)
        }
        for login in try logins() {
            #expect(check(login) == .success)
            #expect(check(login, "wrong") == .wrongPassword)
        }
        try account.change("/usr/bin/chage", "--lastday", "0")
        for login in try logins() { #expect(check(login).isExpired) }
        try account.change("/usr/sbin/usermod", "--expiredate", "1")
        for login in try logins() { #expect(check(login).isLocked) }
    }
}
