/// The room that programs have in the policy for what they get by merely using it: groups, and the pins of their contents.
///
/// The weaker a program's identity is, the earlier its kind stops, so that copies of a program do not take the room of programs that only
/// root can install; and one program gets a small part of what is left, so that many leave something for the next. Whatever the user
/// does may take the rest.
extension PolicyDocument {
    /// The bytes of the policy up to which programs of a strength may fill it.
    private static func mostBytes(for strength: Strength) -> Int {
        switch strength {
        case .secured, .system: maximumSize / 4 * 3
        case .pinned, .unpinned: maximumSize / 16 * 9
        case .confined, .interpreter: maximumSize / 8 * 3
        case .unidentified: 0
        }
    }

    /// The bytes that a program may have if there are as many, and the most that it may have.
    private static let leastShare = 2 << 10
    private static let largestShare = 24 << 10
    /// A program gets no more than this part of what is left.
    private static let partOfRest = 24

    /// Returns the bytes that a program may add to the policy by using it.
    ///
    /// - Parameter isOwners: whether it is the command line, which has room as long as there is any.
    func room(for subject: Subject, isOwners: Bool) -> Int {
        guard let key = subject.exactKey else { return 0 }
        let used = size
        guard !isOwners else { return Self.maximumSize - used }
        let left = Self.mostBytes(for: subject.strength) - used
        let own =
            bindings.values.reduce(0) { $1.owner.exactKey == key ? $0 + $1.size : $0 } + (knownPins[key]?.size ?? 0)
        let share = max(Self.leastShare, min(Self.largestShare, left / Self.partOfRest))
        return min(share - own, left)
    }

    /// The bytes of the document when it is encoded, about: never fewer.
    var size: Int {
        var size = 256 + trusted.reduce(0) { $0 + $1.size } + tokens.count * Self.sizeOfToken
        size += bindings.values.reduce(0) { $0 + $1.size } + knownPins.values.reduce(0) { $0 + $1.size }
        for registration in registrations.values {
            size += registration.exactGroups.reduce(registration.subject.size + 512) { $0 + $1.size }
        }
        for share in shares.values.joined() { size += share.subject.size + share.exactGroup.size + 64 }
        // The name of a session has 256 bytes at most.
        for answer in answers.values.joined() { size += answer.subject.size + answer.exactGroup.size + 512 }
        return size
    }

    /// A group and a label have 256 bytes at most.
    private static let sizeOfToken = 1024
}

extension ExactText {
    /// The bytes as a text in JSON.
    fileprivate var size: Int {
        text.utf8.reduce(4) { $0 + ($1 == UInt8(ascii: "\"") || $1 == UInt8(ascii: "\\") ? 2 : 1) }
    }
}

extension SubjectRecord {
    fileprivate var size: Int { exactKey.size + (digest == nil ? 64 : 140) }
}

extension GroupBinding {
    /// The bytes that it adds to the document, about.
    var size: Int { owner.size + exactGroup.size + 64 + (securedSince == nil ? 0 : 32) }
}

extension Pin {
    /// The bytes that it adds to the document, about.
    var size: Int { exactPath.size + 140 + (memory?.count ?? 0) * 21 }
}
