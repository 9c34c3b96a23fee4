import Foundation

extension PolicyDocument {
    private static let tokenPrefix = "chtl_"
    private static let tokenLength = 48

    /// Makes a token: `chtl_` and 32 random bytes in base64url. Its text is returned only this once; the policy keeps
    /// only its hash.
    /// - Parameters:
    ///   - label: the purpose of the token, at most 256 bytes.
    ///   - expires: in UTC, as is `now`.
    /// - Throws: `.invalidGroup`, `.invalidText`, `.expired`, `.full`.
    package mutating func makeToken(
        group: String, readOnly: Bool, uid: UInt32, expires: Date, label: String, now: Date
    ) throws(PolicyError) -> (text: String, token: Token) {
        guard expires > now else { throw .expired }
        try Self.checkCapacity(tokens.count, "tokens")
        let text = Self.tokenPrefix + Self.base64URL(randomBytes(32))
        let token = Token(
            id: randomBytes(8).hexadecimal, label: try Self.label(label), isReadOnly: readOnly, uid: uid,
            expires: expires.inMicroseconds, hash: Digest.blake2b(text), exactGroup: try Self.group(group))
        tokens.append(token)
        return (text, token)
    }

    /// Returns the access that a token gives to a process of `uid`.
    ///
    /// Expiry goes by the system's clock. Only root can set it back and so use an expired token again.
    /// - Parameter now: in UTC.
    package func present(_ text: String, uid: UInt32, now: Date) throws(TokenRefusal) -> TokenGrant {
        guard text.utf8.count == Self.tokenLength else { throw .unknown }
        let hash = Digest.blake2b(text)
        guard let token = tokens.first(where: { $0.hash.equalsInConstantTime(hash) }) else { throw .unknown }
        guard token.uid == uid else { throw .otherUser }
        guard now < token.expires else { throw .expired }
        return TokenGrant(tokenID: token.id, group: token.group, isReadOnly: token.isReadOnly)
    }

    /// Revokes a token, also for connections that have presented it already.
    /// - Throws: `.notFound`.
    package mutating func revokeToken(id: String) throws(PolicyError) {
        guard let index = tokens.firstIndex(where: { $0.id == id }) else { throw .notFound("token") }
        tokens.remove(at: index)
    }

    /// Removes expired tokens.
    package mutating func removeExpiredTokens(now: Date) {
        tokens.removeAll { $0.expires <= now }
    }

    func allows(_ grant: TokenGrant, group: ExactText, writing: Bool, now: Date) -> Bool {
        guard let token = tokens.first(where: { $0.id == grant.tokenID }) else { return false }
        return token.exactGroup == group && now < token.expires && !(writing && token.isReadOnly)
    }

    private static func base64URL(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
