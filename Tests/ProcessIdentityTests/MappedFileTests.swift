import Foundation
import Glibc
import ProcessIdentity
import Testing

/// What is found out about the code that a process has besides its executable.
@Suite struct MappedFileTests {
    private static let library = "int chatelaine_test_value(void) { return 1; }"

    @Test func preloadedLibraryIsNoticed() throws {
        let workshop = try Workshop()
        let library = try workshop.compile(Self.library, as: "preload.so", "-shared", "-fPIC")
        let plain = try RunningProgram.echo("/bin/cat").inspect()
        let evidence = try RunningProgram.echo("/bin/cat", environment: ["LD_PRELOAD": library]).inspect()
        #expect(evidence.executablePath == plain.executablePath)
        #expect(evidence.traits.contains(.executableProtected))
        #expect(evidence.unprotectedFileCount == 1)
        #expect(evidence.strength() == .pinned)
        #expect(evidence.pinnedDigest != plain.pinnedDigest)
    }

    @Test func changedLibraryNextToTheExecutableChangesTheDigest() throws {
        let workshop = try Workshop()
        let program = """
            #include <unistd.h>
            int chatelaine_test_value(void);
            int main(void) { char byte; while (read(0, &byte, 1) == 1) write(1, &byte, 1); return chatelaine_test_value(); }
            """
        try workshop.compile(Self.library, as: "libvalue.so", "-shared", "-fPIC")
        let path = try workshop.compile(program, as: "program", workshop.at("libvalue.so"), "-Wl,-rpath,$ORIGIN")
        let before = try RunningProgram.echo(path).inspect()
        try workshop.compile(
            Self.library.replacingOccurrences(of: "return 1", with: "return 2"), as: "libvalue.so", "-shared", "-fPIC")
        let after = try RunningProgram.echo(path).inspect()
        #expect(before.unprotectedFileCount == 2)
        #expect(after.unprotectedFileCount == 2)
        #expect(before.executable == after.executable)
        #expect(before.pinnedDigest != after.pinnedDigest)
    }

    @Test func libraryReplacedAfterItWasMappedIsNoticed() throws {
        let workshop = try Workshop()
        let library = try workshop.copy("/bin/cat", as: "library")
        let program = try RunningProgram.subject("map", library)
        #expect(!(try program.inspect().traits.contains(.replacedFiles)))
        try workshop.copy("/bin/sleep", as: "other")
        rename(workshop.at("other"), library)
        let evidence = try program.inspect()
        #expect(evidence.traits.contains(.replacedFiles))
        #expect(!evidence.traits.contains(.executableReplaced))
    }

    @Test func deletedLibraryCountsAsMemoryWithoutAName() throws {
        let workshop = try Workshop()
        let library = try workshop.copy("/bin/cat", as: "library")
        let program = try RunningProgram.subject("map", library)
        unlink(library)
        let evidence = try program.inspect()
        #expect(evidence.traits.contains(.anonymousExecutableMemory))
        #expect(!evidence.traits.contains(.replacedFiles))
    }

    @Test(arguments: ["anonymous", "memfd", "device"])
    func executableMemoryWithoutAFileIsNoticed(mode: String) throws {
        #expect(!(try RunningProgram.subject().inspect().traits.contains(.anonymousExecutableMemory)))
        let evidence = try RunningProgram.subject(mode, "code").inspect()
        #expect(evidence.memory.contains(0) == (mode != "memfd"))
        #expect(evidence.traits.contains(.anonymousExecutableMemory))
        #expect(evidence.unprotectedFileCount == 1)
    }

    /// What is preloaded from a memfd leaves all files as they were.
    @Test func memoryIsKnownByItsName() throws {
        let kinds = try ["one", "one", "two"].map { try RunningProgram.subject("memfd", $0).inspect().memory }
        #expect(kinds[0].count == 1)
        #expect(kinds[0] == kinds[1])
        #expect(kinds[0].isDisjoint(with: kinds[2]))
        #expect(try RunningProgram.subject().inspect().memory.isEmpty)
    }

    /// `grep -P` compiles its expression into machine code.
    @Test func systemProgramThatMakesCodeIsNotSystem() throws {
        let evidence = try RunningProgram.echo("/bin/grep", "--line-buffered", "-P", "hel+o").inspect()
        #expect(evidence.executablePath == "/usr/bin/grep")
        #expect(evidence.traits.isSuperset(of: [.anonymousExecutableMemory, .executableProtected]))
        #expect(evidence.strength() == .pinned)
        #expect(evidence.memory == [0])
    }

    @Test func moreMappingsThanTheLimitAreRefused() throws {
        // No neighbours alike, so that the kernel cannot join them.
        let program = try RunningProgram.subject("crowd", "5000")
        #expect(throws: IdentificationFailure.tooLarge) { try program.inspect() }
    }

    @Test func moreBytesThanTheLimitAreRefused() throws {
        let workshop = try Workshop()
        let file = open(workshop.at("huge"), O_CREAT | O_RDWR | O_CLOEXEC, 0o644)
        defer { close(file) }
        // All of it a hole.
        try #require(ftruncate(file, off_t(InspectionLimits.hashedBytes) + 1) == 0)
        let program = try RunningProgram.subject("map", workshop.at("huge"))
        #expect(throws: IdentificationFailure.tooLarge) { try program.inspect() }
    }

    @Test func namedPipeInThePlaceOfALibraryDoesNotBlock() throws {
        let workshop = try Workshop()
        let library = try workshop.copy("/bin/cat", as: "library")
        let program = try RunningProgram.subject("map", library)
        unlink(library)
        try #require(mkfifo(library, 0o644) == 0)
        #expect(try program.inspect().traits.contains(.replacedFiles))
    }
}
