import CLinux
import Foundation
import Glibc
import Testing

@testable import ProcessIdentity

/// What is found out about the state of a process: its end, its tracer, its user, its session.
@Suite struct StateTests {
    @Test func exitedProcessIsGone() throws {
        let program = try RunningProgram.subject()
        program.end()
        #expect(throws: IdentificationFailure.gone) { try program.inspect() }
    }

    @Test func zombieProcessCountsAsEnded() throws {
        let program = try RunningProgram.subject()
        program.endWithoutWaiting()
        #expect(throws: IdentificationFailure.gone) { try program.inspect() }
    }

    @Test func descriptorThatIsNoPidfdIsRefused() throws {
        let null = open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { close(null) }
        #expect(throws: IdentificationFailure.malformed) { try Inspector().inspect(pidfd: null) }
        #expect(throws: IdentificationFailure.malformed) { try Inspector().inspect(pidfd: -1) }
    }

    @Test(.enabled(if: getuid() == 0, "only root may trace another's child"))
    func tracedProcessIsUnidentified() throws {
        let program = try RunningProgram.echo("/bin/cat")
        #expect(try program.inspect().strength() == .system)
        let tracer = try RunningProgram.subject("trace", "\(program.pid)")
        let evidence = try program.inspect()
        #expect(evidence.traits.contains(.traced))
        #expect(evidence.strength() == .unidentified)
        tracer.end()
        #expect(try program.inspect().strength() == .system)
    }

    /// Each thread can be traced for itself, and has the memory of all.
    @Test(.enabled(if: getuid() == 0, "only root may trace another's child"))
    func processOfWhichOneThreadIsTracedIsUnidentified() throws {
        let program = try RunningProgram.subject("threads")
        let before = try program.inspect().strength()
        #expect(before != .unidentified)
        let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(program.pid)/task")
        let other = try #require(threads.first { $0 != "\(program.pid)" })
        let tracer = try RunningProgram.subject("trace", other)
        let evidence = try program.inspect()
        #expect(evidence.traits.contains(.traced))
        #expect(evidence.strength() == .unidentified)
        tracer.end()
        #expect(try program.inspect().strength() == before)
    }

    /// Whichever of the ids is another: also one that the process has only kept, to take it again, or that counts for files alone.
    @Test(.enabled(if: getuid() == 0, "needs root"), arguments: ["setuid", "saved", "fsuid", "setgid"])
    func processWithIdsOfTwoIsUnidentified(mode: String) throws {
        let evidence = try RunningProgram.subject(mode, "\(OrdinaryUser.id)").inspect()
        #expect(evidence.traits.contains(.mixedCredentials))
        #expect(evidence.strength() == .unidentified)
    }

    /// A program whose file has the bit, started by an ordinary user.
    @Test(.enabled(if: OrdinaryUser.canBecome, "needs root"), arguments: [mode_t(0o4755), 0o2755])
    func programWithASetIdBitIsUnidentified(mode: mode_t) throws {
        let workshop = try Workshop()
        let path = try workshop.copy(Workshop.subject.get(), as: "subject")
        try #require(chmod(path, mode) == 0)
        let evidence = try RunningProgram.subject("wait", at: path, through: OrdinaryUser.prefix).inspect()
        #expect(evidence.traits.contains(.mixedCredentials))
        #expect(evidence.strength() == .unidentified)
    }

    @Test(.enabled(if: OrdinaryUser.canBecome, "needs root"))
    func otherUserIsNamed() throws {
        let program = try RunningProgram.subject(through: OrdinaryUser.prefix)
        let credentials = try program.inspect().credentials
        #expect(
            credentials
                == Credentials(
                    realUserID: OrdinaryUser.id, effectiveUserID: OrdinaryUser.id, realGroupID: OrdinaryUser.id,
                    effectiveGroupID: OrdinaryUser.id))
    }

    @Test(.enabled(if: getuid() == 0, "needs root"))
    func processBetweenTwoUsersIsUnidentified() throws {
        let evidence = try RunningProgram.subject("setuid", "\(OrdinaryUser.id)").inspect()
        #expect(evidence.credentials.realUserID == 0)
        #expect(evidence.credentials.effectiveUserID == OrdinaryUser.id)
        #expect(evidence.traits.contains(.mixedCredentials))
        #expect(evidence.strength() == .unidentified)
    }

    @Test func sessionNamesItsLeader() throws {
        let program = try RunningProgram.subject("session")
        let evidence = try program.inspect()
        #expect(evidence.session.id == program.pid)
        #expect(evidence.session.leaderStartTime == evidence.startTime)
        #expect(evidence.session.terminalDevice == 0)
    }

    @Test(arguments: ["a) R 1 1", ")", "line\nend", "((", ") S 0 0 0 0 0"])
    func processNameCannotForgeTheEvidence(name: String) throws {
        let plain = try RunningProgram.subject().inspect()
        let evidence = try RunningProgram.subject("name", name).inspect()
        #expect(evidence.session == plain.session)
        #expect(evidence.startTime >= plain.startTime)
        #expect(evidence.credentials == plain.credentials)
    }

    @Test(arguments: [
        ("/bin/bash", ["-c", "read line; echo $line; read line"]), ("/usr/bin/perl", ["-pe", "BEGIN { $| = 1 }"]),
    ])
    func interpreterIsNoProgramOfItsOwn(path: String, arguments: [String]) throws {
        let program = try RunningProgram([path] + arguments)
        program.write("hello\n")
        try #require(program.readLine() == "hello")
        let evidence = try program.inspect()
        #expect(evidence.traits.contains(.interpreter))
        #expect(evidence.strength() == .interpreter)
    }

    @Test func scriptIsItsInterpreter() throws {
        let workshop = try Workshop()
        let script = "#!/usr/bin/env python3\nimport sys\nprint('ready', flush=True)\nsys.stdin.read()\n"
        try script.write(toFile: workshop.at("bank.py"), atomically: true, encoding: .utf8)
        try #require(chmod(workshop.at("bank.py"), 0o755) == 0)
        let program = try RunningProgram(
            [workshop.copy(workshop.at("bank.py"), as: "bank")], environment: ProcessInfo.processInfo.environment)
        try #require(program.readLine() == "ready")
        #expect(try program.inspect().strength() == .interpreter)
    }
}
