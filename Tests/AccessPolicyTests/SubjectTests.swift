import Testing

@testable import AccessPolicy

@Suite struct SubjectTests {
    @Test func keysStayTheSameOverChanges() throws {
        let path = "/usr/bin/mail"
        #expect(try Subject.system(path: path).key == path)
        #expect(try Subject.unpinned(path: path).key == path)
        #expect(try Subject.interpreter(path: path).key == path)
        #expect(try Subject.pinned(path, 1).key == path)
        #expect(try Subject.pinned(path, 1).key == Subject.pinned(path, 2).key)
        #expect(
            try Subject.confined(.flatpak, id: "org.example.Mail", path: "/app/mail").key
                == "flatpak:org.example.Mail:/app/mail")
        #expect(Subject.unidentified.key == nil)
    }

    @Test func confinedNeverRanksAbovePinned() {
        #expect(Strength.allCases.sorted() == Strength.allCases)
        #expect(Strength.confined < .pinned)
        #expect(Strength.allCases.max() == .secured)
    }

    @Test(arguments: [
        "", "bin/mail", "/bin/\u{FFFD}", "/bin/a\nb", "/bin/\u{1B}[2J", "/" + String(repeating: "a", count: 4096),
    ])
    func pathsThatCannotBeTrustedAreRefused(path: String) {
        #expect(throws: PolicyError.self) { try Subject.system(path: path) }
    }

    @Test(arguments: ["", "a:b", "a/b", "ä", String(repeating: "a", count: 256)])
    func idsThatCouldPassForAnotherPathAreRefused(id: String) {
        #expect(throws: PolicyError.self) { try Subject.confined(.flatpak, id: id, path: "/app/x") }
    }

    @Test func pathsThatOnlyLookTheSameAreTwoPrograms() throws {
        let composed = try Subject.system(path: "/opt/caf\u{E9}")
        let decomposed = try Subject.system(path: "/opt/cafe\u{301}")
        #expect(composed != decomposed)
        var policy = PolicyDocument()
        try policy.start(composed, "caf\u{E9}")
        #expect(try policy.start(decomposed, "caf\u{E9}").granted != ["caf\u{E9}"])
        #expect(policy.access(of: decomposed, to: "caf\u{E9}") == .ask)
    }
}
