/// What the policy keeps of a program that it has given something to.
public struct KnownSubject: Hashable, Codable, Sendable {
    /// What a program has to be to have been given this.
    enum Recognition {
        case same
        /// It comes from the same place, and is another program now, or easier to pass for than it was.
        case changed
        case other
    }

    /// What stays the same for the program.
    public var key: String { exactKey.text }
    /// How sure it was who this was.
    public let strength: Strength
    /// What a pinned program was then.
    public let digest: Digest?
    let exactKey: ExactText

    private enum CodingKeys: String, CodingKey {
        case exactKey = "key"
        case strength
        case digest
    }

    /// - Throws: `.noIdentity` if the subject is unidentified.
    init(_ subject: Subject) throws(PolicyError) {
        guard let key = subject.exactKey else { throw .noIdentity }
        exactKey = key
        strength = subject.strength
        digest = subject.digest
    }

    /// A program that root protects now is trusted to be what its path says, whatever it was before; the other way round
    /// somebody could have put another one in its place.
    func recognition(of subject: Subject) -> Recognition {
        guard subject.exactKey == exactKey else { return .other }
        if subject.strength == .system { return .same }
        return subject.strength == strength && subject.digest == digest ? .same : .changed
    }

    func validate() throws(PolicyError) {
        guard exactKey.text.isPlain(limit: Subject.maximumPathLength + 300), strength != .unidentified,
            (strength == .pinned) == (digest != nil)
        else { throw .damaged("a program of the policy") }
    }
}
