import Foundation

/// What a person, or the installer of a program, says about who owns what. Each asks for authentication first, which is
/// the caller's business.
extension PolicyDocument {
    /// Registers the entitlements of a program, instead of those it had. Groups that nobody owns are its own from then on.
    /// - Parameters:
    ///   - groups: in order; the first is where the program adds.
    ///   - registeredBy: who says so, for people; at most 256 bytes.
    ///   - now: in UTC.
    /// - Throws: `.noIdentity`, `.noStandingGrant`, `.invalidGroup`, `.invalidText`, `.full`.
    public mutating func register(
        _ subject: Subject, groups: [String], by registeredBy: String, now: Date
    ) throws(PolicyError) {
        let known = try Self.standing(subject)
        guard !groups.isEmpty, groups.count <= Self.maximumGroupsPerSubject else { throw .invalidGroup }
        var names: [ExactText] = []
        for group in groups { names.append(try Self.group(group)) }
        let free = Set(names).filter { bindings[$0] == nil }
        let label = try Self.label(registeredBy)
        if registrations[known.exactKey] == nil { try Self.checkRoom(registrations.count, "registered programs") }
        try Self.checkRoom(bindings.count + max(0, free.count - 1), "groups")
        registrations[known.exactKey] = Registration(
            subject: known, registeredBy: label, time: now.inMicroseconds, exactGroups: names)
        for group in free {
            bindings[group] = GroupBinding(owner: known, firstUse: now.inMicroseconds, exactGroup: group)
        }
    }

    /// Takes the registered entitlements of a program back; what it owns stays its own.
    /// - Throws: `.notFound`.
    public mutating func unregister(key: String) throws(PolicyError) {
        guard registrations.removeValue(forKey: ExactText(key)) != nil else { throw .notFound("registered program") }
    }

    /// Gives a group to a program, whoever owned it before.
    /// - Parameter now: in UTC.
    /// - Throws: `.noIdentity`, `.invalidGroup`, `.full`.
    public mutating func assign(_ group: String, to subject: Subject, now: Date) throws(PolicyError) {
        let known = try KnownSubject(subject)
        let name = try Self.group(group)
        if bindings[name] == nil { try Self.checkRoom(bindings.count, "groups") }
        bindings[name] = GroupBinding(owner: known, firstUse: now.inMicroseconds, exactGroup: name)
    }

    /// Lets the next program that uses the name have the group, with all that is in it.
    /// - Throws: `.notFound`.
    public mutating func release(_ group: String) throws(PolicyError) {
        guard bindings.removeValue(forKey: ExactText(group)) != nil else { throw .notFound("group") }
    }

    /// Lets a program use a group beside its owner.
    /// - Parameter now: in UTC.
    /// - Throws: `.noIdentity`, `.noStandingGrant`, `.invalidGroup`, `.full`.
    public mutating func share(_ group: String, with subject: Subject, now: Date) throws(PolicyError) {
        let known = try Self.standing(subject)
        let name = try Self.group(group)
        try Self.checkRoom(shares.values.reduce(0) { $0 + $1.count }, "shares")
        shares[known.exactKey, default: []].removeAll { $0.exactGroup == name }
        shares[known.exactKey, default: []].append(
            Share(subject: known, time: now.inMicroseconds, exactGroup: name))
    }

    /// Ends the sharing of a group with a program.
    /// - Throws: `.notFound`.
    public mutating func unshare(_ group: String, withKey key: String) throws(PolicyError) {
        let (key, name) = (ExactText(key), ExactText(group))
        guard var list = shares[key], let index = list.firstIndex(where: { $0.exactGroup == name }) else {
            throw .notFound("share")
        }
        list.remove(at: index)
        shares[key] = list.isEmpty ? nil : list
    }

    /// A person says that a program that has changed is the right one: it keeps what it owns and what is shared with it.
    /// The answers that were given about it end.
    ///
    /// What was shared with a program that turns out to run scripts ends, too.
    /// - Parameter now: in UTC.
    /// - Throws: `.noIdentity`, `.full`.
    public mutating func acceptChange(of subject: Subject, now: Date) throws(PolicyError) {
        let known = try KnownSubject(subject)
        let key = known.exactKey
        if let digest = subject.digest {
            if knownPins[key] == nil { try Self.checkRoom(knownPins.count, "pinned programs") }
            knownPins[key] = Pin(digest: digest, firstUse: now.inMicroseconds, exactPath: key)
        } else {
            knownPins[key] = nil
        }
        for (group, binding) in bindings where binding.owner.exactKey == key { bindings[group]?.owner = known }
        answers[key] = nil
        if subject.strength == .interpreter {
            (registrations[key], shares[key]) = (nil, nil)
        } else {
            registrations[key]?.subject = known
            for index in (shares[key] ?? []).indices { shares[key]?[index].subject = known }
        }
    }

    /// One that can be given something that lasts.
    static func standing(_ subject: Subject) throws(PolicyError) -> KnownSubject {
        guard subject.strength != .interpreter else { throw .noStandingGrant }
        return try KnownSubject(subject)
    }
}
