import Foundation

/// A token for programs without a person beside them, as the policy keeps it: not the token itself.
public struct Token: Hashable, Codable, Sendable {
    /// By which it is listed and revoked; says nothing about the token.
    public let id: String
    /// What it is for, for people.
    public let label: String
    /// The only group that it opens.
    public var group: String { exactGroup.text }
    /// Whether it opens the group for reading only.
    public let isReadOnly: Bool
    /// The only user who can use it.
    public let uid: UInt32
    /// When it ends, in UTC.
    public let expires: Date
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

/// What a token gives to the connection that has presented it. It authorises, it unlocks nothing.
public struct TokenGrant: Hashable, Sendable {
    /// Which token it was.
    public let tokenID: String
    /// The only group that it opens.
    public let group: String
    /// Whether it opens the group for reading only.
    public let isReadOnly: Bool
}

/// Why a token is not taken.
public enum TokenRefusal: Error, Hashable, Sendable {
    /// Never made, or revoked.
    case unknown
    /// Of another user.
    case otherUser
    case expired
}
