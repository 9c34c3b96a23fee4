import Foundation

/// A token for programs that run unattended, as the policy stores it: without the token's text.
package struct Token: Hashable, Codable, Sendable {
    /// The id by which the token is listed and revoked; it reveals nothing about the token's text.
    package let id: String
    /// The purpose of the token, for display.
    package let label: String
    /// The only group that it opens.
    package var group: String { exactGroup.text }
    /// Whether it opens the group for reading only.
    package let isReadOnly: Bool
    /// The only user who can use it.
    package let uid: UInt32
    /// The time of expiry, in UTC.
    package let expires: Date
    let hash: Digest
    let exactGroup: ExactText

    private enum CodingKeys: String, CodingKey {
        case id
        case label
        case exactGroup = "group"
        case isReadOnly = "readOnly"
        case uid
        case expires
        case hash
    }
}

/// The access of a connection that has presented a token. It authorises, but unlocks nothing.
package struct TokenGrant: Hashable, Sendable {
    /// The id of the token.
    package let tokenID: String
    /// The only group that it opens.
    package let group: String
    /// Whether it opens the group for reading only.
    package let isReadOnly: Bool
}

/// The reason for which a token is refused.
package enum TokenRefusal: Error, Hashable, Sendable {
    /// The token was never made, or was revoked.
    case unknown
    /// The token belongs to another user.
    case otherUser
    case expired
}
