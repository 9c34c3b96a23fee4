import DBus
import LinuxSupport
import Testing

@testable import PolicyKit

/// An answer of a while ago.
@Suite(.enabled(if: MockPolkit.isAvailable)) struct ReuseTests {
    /// What polkit is asked for, one after the other: the end of the action's name, and whether it may ask a person.
    private func calls(_ polkit: MockPolkit, _ count: Int) throws -> [String] {
        try (0..<count).map { _ in
            let call = try #require(polkit.nextCall())
            let name = call.contains("\"\(PolkitAction.kept.rawValue)\"") ? "keep" : "once"
            return call.contains(" 1 \"question\"") ? name + " asks" : name
        }
    }

    private func ask(_ authority: PolkitAuthority, _ program: Program, reuse: Double) throws {
        let question = PolkitQuestion(program: "/usr/bin/mail", reason: "", reuse: reuse)
        try authority.confirm(program.asking, question, Cancellation())
    }

    @Test func answerOfAWhileAgoCountsForTheSameProcess() throws {
        let polkit = try MockPolkit(.answers("(flags == 1, flags == 0, {})"))
        let (authority, program) = (polkit.authority(), try Program())
        try ask(authority, program, reuse: 300)
        #expect(try calls(polkit, 2) == ["keep", "keep asks"])
        try ask(authority, program, reuse: 300)
        #expect(try calls(polkit, 1) == ["keep asks"])
        try ask(authority, program, reuse: 0)
        #expect(try calls(polkit, 1) == ["once asks"])
        try ask(authority, try Program(), reuse: 300)
        #expect(try calls(polkit, 2) == ["keep", "keep asks"])
    }

    /// It has the number and the start that the other had, and polkit goes by these.
    @Test func answerDoesNotCountForAProgramThatTheProcessExecutesLater() throws {
        let polkit = try MockPolkit(.answers("(flags == 1, flags == 0, {})"))
        let (authority, program) = (polkit.authority(), try Program())
        let (before, after) = (program.running("mail"), program.running("other"))
        for asking in [before, before, after] {
            let question = PolkitQuestion(program: "/usr/bin/mail", reason: "", reuse: 300)
            try authority.confirm(asking, question, Cancellation())
        }
        #expect(try calls(polkit, 5) == ["keep", "keep asks", "keep asks", "keep", "keep asks"])
    }

    /// polkit would say yes for five minutes.
    @Test func answerThatIsTooOldForTheProgramDoesNotCount() throws {
        let polkit = try MockPolkit(.answers("(True, False, {})"))
        let (authority, program) = (polkit.authority(), try Program())
        try ask(authority, program, reuse: 1e-9)
        #expect(try calls(polkit, 2) == ["keep", "once asks"])
        try ask(authority, program, reuse: 300)
        #expect(try calls(polkit, 2) == ["keep", "once asks"])
    }
}
