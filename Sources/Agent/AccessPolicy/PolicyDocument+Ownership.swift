import Foundation

/// Changes of ownership by the user or by the installer of a program. Each requires authentication first, which is the caller's
/// responsibility.
extension PolicyDocument {
    /// Registers the entitlements of a program in place of those it had. Groups without an owner belong to it from then on.
    /// - Parameters:
    ///   - groups: in order; the program adds items to the first.
    ///   - registeredBy: the name of the registering party, for display; at most 256 bytes.
    ///   - now: in UTC.
    /// - Throws: `.noIdentity`, `.noPermanentGrant`, `.invalidGroup`, `.invalidText`, `.full`.
    package mutating func register(
        _ subject: Subject, groups: [String], by registeredBy: String, now: Date
    ) throws(PolicyError) {
        let known = try Self.permanentGrantee(subject)
        guard !groups.isEmpty, groups.count <= Self.maximumGroupsPerSubject else { throw .invalidGroup }
        var names: [ExactText] = []
        for group in groups { names.append(try Self.group(group)) }
        let free = Set(names).filter { bindings[$0] == nil }
        let label = try Self.label(registeredBy)
        if registrations[known.exactKey] == nil { try Self.checkCapacity(registrations.count, "registered programs") }
        try Self.checkCapacity(bindings.count + max(0, free.count - 1), "groups")
        registrations[known.exactKey] = Registration(
            subject: known, registeredBy: label, time: now.inMicroseconds, exactGroups: names)
        for group in free {
            bindings[group] = GroupBinding(owner: known, firstUse: now.inMicroseconds, exactGroup: group)
        }
    }

    /// Removes the registered entitlements of a program. The groups that it owns remain its own.
    /// - Throws: `.notFound`.
    package mutating func unregister(key: String) throws(PolicyError) {
        guard registrations.removeValue(forKey: ExactText(key)) != nil else { throw .notFound("registered program") }
    }

    /// Assigns a group to a program, regardless of its previous owner.
    /// - Parameter now: in UTC.
    /// - Throws: `.noIdentity`, `.invalidGroup`, `.full`, `.reserved` if its owner has reserved it for secured programs.
    package mutating func assign(_ group: String, to subject: Subject, now: Date) throws(PolicyError) {
        let known = try SubjectRecord(subject)
        let name = try Self.group(group)
        guard !isReserved(name) else { throw .reserved }
        if bindings[name] == nil { try Self.checkCapacity(bindings.count, "groups") }
        bindings[name] = GroupBinding(owner: known, firstUse: now.inMicroseconds, exactGroup: name)
    }

    /// Removes the owner of a group: the next program that uses the name gets the group, with all items in it.
    /// - Throws: `.notFound`, `.reserved` as for ``assign(_:to:now:)``.
    package mutating func release(_ group: String) throws(PolicyError) {
        guard !isReserved(ExactText(group)) else { throw .reserved }
        guard bindings.removeValue(forKey: ExactText(group)) != nil else { throw .notFound("group") }
    }

    /// Lets a program use a group in addition to its owner.
    /// - Parameters:
    ///   - isByLists: whether access lists name it, and the share ends with the last of them.
    ///   - now: in UTC.
    /// - Throws: `.noIdentity`, `.noPermanentGrant`, `.invalidGroup`, `.full`.
    package mutating func share(
        _ group: String, with subject: Subject, isByLists: Bool = false, now: Date
    ) throws(PolicyError) {
        let known = try Self.permanentGrantee(subject)
        let name = try Self.group(group)
        try Self.checkCapacity(shares.values.reduce(0) { $0 + $1.count }, "shares")
        shares[known.exactKey, default: []].removeAll { $0.exactGroup == name }
        shares[known.exactKey, default: []].append(
            Share(
                subject: known, time: now.inMicroseconds, exactGroup: name, isByLists: isByLists ? true : nil))
    }

    /// Ends the sharing of a group with a program.
    /// - Throws: `.notFound`.
    package mutating func unshare(_ group: String, withKey key: String) throws(PolicyError) {
        let (key, name) = (ExactText(key), ExactText(group))
        guard var list = shares[key], let index = list.firstIndex(where: { $0.exactGroup == name }) else {
            throw .notFound("share")
        }
        list.remove(at: index)
        shares[key] = list.isEmpty ? nil : list
    }

    /// Accepts that a program has changed: it keeps the groups that it owns and those that are shared with it. The answers about it are
    /// removed.
    ///
    /// If the program turns out to be an interpreter, its registration and the groups that were shared with it are removed, too.
    /// - Parameter now: in UTC.
    /// - Throws: `.noIdentity`, `.full`.
    package mutating func acceptChange(of subject: Subject, now: Date) throws(PolicyError) {
        let known = try SubjectRecord(subject)
        let key = known.exactKey
        if let digest = subject.digest {
            if knownPins[key] == nil { try Self.checkCapacity(knownPins.count, "pinned programs") }
            let before = knownPins[key]?.memory ?? []
            knownPins[key] = Pin(
                digest, memory: before.union(subject.memory), firstUse: now.inMicroseconds, exactPath: key)
        } else {
            knownPins[key] = nil
        }
        for (group, binding) in bindings where binding.owner.exactKey == key {
            // A weaker one would not get it, and the secured one would have to be accepted again.
            if binding.securedSince == nil || known.strength == .system { bindings[group]?.owner = known }
        }
        answers[key] = nil
        if subject.strength == .interpreter {
            (registrations[key], shares[key]) = (nil, nil)
        } else {
            registrations[key]?.subject = known
            for index in (shares[key] ?? []).indices { shares[key]?[index].subject = known }
        }
    }

    /// Returns the record of a subject that may be granted something permanent.
    static func permanentGrantee(_ subject: Subject) throws(PolicyError) -> SubjectRecord {
        guard subject.strength != .interpreter else { throw .noPermanentGrant }
        return try SubjectRecord(subject)
    }
}
