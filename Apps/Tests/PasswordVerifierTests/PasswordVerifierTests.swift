import Foundation
import Testing

@testable import PasswordVerifier

@Suite struct PasswordVerifierTests {
    private let cheap = PasswordVerifier.Cost(passes: 1, memory: 8 << 20)

    @Test func acceptsItsPasswordAndNoOther() throws {
        let verifier = try #require(PasswordVerifier(of: Data("right".utf8), cost: cheap))
        #expect(verifier.accepts(Data("right".utf8)))
        for other in ["", "Right", "right ", "right\0"] { #expect(!verifier.accepts(Data(other.utf8))) }
    }

    @Test func hasASaltOfItsOwn() throws {
        let password = Data("right".utf8)
        #expect(PasswordVerifier(of: password, cost: cheap) != PasswordVerifier(of: password, cost: cheap))
    }

    @Test func saysHowItWasMadeAndNotOfWhat() throws {
        let verifier = try #require(PasswordVerifier(of: Data("right".utf8)))
        #expect(verifier.text.hasPrefix("$argon2id$v=19$m=262144,t=3,p=1$"))
        #expect(!verifier.text.contains("right"))
    }

    @Test func emptyPasswordIsOneToo() throws {
        let verifier = try #require(PasswordVerifier(of: Data(), cost: cheap))
        #expect(verifier.accepts(Data()) && !verifier.accepts(Data("x".utf8)))
    }

    @Test(arguments: ["", "garbage", "$argon2id$v=19$m=4294967295,t=3,p=1$c2FsdA$aGFzaA"])
    func malformedVerifierAcceptsNothing(_ text: String) {
        #expect(!PasswordVerifier(text: text).accepts(Data("right".utf8)))
    }
}
