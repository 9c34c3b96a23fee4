import Foundation
import Glibc
import ProcessIdentity
import Testing

/// What is found out about the executable of a process, and what that makes of it.
@Suite struct ExecutableTests {
    @Test func programOfRootsIsSystem() throws {
        let evidence = try RunningProgram.echo("/bin/cat").inspect()
        #expect(evidence.strength() == .system)
        #expect(evidence.executablePath == "/usr/bin/cat")
        #expect(evidence.unprotectedFileCount == 0)
    }

    @Test func copyOfItIsPinned() throws {
        let workshop = try Workshop()
        let program = try RunningProgram.echo(try workshop.copy("/bin/cat", as: "cat"))
        let evidence = try program.inspect()
        #expect(evidence.strength() == .pinned)
        #expect(evidence.executablePath == workshop.at("cat"))
        #expect(evidence.unprotectedFileCount == 1)
        #expect(!evidence.traits.contains(.executableProtected))
        #expect(evidence.pid == program.pid)
        #expect(evidence.credentials.realUserID == getuid())
    }

    @Test func equalCopiesAtOnePathHaveTheSameDigest() throws {
        let workshop = try Workshop()
        try workshop.copy("/bin/cat", as: "cat")
        let first = try RunningProgram.echo(workshop.at("cat")).inspect()
        try FileManager.default.removeItem(atPath: workshop.at("cat"))
        try workshop.copy("/bin/cat", as: "cat")
        #expect(try RunningProgram.echo(workshop.at("cat")).inspect().pinnedDigest == first.pinnedDigest)
        try workshop.copy("/bin/cat", as: "dog")
        #expect(try RunningProgram.echo(workshop.at("dog")).inspect().pinnedDigest != first.pinnedDigest)
    }

    @Test func symbolicLinkShowsTheRealPath() throws {
        let workshop = try Workshop()
        try FileManager.default.createSymbolicLink(atPath: workshop.at("bank"), withDestinationPath: "/bin/cat")
        let evidence = try RunningProgram.echo(workshop.at("bank")).inspect()
        #expect(evidence.executablePath == "/usr/bin/cat")
        #expect(evidence.strength() == .system)
    }

    @Test func deletedExecutableIsNoticedAndStillHashed() throws {
        let workshop = try Workshop()
        let program = try RunningProgram.echo(try workshop.copy("/bin/cat", as: "cat"))
        let before = try program.inspect()
        unlink(workshop.at("cat"))
        let after = try program.inspect()
        #expect(after.traits.contains(.executableDeleted))
        #expect(after.traits.isDisjoint(with: [.executableReplaced, .executableProtected]))
        #expect(after.executablePath == workshop.at("cat"))
        #expect(after.pinnedDigest == before.pinnedDigest)
    }

    @Test func executableReplacedWhileItRunsIsNoticed() throws {
        let workshop = try Workshop()
        let program = try RunningProgram.echo(try workshop.copy("/bin/cat", as: "cat"))
        try workshop.copy("/bin/sleep", as: "other")
        rename(workshop.at("other"), workshop.at("cat"))
        let evidence = try program.inspect()
        #expect(evidence.traits.isSuperset(of: [.executableReplaced, .replacedFiles]))
        #expect(!evidence.traits.contains(.executableDeleted))
        #expect(evidence.executablePath == workshop.at("cat"))
        #expect(evidence.strength() == .pinned)
    }

    @Test func nameThatLooksDeletedIsAName() throws {
        let workshop = try Workshop()
        let evidence = try RunningProgram.echo(try workshop.copy("/bin/cat", as: "cat (deleted)")).inspect()
        #expect(evidence.executablePath == workshop.at("cat (deleted)"))
        #expect(evidence.traits.isDisjoint(with: [.executableDeleted, .anonymousExecutableMemory]))
    }

    @Test(arguments: ["line\nend", "four\\012characters", "both\\012and\n", "spa ce", "\u{1}\u{7F}", "slash\\"])
    func hostileNamesAreUnderstood(name: String) throws {
        let workshop = try Workshop()
        let evidence = try RunningProgram.echo(try workshop.copy("/bin/cat", as: name)).inspect()
        #expect(evidence.executablePath == workshop.at(name))
        #expect(evidence.unprotectedFileCount == 1)
        #expect(evidence.traits.isEmpty)
        #expect(evidence.pinnedDigest != nil)
    }

    @Test func libraryWithALineEndInItsNameIsFound() throws {
        let workshop = try Workshop()
        for name in ["li\nne", "li\\012ne"] {
            try workshop.copy("/bin/cat", as: name)
            let evidence = try RunningProgram.subject("map", workshop.at(name)).inspect()
            #expect(!evidence.traits.contains(.replacedFiles))
            #expect(evidence.unprotectedFileCount == 2)
        }
    }

    @Test func executingAnotherProgramChangesTheEvidence() throws {
        let workshop = try Workshop()
        let path = try workshop.copy(try Workshop.subject.get(), as: "subject")
        let program = try RunningProgram.subject("wait", "/bin/cat", at: path)
        let before = try program.inspect()
        #expect(before.executablePath == path)
        program.write("xhello\n")
        #expect(program.readLine() == "hello")
        let after = try program.inspect()
        #expect(after.executablePath == "/usr/bin/cat")
        #expect(after.pid == before.pid)
        // The kernel counts it as the same process: pid and start time are not enough.
        #expect(after.startTime == before.startTime)
        #expect(after.executable != before.executable)
    }

    /// Without address randomisation nothing that can be read of a process tells one execution from the next.
    @Test func witnessNoticesEvenTheSameProgram() throws {
        let path = try Workshop.subject.get()
        let program = try RunningProgram.subject("wait", path, through: ["/usr/bin/setarch", "-R"])
        let before = try Inspector().identification(pidfd: program.pidfd)
        #expect(before.program.isRunning)
        program.write("x")
        try #require(program.readLine() == "ready")
        let after = try Inspector().identification(pidfd: program.pidfd)
        #expect(after.evidence == before.evidence)
        #expect(!before.program.isRunning)
        #expect(after.program.isRunning)
        program.endWithoutWaiting()
        #expect(!after.program.isRunning)
    }

    @Test func evidenceIsNeverOfTwoPrograms() throws {
        let workshop = try Workshop()
        var digests: [String: [UInt8]?] = [:]
        for name in ["one", "two"] {
            let path = try workshop.copy(try Workshop.subject.get(), as: name)
            digests[path] = try RunningProgram.subject(at: path).inspect().pinnedDigest
        }
        // Each executes the other at once, and so on for ever.
        let program = try RunningProgram([workshop.at("one"), "leapfrog", workshop.at("two")])
        let inspector = Inspector()
        for _ in 0..<300 {
            do {
                let evidence = try inspector.inspect(pidfd: program.pidfd)
                #expect(digests[evidence.executablePath] == evidence.pinnedDigest)
            } catch {
                #expect(error == .unstable || error == .denied)
            }
        }
    }
}
