import DBus
import Glibc
import LinuxSupport
import Testing

@testable import PolicyKit

/// Programs that answer in polkit's place.
@Suite(.enabled(if: MockPolkit.isAvailable)) struct TrustTests {
    private func ask(_ authority: PolkitAuthority) throws -> PolkitError.Kind? {
        let program = try Program()
        let question = PolkitQuestion(program: "/usr/bin/mail", reason: "")
        return kind { () throws(PolkitError) in try authority.confirm(program.asking, question, Cancellation()) }
    }

    /// The bus is the system's; the owner of the name runs as a user that polkit may not run as.
    @Test(.enabled(if: getuid() == 0)) func polkitOfAnotherUserIsNotBelieved() throws {
        let polkit = try MockPolkit(.answers("(True, False, {})"), user: ordinaryUser)
        #expect(try ask(PolkitAuthority(bus: .init(polkit.address))) == .untrusted)
        // It is the user, and nothing else, that is wrong.
        let trusting = PolkitAuthority(bus: .init(polkit.address), authorityUsers: [ordinaryUser])
        #expect(try ask(trusting) == nil)
    }

    @Test(.enabled(if: getuid() == 0)) func polkitOfRootIsBelieved() throws {
        let polkit = try MockPolkit(.answers("(True, False, {})"))
        #expect(try ask(PolkitAuthority(bus: .init(polkit.address))) == nil)
    }

    @Test func busOfAnotherUserIsNotBelieved() throws {
        let polkit = try MockPolkit(.answers("(True, False, {})"))
        let authority = PolkitAuthority(
            bus: .init(polkit.address), busUser: getuid() + 1, authorityUsers: [getuid()])
        #expect(try ask(authority) == .untrusted)
    }

    @Test(arguments: ["unixexec:path=/bin/true", "tcp:host=localhost,port=1", ""])
    func onlyLocalSocketsAreBelieved(address: String) throws {
        #expect(try ask(PolkitAuthority(bus: .init(address))) == .untrusted)
    }
}
