import DBus
import Foundation
import Glibc
import LinuxSupport
import Testing

@testable import PolicyKit

/// What polkit's answers mean.
@Suite(.enabled(if: MockPolkit.isAvailable)) struct AuthorityTests {
    private let question = PolkitQuestion(program: "/usr/bin/mail", reason: "Open the safe")

    private func ask(_ polkit: MockPolkit, reuse: Double = 0, _ program: Program? = nil) throws -> PolkitError.Kind? {
        let asking = try (program ?? Program())
        let question = PolkitQuestion(program: "/usr/bin/mail", reason: "Open the safe", reuse: reuse)
        return kind { () throws(PolkitError) in
            try polkit.authority().confirm(asking.asking, question, Cancellation())
        }
    }

    @Test func allowedActionIsConfirmed() throws {
        let polkit = try MockPolkit()
        try polkit.tell("SetAllowed", "['io.github.chatelaine.authenticate']")
        #expect(try ask(polkit) == nil)
    }

    @Test func deniedActionIsRefused() throws {
        let polkit = try MockPolkit()
        try polkit.tell("SetAllowed", "['io.github.chatelaine.authenticate.keep']")
        #expect(try ask(polkit) == .refused)
    }

    @Test(arguments: [
        ("(False, False, {'polkit.dismissed': 'true'})", PolkitError.Kind.dismissed),
        ("(False, True, {})", .noAuthenticationAgent),
        ("(False, False, {})", .refused),
        ("(True, False, {'polkit.dismissed': 'true'})", nil),
    ])
    func everyAnswerHasItsError(answer: String, kind: PolkitError.Kind?) throws {
        #expect(try ask(MockPolkit(.answers(answer))) == kind)
    }

    @Test func failingOrMissingPolkitIsUnavailable() throws {
        let error = "dbus.exceptions.DBusException('no such action', name='org.freedesktop.PolicyKit1.Error.Failed')"
        #expect(try ask(MockPolkit(.answers("None; raise \(error)"))) == .unavailable)
        #expect(try ask(MockPolkit(.absent)) == .unavailable)
    }

    @Test func missingBusIsUnavailable() throws {
        let authority = PolkitAuthority(bus: .init("unix:path=/nonexistent/bus"))
        let program = try Program()
        #expect(
            kind { () throws(PolkitError) in try authority.confirm(program.asking, question, Cancellation()) }
                == .unavailable)
    }

    @Test func polkitGetsProgramAndReason() throws {
        let polkit = try MockPolkit(.answers("(True, False, {})"))
        let program = try Program()
        #expect(try ask(polkit, program) == nil)
        let call = try #require(polkit.nextCall())
        #expect(call.hasPrefix("CheckAuthorization "))
        for part in [
            "'unix-process'", "'pid'): dbus.UInt32(\(program.asking.pid),",
            "'start-time'): dbus.UInt64(\(program.asking.startTime),", "'uid'): dbus.Int32(\(ordinaryUser),",
            "\"io.github.chatelaine.authenticate\"", "\"program\": \"/usr/bin/mail\"", "\"reason\": \"Open the safe\"",
        ] { #expect(call.contains(part), "\(call)") }
        #expect(call.hasSuffix(" 1 \"question\""))
    }

    @Test func rootIsNotAsked() throws {
        let polkit = try MockPolkit(.answers("(True, False, {})"))
        let start = try #require(RequestingProcess.startTime(of: 1))
        let root = RequestingProcess(pid: 1, startTime: start, uid: 0)
        #expect(
            kind { () throws(PolkitError) in try polkit.authority().confirm(root, question, Cancellation()) }
                == .noAuthenticationAgent)
    }

    // MARK: - The end

    @Test func dialogueIsTakenAwayAfterAWhile() throws {
        let polkit = try MockPolkit()
        try polkit.tell("SimulateHang", "true")
        let program = try Program()
        #expect(
            kind { () throws(PolkitError) in
                try polkit.authority(timeout: 0.2).confirm(program.asking, question, Cancellation())
            } == .timedOut)
        #expect(polkit.nextCall()?.hasPrefix("CheckAuthorization") == true)
        #expect(polkit.nextCall() == "CancelCheckAuthorization \"question\"")
    }

    /// The user is told that polkit waits for them, and not where it says at once that it cannot ask.
    @Test(arguments: [true, false]) func waitingIsToldOnlyWhilePolkitWaits(hangs: Bool) throws {
        let polkit = try hangs ? MockPolkit() : MockPolkit(.answers("(False, True, {})"))
        if hangs { try polkit.tell("SimulateHang", "true") }
        let program = try Program()
        var isTold = false
        let result = kind { () throws(PolkitError) in
            try polkit.authority(timeout: hangs ? 0.2 : 60)
                .confirm(program.asking, question, Cancellation()) { isTold = true }
        }
        #expect(result == (hangs ? .timedOut : .noAuthenticationAgent))
        #expect(isTold == hangs)
    }

    @Test func unneededDialogueIsClosedAtOnce() throws {
        let polkit = try MockPolkit()
        try polkit.tell("SimulateHang", "true")
        let (program, cancellation, authority) = (try Program(), Cancellation(), polkit.authority())
        let (asking, question) = (program.asking, question)
        let asked = Running {
            kind { () throws(PolkitError) in try authority.confirm(asking, question, cancellation) }
        }
        try polkit.waitUntilAsked()
        let start = ContinuousClock.now
        cancellation.cancel()
        #expect(try asked.value() == .cancelled)
        #expect(ContinuousClock.now - start < .seconds(20))
        #expect(polkit.nextCall()?.hasPrefix("CheckAuthorization") == true)
        #expect(polkit.nextCall() == "CancelCheckAuthorization \"question\"")
        #expect(
            kind { () throws(PolkitError) in try authority.confirm(asking, question, cancellation) } == .cancelled)
    }

    @Test func programThatWasKilledMeanwhileGetsNothing() throws {
        let polkit = try MockPolkit()
        try polkit.tell("SetAllowed", "['io.github.chatelaine.authenticate']")
        try polkit.tell("SimulateHang", "true")
        let (program, authority, question) = (try Program(), polkit.authority(), question)
        let asking = program.asking
        let asked = Running {
            kind { () throws(PolkitError) in try authority.confirm(asking, question, Cancellation()) }
        }
        try polkit.waitUntilAsked()
        program.kill()
        try polkit.tell("ReleaseHangingCalls")
        #expect(try asked.value() == .programIsGone)
    }

    @Test func polkitThatEndsMeanwhileIsUnavailable() throws {
        let polkit = try MockPolkit()
        try polkit.tell("SimulateHang", "true")
        let (program, authority, question) = (try Program(), polkit.authority(), question)
        let asking = program.asking
        let asked = Running {
            kind { () throws(PolkitError) in try authority.confirm(asking, question, Cancellation()) }
        }
        try polkit.waitUntilAsked()
        polkit.endMock()
        #expect(try asked.value() == .unavailable)
    }
}
