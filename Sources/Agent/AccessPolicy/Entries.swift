import Foundation

/// An access group and the program that owns it.
package struct GroupBinding: Hashable, Codable, Sendable {
    /// The group's name, to be compared byte by byte.
    package var group: String { exactGroup.text }
    /// The first program that used the name, or the one that the user assigned it to.
    package internal(set) var owner: SubjectRecord
    /// The time of the first use, in UTC.
    package let firstUse: Date
    let exactGroup: ExactText
    /// The time when the owner reserved it for secured programs, in UTC; `nil` if it has not.
    package internal(set) var securedSince: Date?

    private enum CodingKeys: String, CodingKey {
        case exactGroup = "group"
        case owner
        case firstUse
        case securedSince = "secured"
    }
}

/// The entitlements that the installer of a program registered.
package struct Registration: Hashable, Codable, Sendable {
    /// The program that the entitlements belong to.
    package internal(set) var subject: SubjectRecord
    /// The groups in order: the program adds items to the first.
    package var groups: [String] { exactGroups.map(\.text) }
    /// The name of the party that registered them, for display.
    package let registeredBy: String
    /// The time of registration, in UTC.
    package let time: Date
    let exactGroups: [ExactText]

    private enum CodingKeys: String, CodingKey {
        case subject
        case exactGroups = "groups"
        case registeredBy
        case time
    }
}

/// A group that a program may use in addition to its owner.
package struct Share: Hashable, Codable, Sendable {
    /// The group's name.
    package var group: String { exactGroup.text }
    /// The program that the group is shared with.
    package internal(set) var subject: SubjectRecord
    /// The time when the sharing began, in UTC.
    package let time: Date
    let exactGroup: ExactText
    /// Whether the program has it because access lists name it, and for as long as they do; `nil` for no.
    package let isByLists: Bool?

    private enum CodingKeys: String, CodingKey {
        case exactGroup = "group"
        case subject
        case time
        case isByLists = "lists"
    }
}

/// The user's answer to a program's request for another program's group.
package struct Answer: Hashable, Codable, Sendable {
    /// Permission or refusal.
    package enum Verdict: String, Codable, Sendable {
        case allow
        case deny
    }

    /// The duration of an answer.
    package enum Scope: Hashable, Codable, Sendable {
        case always
        /// Until the session ends. The id must not recur after a reboot, so it has to contain the boot id.
        case session(String)
    }

    /// The program that asked.
    package let subject: SubjectRecord
    /// The group that it asked for.
    package var group: String { exactGroup.text }
    /// Permission or refusal.
    package let verdict: Verdict
    /// The duration of the answer.
    package let scope: Scope
    /// The time of the answer, in UTC.
    package let time: Date
    let exactGroup: ExactText

    private enum CodingKeys: String, CodingKey {
        case subject
        case exactGroup = "group"
        case verdict
        case scope
        case time
    }
}

/// The digest of a pinned program at its first use.
package struct Pin: Hashable, Codable, Sendable {
    /// The path of its executable.
    package var path: String { exactPath.text }
    /// The digest of everything that the program had mapped executable.
    package let digest: Digest
    /// The kinds of executable memory without a file that the program has ever had; `nil` if an earlier release has made the entry.
    package internal(set) var memory: Set<UInt64>?
    /// The time of the first use, in UTC.
    package let firstUse: Date
    let exactPath: ExactText

    private enum CodingKeys: String, CodingKey {
        case exactPath = "path"
        case digest
        case memory
        case firstUse
    }

    init(_ digest: Digest, memory: Set<UInt64>, firstUse: Date, exactPath: ExactText) {
        (self.digest, self.memory, self.firstUse, self.exactPath) = (digest, memory, firstUse, exactPath)
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        digest = try container.decode(Digest.self, forKey: .digest)
        memory = try container.decodeIfPresent([UInt64].self, forKey: .memory).map(Set.init)
        firstUse = try container.decode(Date.self, forKey: .firstUse)
        exactPath = try container.decode(ExactText.self, forKey: .exactPath)
    }

    /// Writes the memory in order: equal documents have equal bytes.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(digest, forKey: .digest)
        try container.encodeIfPresent(memory?.sorted(), forKey: .memory)
        try container.encode(firstUse, forKey: .firstUse)
        try container.encode(exactPath, forKey: .exactPath)
    }

    /// Whether a program is more than the one that was recorded. Memory that it lacks is no change: a compiler may not have begun yet.
    func isOutgrown(by digest: Digest, _ memory: Set<UInt64>) -> Bool {
        self.digest != digest || self.memory.map { !memory.isSubset(of: $0) } ?? false
    }
}
