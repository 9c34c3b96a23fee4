import CLinux
import Foundation
import Glibc
import LinuxSupport
import Testing

@testable import ProcessIdentity

/// The helper as the origin of further ones.
@Suite struct IdentifyHelperTests {
    @Test func childFindsWhatAnInspectorFinds() throws {
        let service = IdentifyService(helper: try IdentifyHelper(starting: Built.helper))
        let program = try RunningProgram.echo("/bin/cat")
        #expect(try service.identify(pidfd: program.pidfd) == program.inspect())
    }

    @Test func everyWayLeadsToTheHelper() throws {
        let helper = try IdentifyHelper(starting: Built.helper)
        let other = try #require(IdentifyHelper(descriptor: helper.makeConnection()))
        let third = try #require(IdentifyHelper(descriptor: other.makeConnection()))
        let program = try RunningProgram.echo("/bin/cat")
        for way in [helper, other, third] {
            #expect(try IdentifyService(helper: way).identify(pidfd: program.pidfd) == program.inspect())
        }
    }

    /// One that hangs, or was killed, is followed by another.
    @Test func childrenDoNotDependOnOneAnother() throws {
        let helper = try IdentifyHelper(starting: Built.helper)
        let program = try RunningProgram.echo("/bin/cat")
        let first = IdentifyService(helper: helper)
        let second = IdentifyService(helper: helper)
        let before = try first.identify(pidfd: program.pidfd)
        let child = try #require(first.helper)
        shutdown(child.socket.number, Int32(SHUT_RDWR))
        #expect(try second.identify(pidfd: program.pidfd) == before)
        #expect(try first.identify(pidfd: program.pidfd) == before)
        #expect(first.helper !== child)
    }

    @Test func malformedRequestIsDropped() throws {
        let process = try HelperProcess(command: [Built.helper, IdentifyOrders.argument])
        let null = try #require(FileHandle(forReadingAtPath: "/dev/null"))
        #expect(process.send([99], with: null.fileDescriptor))
        #expect(process.send([1], with: -1))
        #expect(process.send([1, 2, 3], with: -1))
        let ends = try PacketPair.made()
        #expect(process.send([IdentifyOrders.Order.answerRequests.rawValue], with: ends.theirs.number))
        let program = try RunningProgram.subject()
        let child = HelperProcess(socket: ends.takeOurs())
        #expect(child.send(Request.encode(1), with: program.pidfd))
        #expect(child.waitForPacket(until: .now() + 60))
    }

    @Test func helperThatEndedGivesNoAnswer() throws {
        let helper = try #require(IdentifyHelper(descriptor: Self.closedSocket()))
        #expect(throws: IdentificationFailure.unanswered) { try helper.makeConnection() }
    }

    /// One whose other end is closed.
    private static func closedSocket() throws -> Int32 {
        let ends = try PacketPair.made()
        return fcntl(ends.theirs.number, F_DUPFD_CLOEXEC, 0)
    }
}
