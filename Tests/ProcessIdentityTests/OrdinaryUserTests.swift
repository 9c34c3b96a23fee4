import Foundation
import Glibc
import Testing

@testable import ProcessIdentity

/// What a helper without privileges finds out: the case of an agent that runs as its user.
@Suite(.enabled(if: OrdinaryUser.canBecome, "needs root to become another user"))
struct OrdinaryUserTests {
    /// A helper of the ordinary user's, in a place where that user may execute it.
    private static func service(in workshop: Workshop) throws -> IdentifyService {
        let helper = try workshop.copy(Built.helper, as: "helper")
        return IdentifyService(command: OrdinaryUser.prefix + [helper])
    }

    @Test func ownProgramsAreIdentified() throws {
        let workshop = try Workshop()
        let service = try Self.service(in: workshop)
        let subject = try RunningProgram.subject(through: OrdinaryUser.prefix)
        let pinned = try service.identify(pidfd: subject.pidfd)
        // On btrfs, one that may not look closer says so.
        var expected = try subject.inspect()
        if pinned.traits.contains(.ambiguousFiles) { expected.traits.insert(.ambiguousFiles) }
        #expect(pinned == expected)
        #expect(pinned.strength() == .pinned)
        let cat = try RunningProgram(OrdinaryUser.prefix + ["/bin/cat"])
        cat.write("hello\n")
        try #require(cat.readLine() == "hello")
        #expect(try service.identify(pidfd: cat.pidfd).strength() == .system)
    }

    @Test func programThatIsNotDumpableIsDenied() throws {
        let workshop = try Workshop()
        let service = try Self.service(in: workshop)
        let program = try RunningProgram.subject("undumpable", through: OrdinaryUser.prefix)
        #expect(throws: IdentificationFailure.denied) { try service.identify(pidfd: program.pidfd) }
        // Root may look at it all the same.
        #expect(try program.inspect().credentials.realUserID == OrdinaryUser.id)
    }

    @Test func programOfAnotherUserIsDenied() throws {
        let workshop = try Workshop()
        let service = try Self.service(in: workshop)
        let program = try RunningProgram.subject()
        #expect(throws: IdentificationFailure.denied) { try service.identify(pidfd: program.pidfd) }
    }

    @Test func fileThatCannotBeReadAnyMoreLeavesNothingToPin() throws {
        let workshop = try Workshop()
        let service = try Self.service(in: workshop)
        let library = try workshop.copy("/bin/cat", as: "library")
        let program = try RunningProgram.subject("map", library, through: OrdinaryUser.prefix)
        #expect(try service.identify(pidfd: program.pidfd).pinnedDigest != nil)
        unlink(library)
        let evidence = try service.identify(pidfd: program.pidfd)
        #expect(evidence.pinnedDigest == nil)
        #expect(evidence.strength() == .unidentified)
    }

    @Test func deletedExecutableIsStillHashed() throws {
        let workshop = try Workshop()
        let service = try Self.service(in: workshop)
        let path = try workshop.copy(try Workshop.subject.get(), as: "subject")
        let program = try RunningProgram.subject(at: path, through: OrdinaryUser.prefix)
        let before = try service.identify(pidfd: program.pidfd)
        unlink(path)
        let after = try service.identify(pidfd: program.pidfd)
        #expect(after.pinnedDigest == before.pinnedDigest)
        #expect(after.strength() == .pinned)
    }
}
