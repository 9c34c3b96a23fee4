import Foundation

/// A group, and the program that owns it.
public struct GroupBinding: Hashable, Codable, Sendable {
    /// The group's name, to be compared byte by byte.
    public var group: String { exactGroup.text }
    /// The first program that used the name, or the one that a person gave it to.
    public internal(set) var owner: KnownSubject
    /// When it was first used, in UTC.
    public let firstUse: Date
    let exactGroup: ExactText

    private enum CodingKeys: String, CodingKey {
        case exactGroup = "group"
        case owner
        case firstUse
    }
}

/// The entitlements that the installer of a program registered.
public struct Registration: Hashable, Codable, Sendable {
    /// Whose they are.
    public internal(set) var subject: KnownSubject
    /// The groups in order: the first is where the program adds.
    public var groups: [String] { exactGroups.map(\.text) }
    /// Who registered them, for people.
    public let registeredBy: String
    /// When, in UTC.
    public let time: Date
    let exactGroups: [ExactText]

    private enum CodingKeys: String, CodingKey {
        case subject
        case exactGroups = "groups"
        case registeredBy
        case time
    }
}

/// A group that a program may use beside its owner.
public struct Share: Hashable, Codable, Sendable {
    /// The group's name.
    public var group: String { exactGroup.text }
    /// Whom it is shared with.
    public internal(set) var subject: KnownSubject
    /// Since when, in UTC.
    public let time: Date
    let exactGroup: ExactText

    private enum CodingKeys: String, CodingKey {
        case exactGroup = "group"
        case subject
        case time
    }
}

/// What a person answered when a program asked for another's group.
public struct Answer: Hashable, Codable, Sendable {
    /// Yes or no.
    public enum Verdict: String, Codable, Sendable {
        case allow
        case deny
    }

    /// For how long.
    public enum Scope: Hashable, Codable, Sendable {
        case always
        /// Until the session ends. An id must not come again after a reboot: put the boot id into it.
        case session(String)
    }

    /// Who asked.
    public let subject: KnownSubject
    /// For what.
    public var group: String { exactGroup.text }
    /// Yes or no.
    public let verdict: Verdict
    /// For how long.
    public let scope: Scope
    /// When, in UTC.
    public let time: Date
    let exactGroup: ExactText

    private enum CodingKeys: String, CodingKey {
        case subject
        case exactGroup = "group"
        case verdict
        case scope
        case time
    }
}

/// What a pinned program was when it was first used.
public struct Pin: Hashable, Codable, Sendable {
    /// Where its executable lies.
    public var path: String { exactPath.text }
    /// Over everything that it had mapped executable.
    public let digest: Digest
    /// When, in UTC.
    public let firstUse: Date
    let exactPath: ExactText

    private enum CodingKeys: String, CodingKey {
        case exactPath = "path"
        case digest
        case firstUse
    }
}
