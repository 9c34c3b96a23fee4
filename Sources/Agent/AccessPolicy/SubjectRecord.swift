/// The policy's record of a program that was granted something.
package struct SubjectRecord: Hashable, Codable, Sendable {
    /// The result of comparing a program with the recorded one.
    enum Match {
        case same
        /// It has the same path, but is another program now, or is easier to impersonate than it was.
        case changed
        case other
    }

    /// The part of the program's identity that stays the same.
    package var key: String { exactKey.text }
    /// The strength of the program's identification when it was recorded.
    package let strength: Strength
    /// The digest of a pinned program when it was recorded.
    package let digest: Digest?
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
        // The mark of a secured program may come and go with an update: the program is the same. So it is not recorded.
        strength = min(subject.strength, .system)
        digest = subject.digest
    }

    /// Compares a program with the recorded one.
    ///
    /// A program that only root can change now is what its path says. But the recorded one, if others could change it, may have been
    /// another program with that path, which has put its items into the group: a person is asked before the two share it. A recorded
    /// program of which only memory without a file was not root's is the same one.
    func match(_ subject: Subject) -> Match {
        guard subject.exactKey == exactKey else { return .other }
        if subject.strength >= .system { return strength == .system || digest == .ofNoFiles ? .same : .changed }
        return subject.strength == strength && subject.digest == digest ? .same : .changed
    }

    func validate() throws(PolicyError) {
        guard exactKey.text.isPlain(limit: Subject.maximumPathLength + 300), strength != .unidentified,
            (strength == .pinned) == (digest != nil)
        else { throw .damaged("a program of the policy") }
    }
}
