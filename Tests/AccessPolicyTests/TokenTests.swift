import Foundation
import Testing

@testable import AccessPolicy

@Suite struct TokenTests {
    private var policy = PolicyDocument()
    private let expiry = now + 3600

    private mutating func made(readOnly: Bool = true) throws -> (text: String, token: Token) {
        try policy.makeToken(group: "ci", readOnly: readOnly, uid: 1000, expires: expiry, label: "build", now: now)
    }

    private func access(
        _ grant: TokenGrant, to group: String = "ci", writing: Bool = false, at time: Date = now
    ) -> Access {
        policy.access(of: .unidentified, to: group, writing: writing, session: nil, now: time, token: grant)
    }

    @Test mutating func tokenOpensItsGroupToItsBearer() throws {
        let text = try made().text
        let grant = try policy.present(text, uid: 1000, now: now)
        #expect(access(grant) == .allow)
        #expect(access(grant, to: "other") == .deny)
    }

    @Test mutating func aReadOnlyTokenDoesNotWrite() throws {
        let (readOnly, other) = (try made().text, try made(readOnly: false).text)
        let reading = try policy.present(readOnly, uid: 1000, now: now)
        #expect(access(reading, writing: true) == .deny)
        let writing = try policy.present(other, uid: 1000, now: now)
        #expect(access(writing, writing: true) == .allow)
    }

    @Test mutating func tokensAreOfOneUser() throws {
        let text = try made().text
        #expect(throws: TokenRefusal.otherUser) { try policy.present(text, uid: 1001, now: now) }
        #expect(throws: TokenRefusal.otherUser) { try policy.present(text, uid: 0, now: now) }
    }

    @Test mutating func tokensEnd() throws {
        let text = try made().text
        let grant = try policy.present(text, uid: 1000, now: expiry - 1)
        #expect(throws: TokenRefusal.expired) { try policy.present(text, uid: 1000, now: expiry) }
        #expect(access(grant, at: expiry) == .deny)
        policy.removeExpiredTokens(now: expiry)
        #expect(policy.allTokens.isEmpty)
        #expect(throws: PolicyError.expired) {
            try policy.makeToken(group: "ci", readOnly: true, uid: 1, expires: now, label: "x", now: now)
        }
    }

    @Test mutating func revokingATokenEndsWhatItHasOpened() throws {
        let (text, token) = try made()
        let grant = try policy.present(text, uid: 1000, now: now)
        try policy.revokeToken(id: token.id)
        #expect(access(grant) == .deny)
        #expect(throws: TokenRefusal.unknown) { try policy.present(text, uid: 1000, now: now) }
        #expect(throws: PolicyError.notFound("token")) { try policy.revokeToken(id: token.id) }
    }

    @Test mutating func onlyTheHashIsKept() throws {
        let (text, _) = try made()
        #expect(text.wholeMatch(of: /chtl_[A-Za-z0-9_-]{43}/) != nil)
        let stored = String(decoding: try policy.encoded(), as: UTF8.self)
        #expect(!stored.contains(text.dropFirst(5)))
        #expect(stored.contains(Digest.blake2b(text).hexadecimal))
        let restored = try PolicyDocument(decoding: policy.encoded())
        #expect(try restored.present(text, uid: 1000, now: now).group == "ci")
    }

    @Test mutating func everyCharacterOfATokenCounts() throws {
        let text = try made().text
        for index in text.indices {
            let character: Character = text[index] == "A" ? "B" : "A"
            let changed = text.replacingCharacters(in: index...index, with: String(character))
            #expect(throws: TokenRefusal.unknown) { try policy.present(changed, uid: 1000, now: now) }
        }
        for other in ["", text + "A", String(text.dropLast()), String(repeating: "a", count: 100_000)] {
            #expect(throws: TokenRefusal.unknown) { try policy.present(other, uid: 1000, now: now) }
        }
    }
}
