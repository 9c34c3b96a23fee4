import Foundation

extension PolicyDocument {
    /// Returns the groups of a program: its registration, else its system list, else the proposed names that no other program owns; then
    /// the groups that are shared with it.
    ///
    /// An unused name is bound to the first program that uses it. A name that another program owns is replaced by a name of the program's
    /// own: a copy of a program gets an empty group, and not that of the original.
    /// - Parameters:
    ///   - proposed: from the program's own files, in which it claims an identity; the first 64 count.
    ///   - now: in UTC.
    ///   - isOwners: whether it is the command line, which has no share of the policy like other programs.
    ///   - asksForSecured: whether the program's own files reserve its groups for secured programs. Counts for a secured program alone.
    package func groups(
        for subject: Subject, proposed: [String], now: Date, isOwners: Bool = false, asksForSecured: Bool = false
    ) -> GroupDecision {
        guard let key = subject.exactKey, let known = try? SubjectRecord(subject) else { return GroupDecision() }
        // An interpreter gets nothing permanent, even if the document says otherwise.
        let isPermanent = subject.strength != .interpreter
        let isReserving = asksForSecured && subject.strength == .secured
        let registration = isPermanent && !isReserving && !hasSecuredGroups(key) ? registrations[key] : nil
        let listed = listedGroups(of: subject)
        let names = registration?.exactGroups ?? listed ?? proposed.prefix(64).compactMap { try? Self.group($0) }
        var decision = GroupDecision()
        if isChanged(subject) || registration?.subject.match(subject) == .changed {
            decision.changedPinned = names.map(\.text)
            return decision
        }
        if let listed {
            decision = self.decision(on: listed, for: known, now: now.inMicroseconds)
        } else if registration == nil {
            var assignment = GroupAssignment(self, subject, known, now: now.inMicroseconds, isOwners: isOwners)
            for name in names { assignment.propose(name) }
            decision = assignment.decision
        } else {
            for name in names { decision.grant(name) }
        }
        for share in shares[key] ?? [] where isPermanent && share.subject.match(subject) == .same {
            decision.grant(share.exactGroup)
        }
        if isReserving { decision.secure(for: subject, in: self, now: now.inMicroseconds) }
        decision.withhold(lacksMark: subject.strength < .secured) { isWithheld($0, from: subject) }
        if let digest = subject.digest, knownPins[key]?.memory == nil, !decision.granted.isEmpty {
            let firstUse = knownPins[key]?.firstUse ?? now.inMicroseconds
            decision.pin = Pin(digest, memory: subject.memory, firstUse: firstUse, exactPath: key)
        }
        return decision
    }

    /// Stores what is new in a decision.
    /// - Throws: `.full` if there are 10,000 groups or pinned programs; the document is then unchanged.
    package mutating func apply(_ decision: GroupDecision) throws(PolicyError) {
        try Self.checkCapacity(bindings.count + max(0, decision.bindings.count - 1), "groups")
        if let pin = decision.pin, knownPins[pin.exactPath] == nil {
            try Self.checkCapacity(knownPins.count, "pinned programs")
        }
        // Another program may have been first since the decision was made: existing bindings are kept.
        for binding in decision.bindings where bindings[binding.exactGroup] == nil {
            bindings[binding.exactGroup] = binding
        }
        for binding in decision.secured where bindings[binding.exactGroup]?.owner == binding.owner {
            bindings[binding.exactGroup]?.securedSince = binding.securedSince
        }
        if let pin = decision.pin, knownPins[pin.exactPath]?.memory == nil { knownPins[pin.exactPath] = pin }
    }
}

/// The assignment of the group names that one program proposes.
private struct GroupAssignment {
    private enum Ownership {
        case free, own, changed, taken
    }

    private let document: PolicyDocument
    private let subject: Subject
    private let known: SubjectRecord
    private let now: Date
    /// The suffix of the names that only this program gets. It has 48 bits: an attacker can find a path with the same suffix and then owns
    /// a name that this program does not get, but gains nothing else, because the binding decides, not the name.
    private let suffix: String
    private lazy var ownedBefore = document.bindings.values.count { $0.owner.exactKey == known.exactKey }
    /// The bytes that are left for groups.
    private lazy var room = document.room(for: subject, isOwners: isOwners) - sizeOfPin
    private let isOwners: Bool
    private(set) var decision = GroupDecision()

    init(_ document: PolicyDocument, _ subject: Subject, _ known: SubjectRecord, now: Date, isOwners: Bool) {
        self.isOwners = isOwners
        self.document = document
        self.subject = subject
        self.known = known
        self.now = now
        suffix = "@" + Digest.sha256(known.key).hexadecimal.prefix(12)
    }

    mutating func propose(_ name: ExactText) {
        guard ownership(of: name) == .taken else { return settle(name) }
        guard let own = try? PolicyDocument.group(name.text + suffix), ownership(of: own) != .taken else { return }
        settle(own)
        guard decision.granted.contains(where: { ExactText($0) == own }) else { return }
        decision.replaced.append(.init(proposed: name.text, own: own.text))
    }

    private mutating func settle(_ group: ExactText) {
        switch ownership(of: group) {
        case .own: decision.grant(group)
        case .changed: decision.changedPinned.append(group.text)
        case .free:
            if decision.bindings.contains(where: { $0.exactGroup == group }) { return }
            guard ownedBefore + decision.bindings.count < PolicyDocument.maximumGroupsPerSubject else { return }
            let binding = GroupBinding(owner: known, firstUse: now, exactGroup: group)
            guard binding.size <= room else { return decision.lacksRoom = true }
            room -= binding.size
            decision.bindings.append(binding)
            decision.grant(group)
        case .taken: break
        }
    }

    /// The bytes of the pin that comes with the first group.
    private var sizeOfPin: Int {
        guard let digest = subject.digest, document.knownPins[known.exactKey] == nil else { return 0 }
        return Pin(digest, memory: subject.memory, firstUse: now, exactPath: known.exactKey).size
    }

    private func ownership(of group: ExactText) -> Ownership {
        // Names with another program's suffix are reserved for that program, also before its first use.
        guard !hasForeignSuffix(group) else { return .taken }
        switch document.bindings[group]?.owner.match(subject) {
        // The names in a system list are reserved for the programs that have one.
        case nil: return document.listedGroups.contains(group) ? .taken : .free
        case .same: return .own
        case .changed: return .changed
        case .other: return .taken
        }
    }

    private func hasForeignSuffix(_ group: ExactText) -> Bool {
        let ending = group.text.utf8.suffix(13)
        guard ending.count == 13, ending.first == UInt8(ascii: "@") else { return false }
        return ending.dropFirst().allSatisfy { (48...57).contains($0) || (97...102).contains($0) }
            && !ending.elementsEqual(suffix.utf8)
    }
}
