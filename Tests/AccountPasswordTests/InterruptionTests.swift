import AuthenticationTesting
import Foundation
import Glibc
import LinuxSupport
import Testing

@testable import AccountPassword

/// How transactions end before they are through, and that nothing of them is left.
@Suite(.enabled(if: Modules.areThere, "needs the package libpam-wrapper")) struct InterruptionTests {
    /// The process that is at the only transaction.
    private func worker(_ password: Login) throws -> pid_t {
        let helper = try #require(password.pid)
        return try #require(children(of: helper).first)
    }

    @Test func cancelledAtThePrompt() throws {
        let password = try PrivateServices.matrix().accountPassword()
        let (person, cancellation) = (Person("right", waits: true), Cancellation())
        let outcome = InBackground { password.authenticate(person, cancellation: cancellation) }
        try person.waitUntilAsked()
        let worker = try Watched(worker(password))
        let start = ContinuousClock.now
        cancellation.cancel()
        #expect(try outcome.wait() == .cancelled)
        #expect(ContinuousClock.now - start < .seconds(30), "the person still thinks")
        #expect(worker.ends())
        person.letAnswer()
        #expect(password.authenticate(Person("right")) == .success, "the helper goes on")
    }

    @Test func cancelledBeforeItBegins() throws {
        let password = try PrivateServices.matrix().accountPassword()
        let cancellation = Cancellation()
        cancellation.cancel()
        #expect(password.authenticate(Person("right"), cancellation: cancellation) == .cancelled)
    }

    /// A module that waits reads nothing, and does not notice that the caller has ended.
    @Test func cancelledWhilePAMWaits() throws {
        let services = try PrivateServices(
            "auth optional pam_faildelay.so delay=600000000", "auth optional \(Modules.matrix) passdb=@/passwords",
            "auth required pam_deny.so", "account required pam_permit.so")
        try services.write("\(PrivateServices.user):right:chatelaine\n", to: "passwords")
        let password = services.accountPassword()
        let (person, cancellation) = (Person("wrong", waits: true), Cancellation())
        let outcome = InBackground { password.authenticate(person, cancellation: cancellation) }
        try person.waitUntilAsked()
        let worker = try Watched(worker(password))
        person.letAnswer()
        cancellation.cancel()
        #expect(try outcome.wait() == .cancelled)
        #expect(worker.ends())
    }

    @Test func timeIsLimited() throws {
        let password = try PrivateServices.matrix().accountPassword(limit: .milliseconds(200))
        let person = Person("right", waits: true)
        #expect(password.authenticate(person).isUnavailable)
        person.letAnswer()
    }

    @Test func helperThatIsKilledInTheMiddle() throws {
        let password = try PrivateServices.matrix().accountPassword()
        let person = Person("right", waits: true)
        let outcome = InBackground { password.authenticate(person) }
        try person.waitUntilAsked()
        let worker = try Watched(worker(password))
        kill(try #require(password.pid), SIGKILL)
        #expect(try outcome.wait().isUnavailable)
        #expect(worker.ends(), "it ends with the helper")
        #expect(!password.isRunning)
        #expect(password.authenticate(Person("right")).isUnavailable)
        person.letAnswer()
    }

    /// The end of its connection is noticed, though the other child was made of a process that had it open.
    @Test func workerThatIsKilledIsTheEndOfOneTransaction() throws {
        let password = try PrivateServices.matrix().accountPassword()
        let people = [Person("right", waits: true), Person("right", waits: true)]
        var outcomes: [InBackground] = []
        for person in people {
            outcomes.append(InBackground { password.authenticate(person) })
            try person.waitUntilAsked()
        }
        // The older one.
        kill(try worker(password), SIGKILL)
        guard case .unavailable(let text) = try outcomes[0].wait() else {
            Issue.record("it has an answer")
            return
        }
        #expect(text.contains("ended"))
        for person in people { person.letAnswer() }
        #expect(try outcomes[1].wait() == .success)
    }

    /// The kernel closes what the caller had open.
    @Test func nothingStaysWhenTheCallerDies() throws {
        let helper = try RawHelper(PrivateServices.matrix())
        let connection = try helper.order(RawHelper.order(for: PrivateServices.user))
        defer { close(connection) }
        #expect(RawHelper.next(connection) == .question(.secret("Password: ")))
        let worker = try Watched(#require(children(of: helper.pid).first))
        helper.closeWay()
        #expect(worker.ends())
        #expect(RawHelper.next(connection) == nil)
        helper.wait()
    }

    @Test func nothingStaysWhenTheObjectGoes() throws {
        var password: Login? = try PrivateServices.matrix().accountPassword()
        let pid = try #require(password?.pid)
        let helper = try Watched(pid)
        #expect(password?.authenticate(Person("right")) == .success)
        password = nil
        #expect(helper.ends())
        #expect(kill(pid, 0) == -1 || children(of: getpid()).contains(pid) == false)
    }

    @Test func malformedRequestIsDropped() throws {
        let helper = try RawHelper(PrivateServices.matrix())
        let user = PrivateServices.user
        for bytes in [[], [7] + Array(user.utf8), [1] + [UInt8](repeating: 0x61, count: 300)] as [[UInt8]]
        where !bytes.isEmpty {
            let connection = try helper.order(bytes)
            #expect(RawHelper.next(connection) == nil)
            close(connection)
        }
        for name in ["", "../x", "a:b", "a\nb"] {
            let connection = try helper.order(RawHelper.order(for: name))
            guard case .outcome(.unavailable) = RawHelper.next(connection) else {
                Issue.record("“\(name)” is a name")
                continue
            }
            close(connection)
        }
        let connection = try helper.order(RawHelper.order(for: user))
        #expect(RawHelper.next(connection) == .question(.secret("Password: ")))
        // An answer that is none ends it.
        #expect(send(connection, [UInt8](repeating: 1, count: 513), 513, 0) == 513)
        guard case .outcome = RawHelper.next(connection) else {
            Issue.record("no outcome")
            return
        }
        close(connection)
        helper.closeWay()
        helper.wait()
    }
}
