import CLinux
import Dispatch
import Foundation
import Glibc
import LinuxSupport
import Testing

@testable import ProcessIdentity

/// The helper, asked through its service.
@Suite struct IdentifyServiceTests {
    @Test func helperFindsWhatAnInspectorFinds() throws {
        let workshop = try Workshop()
        let service = IdentifyService(helper: Built.helper)
        for path in ["/bin/cat", try workshop.copy("/bin/cat", as: "cat")] {
            let program = try RunningProgram.echo(path)
            #expect(try service.identify(pidfd: program.pidfd) == program.inspect())
        }
    }

    @Test func witnessOutlivesTheHelper() throws {
        let path = try Workshop.subject.get()
        let program = try RunningProgram.subject("wait", path)
        var service: IdentifyService? = IdentifyService(helper: Built.helper)
        let found = try #require(try service?.identification(pidfd: program.pidfd))
        service = nil
        #expect(found.program.isRunning)
        program.write("x")
        try #require(program.readLine() == "ready")
        #expect(!found.program.isRunning)
    }

    @Test func failureOfTheInspectionComesThrough() throws {
        let service = IdentifyService(helper: Built.helper)
        let program = try RunningProgram.subject()
        program.end()
        #expect(throws: IdentificationFailure.gone) { try service.identify(pidfd: program.pidfd) }
    }

    @Test func deadHelperIsReplacedByTheNextCall() throws {
        let service = IdentifyService(helper: Built.helper)
        let program = try RunningProgram.echo("/bin/cat")
        let before = try service.identify(pidfd: program.pidfd)
        let first = try #require(service.helper)
        first.kill()
        waitForEnd(of: first.pidfdNumber)
        #expect(try service.identify(pidfd: program.pidfd) == before)
        #expect(service.helper !== first)
    }

    @Test func helperEndsWithItsService() throws {
        var service: IdentifyService? = IdentifyService(helper: Built.helper)
        try service?.start()
        let helper = try #require(service?.helper).pidfdNumber
        let copy = fcntl(helper, F_DUPFD_CLOEXEC, 0)
        defer { close(copy) }
        service = nil
        waitForEnd(of: copy)
    }

    @Test func helperThatCannotBeStartedIsNoAnswer() throws {
        let workshop = try Workshop()
        let service = IdentifyService(helper: workshop.at("absent"))
        let program = try RunningProgram.subject()
        #expect(throws: IdentificationFailure.unanswered) { try service.identify(pidfd: program.pidfd) }
    }

    @Test func helperThatDiesTwiceIsNoAnswer() throws {
        let service = IdentifyService(helper: "/bin/true")
        let program = try RunningProgram.subject()
        #expect(throws: IdentificationFailure.unanswered) { try service.identify(pidfd: program.pidfd) }
    }

    @Test func nonsenseIsNoAnswer() throws {
        let service = IdentifyService(command: [try Workshop.subject.get(), "garble"])
        let program = try RunningProgram.subject()
        #expect(throws: IdentificationFailure.unanswered) { try service.identify(pidfd: program.pidfd) }
    }

    @Test func slowHelperIsKilled() throws {
        let service = IdentifyService(command: ["/bin/sleep", "1000"], timeout: .milliseconds(50))
        try service.start()
        let slow = try #require(service.helper)
        let program = try RunningProgram.subject()
        #expect(throws: IdentificationFailure.unanswered) { try service.identify(pidfd: program.pidfd) }
        waitForEnd(of: slow.pidfdNumber)
        #expect(service.helper == nil)
    }

    @Test func threadsGetTheirOwnAnswers() throws {
        let service = IdentifyService(helper: Built.helper)
        let programs = try (0..<8).map { _ in try RunningProgram.echo("/bin/cat") }
        let questions = programs.map { ($0.pid, $0.pidfd) }
        DispatchQueue.concurrentPerform(iterations: 64) { round in
            let (pid, pidfd) = questions[round % questions.count]
            let answer = Result { () throws(IdentificationFailure) in try service.identify(pidfd: pidfd) }
            #expect((try? answer.get().pid) == pid)
        }
        withExtendedLifetime(programs) {}
    }

    @Test func malformedRequestsAreDropped() throws {
        let helper = try HelperProcess(command: [Built.helper])
        let program = try RunningProgram.subject()
        #expect(helper.send([1, 2, 3], with: program.pidfd))
        #expect(helper.send(Request.encode(1), with: -1))
        #expect(helper.send(Request.encode(2) + [0], with: program.pidfd))
        #expect(helper.send(Request.encode(3), with: program.pidfd))
        try #require(helper.waitForPacket(until: .now() + 60))
        guard let packet = Packet(from: helper.socket.number, capacity: AnswerCodec.size) else {
            Issue.record("the helper has ended")
            return
        }
        let answer = try AnswerCodec.decode(packet.bytes)
        #expect(answer.request == 3)
    }

    @Test func helperHasNothingOfOurs() throws {
        let helper = try HelperProcess(command: [Built.helper])
        // Its answer shows that it has started. To what is no process it is all that it opens.
        let null = try #require(FileHandle(forReadingAtPath: "/dev/null"))
        #expect(helper.send(Request.encode(1), with: null.fileDescriptor))
        try #require(helper.waitForPacket(until: .now() + 60))
        let pid = try ProcessDirectory(pidfd: helper.pidfdNumber).pid
        guard getuid() == 0 else {
            #expect(throws: IdentificationFailure.denied) { try Inspector().inspect(pidfd: helper.pidfdNumber) }
            return
        }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd").sorted() == ["0", "1", "2", "3"])
        #expect(try Data(contentsOf: URL(fileURLWithPath: "/proc/\(pid)/environ")).isEmpty)
        let status = try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)
        #expect(status.contains("NoNewPrivs:\t1"))
    }
}
