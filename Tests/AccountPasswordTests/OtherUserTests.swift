import AuthenticationTesting
import Foundation
import Glibc
import TestSupport
import Testing

@testable import AccountPassword

/// Helpers of users who are not root.
@Suite(.enabled(if: getuid() == 0 && Modules.areThere, "needs root and the package libpam-wrapper"))
struct OtherUserTests {
    @Test func userCanCheckOnlyTheirOwnAccount() throws {
        let services = try PrivateServices.matrix()
        try services.write("root:right:chatelaine\nnobody:right:chatelaine\n", to: "passwords")
        let password = try services.accountPassword(runBy: "nobody")
        #expect(password.authenticate(Person("right"), user: "nobody") == .success)
        let person = Person("right")
        #expect(password.authenticate(person, user: "root").isUnavailable)
        #expect(password.authenticate(person, user: "chatelaine-test-none").isUnavailable)
        #expect(person.seen.isEmpty, "nothing is asked for nothing")
    }

    /// An agent has some for its other helper.
    @Test func itKeepsNoCapabilities() throws {
        let services = try PrivateServices.matrix()
        let capability = "+dac_read_search"
        let login = try services.accountPassword(
            runBy: "nobody", options: ["--inh-caps", capability, "--ambient-caps", capability])
        #expect(login.authenticate(Person("right"), user: "root").isUnavailable, "it has begun to serve")
        let status = try String(contentsOfFile: "/proc/\(#require(login.pid))/status", encoding: .utf8)
        for name in ["CapInh", "CapPrm", "CapEff", "CapAmb"] { #expect(status.contains("\(name):\t0000000000000000")) }
    }

    /// The kernel gives what belongs to a process that is not dumpable to root.
    @Test func otherProcessesCannotReadTheHelper() throws {
        let services = try PrivateServices.matrix()
        try services.write("nobody:right:chatelaine\n", to: "passwords")
        let password = try services.accountPassword(runBy: "nobody")
        let person = Person("right", waits: true)
        let outcome = InBackground { password.authenticate(person, user: "nobody") }
        try person.waitUntilAsked()
        let helper = try #require(password.pid)
        for pid in try [helper, #require(children(of: helper).first)] {
            var status = stat()
            #expect(stat("/proc/\(pid)/mem", &status) == 0 && status.st_uid == 0)
            let limits = try String(contentsOfFile: "/proc/\(pid)/limits", encoding: .utf8)
            let cores = limits.split(separator: "\n").first { $0.hasPrefix("Max core file size") } ?? ""
            #expect(cores.split(separator: " ").filter { $0 == "0" }.count == 2)
            // Three for /dev/null; of the rest, one each for orders and for the transaction, and one that tells its end.
            let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd")
            #expect(descriptors.count <= (pid == helper ? 6 : 4))
        }
        person.letAnswer()
        #expect(try outcome.wait() == .success)
    }
}

extension PrivateServices {
    /// A helper that runs as a user who is not root.
    ///
    /// - Parameter options: of setpriv(1), beside those that change the user.
    func accountPassword(runBy user: String, options: [String] = []) throws -> Login {
        let account = try #require(getpwnam(user)).pointee
        let ids = ["--reuid", "\(account.pw_uid)", "--regid", "\(account.pw_gid)", "--clear-groups"]
        try link()
        return Login(
            AccountPassword(
                command: ["/usr/bin/setpriv"] + ids + options + ["\(path)/helper", Self.service, path],
                limit: .seconds(60)), self)
    }

    /// The helper in a directory that all users may enter.
    private func link() throws {
        let place = "\(path)/helper"
        guard access(place, F_OK) != 0 else { return }
        try ChildProcess.linkOrCopy(BuiltHelper.path, to: place)
    }
}
