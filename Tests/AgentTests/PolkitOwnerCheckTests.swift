import AccessPolicy
import Authentication
import CLinux
import Foundation
import Glibc
import KeychainServices
import PolicyKit
import Testing

@testable import Agent

/// What becomes of polkit's answers; those of the real one are in Tests/SystemService.
@Suite struct PolkitOwnerCheckTests {
    private let polkit = PolkitAuthority(bus: .init("unix:path=/nonexistent/bus"))

    private func program(pid: Int32, uid: uid_t, startTime: UInt64?) -> Program {
        var credentials = clinux_credentials()
        (credentials.pid, credentials.uid) = (pid, uid)
        var program = Program(
            credentials: ProcessCredentials(credentials), path: "/usr/bin/mail", subject: .unidentified,
            process: "test", fingerprint: "test", terminal: nil, witness: nil, role: .other)
        program.startTime = startTime
        return program
    }

    private func error(_ program: Program) -> AuthenticationError? {
        do throws(AuthenticationError) {
            try PolkitOwnerCheck(polkit, for: program).confirm(
                AuthenticationPresentation(reason: "Open the safe"), AuthenticationCancellation())
            return nil
        } catch { return error }
    }

    @Test(.enabled(if: getuid() != 0)) func missingPolkitIsReported() throws {
        let start = try #require(RequestingProcess.startTime(of: getpid()))
        let error = error(program(pid: getpid(), uid: getuid(), startTime: start))
        #expect(error?.code == .notInteractive)
        #expect(error?.remedy?.contains("polkit") == true)
    }

    @Test func rootIsNotAsked() throws {
        let start = try #require(RequestingProcess.startTime(of: 1))
        #expect(error(program(pid: 1, uid: 0, startTime: start))?.code == .notInteractive)
    }

    @Test func processThatIsAnotherNowGetsNothing() throws {
        #expect(error(program(pid: getpid(), uid: 4242, startTime: 1))?.code == .systemCancel)
        #expect(error(program(pid: getpid(), uid: 4242, startTime: nil))?.code == .systemCancel)
    }
}
