import Foundation
import Glibc
import Testing

@testable import ProcessIdentity

/// The strength of an identity as a function of the evidence alone.
@Suite struct StrengthTests {
    private static let system = Sample.evidence(traits: .executableProtected, unprotected: 0)
    private static let pinned = Sample.evidence(traits: [], unprotected: 2)

    @Test func programOfRootOnlyIsSystem() {
        #expect(Self.system.strength() == .system)
    }

    @Test(arguments: [
        ProcessTraits.anonymousExecutableMemory, .replacedFiles, .executableDeleted, .executableReplaced,
    ])
    func oneDoubtMakesItNotSystem(doubt: ProcessTraits) {
        var evidence = Self.system
        evidence.traits.insert(doubt)
        #expect(evidence.strength() == .pinned)
    }

    @Test func earlierQuestionDecides() {
        var evidence = Self.pinned
        evidence.executablePathBytes = Array("/usr/bin/python3.11".utf8)
        evidence.traits = [.interpreter, .executableProtected]
        #expect(evidence.strength() == .interpreter)
        evidence.flatpakID = "org.example.App"
        #expect(evidence.strength() == .confined)
        evidence.traits.insert(.traced)
        #expect(evidence.strength() == .unidentified)
    }

    @Test func lostPathIsNoIdentity() {
        var evidence = Self.system
        evidence.traits = [.protectedPathLost, .executableReplaced]
        #expect(evidence.strength() == .unidentified)
        #expect(evidence.shownPath == "process 4711")
        evidence.traits.insert(.upgraded)
        #expect(evidence.strength() == .unidentified)
        #expect(evidence.wasUpgraded)
        #expect(evidence.shownPath == evidence.executablePath)
        evidence.traits.insert(.traced)
        #expect(!evidence.wasUpgraded)
    }

    @Test(arguments: IdentificationFailure.allCases)
    func failureIsUnidentified(failure: IdentificationFailure) {
        #expect(Strength(of: .failure(failure)) == .unidentified)
    }

    @Test func withoutADigestThereIsNothingToPin() {
        var evidence = Self.pinned
        evidence.pinnedDigest = nil
        #expect(evidence.strength() == .unidentified)
    }

    @Test func reasonExplainsALowerStrength() {
        #expect(Self.system.reason() == "")
        #expect(Self.pinned.reason() == "users other than root can change its executable")
        var evidence = Self.system
        evidence.unprotectedFileCount = 1
        #expect(evidence.reason().contains("a library"))
        evidence.traits.insert(.replacedFiles)
        #expect(evidence.reason().contains("was replaced"))
        evidence = Self.system
        evidence.traits.insert(.anonymousExecutableMemory)
        #expect(evidence.reason().contains("executable memory"))
        evidence.traits.insert(.interpreter)
        #expect(evidence.reason().contains("interpreter"))
        // What the process could have written itself is not repeated to a person.
        evidence.flatpakID = "org.example.App"
        #expect(evidence.reason().contains("sandbox") && !evidence.reason().contains("org.example"))
        evidence.traits.insert(.mixedCredentials)
        #expect(evidence.reason().contains("several users"))
        evidence.traits.insert(.traced)
        #expect(evidence.reason().contains("debugger"))
        evidence = Self.pinned
        evidence.pinnedDigest = nil
        #expect(evidence.reason().contains("cannot be read"))
    }

    @Test func reasonNamesTheProcessThatHasTheMark() {
        var evidence = Self.system
        evidence.traits.insert(.markHeldByOthers)
        #expect(evidence.strength() == .system)
        #expect(evidence.reason().contains("other processes of its user"))
        evidence.markHolder = MarkHolder(pid: 815, name: Array("/usr/bin/tool".utf8))
        #expect(evidence.reason().contains("process 815, “/usr/bin/tool”; end it"))
    }

    @Test func trustedDirectoryIsComparedByComponents() throws {
        let workshop = try Workshop()
        try FileManager.default.createDirectory(atPath: workshop.at("work"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(atPath: workshop.at("link"), withDestinationPath: "work")
        let trusted = try #require(TrustedDirectory(resolving: workshop.at("link")))
        var evidence = Self.pinned
        for (path, expected) in [
            ("work/tool", Strength.unpinned), ("work/deep/tool", .unpinned), ("worktool", .pinned), ("work", .pinned),
            ("link/tool", .pinned),
        ] {
            evidence.executablePathBytes = Array(workshop.at(path).utf8)
            #expect(evidence.strength(trustedDirectories: [trusted]) == expected, "\(path)")
            #expect(evidence.reason(trustedDirectories: [trusted]).contains("you trust") == (expected == .unpinned))
        }
    }

    @Test func everythingCannotBeTrusted() throws {
        let workshop = try Workshop()
        #expect(TrustedDirectory(resolving: "/") == nil)
        #expect(TrustedDirectory(resolving: workshop.at("absent")) == nil)
    }

    @Test func systemProgramInATrustedDirectoryStaysSystem() throws {
        let trusted = try #require(TrustedDirectory(resolving: "/usr"))
        var evidence = Self.system
        evidence.executablePathBytes = Array("/usr/bin/cat".utf8)
        #expect(evidence.strength(trustedDirectories: [trusted]) == .system)
    }

    @Test(arguments: [
        ("python3.11", true), ("python", true), ("bash", true), ("php-cgi8.2", true), ("ld-linux-x86-64.so.2", true),
        ("R", true), ("node_exporter", false), ("pythonic", false), ("shotwell", false), ("7z", false), ("cat", false),
    ])
    func interpretersAreKnownByName(name: String, isInterpreter: Bool) {
        #expect(Interpreters.contain(path: Array("/usr/bin/\(name)".utf8)) == isInterpreter)
    }
}

enum Sample {
    static func evidence(traits: ProcessTraits, unprotected: UInt32) -> ProcessEvidence {
        ProcessEvidence(
            pid: 4711, startTime: 1 << 40,
            credentials: Credentials(realUserID: 1, effectiveUserID: 2, realGroupID: 3, effectiveGroupID: 4),
            executablePathBytes: Array("/opt/app/bin/app".utf8), executable: FileIdentity(device: 5, inode: 6),
            traits: traits, unprotectedFileCount: unprotected, pinnedDigest: Array(0..<32),
            session: TerminalSession(id: 7, terminalDevice: 34816, leaderStartTime: 8), flatpakID: nil, snapName: nil)
    }
}
