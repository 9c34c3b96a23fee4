import Foundation

extension PolicyDocument {
    /// Reads a document. Fields that this release does not know are ignored.
    /// - Throws: `.tooLarge`, `.laterVersion`, `.full`, or `.damaged`.
    package init(decoding data: Data) throws(PolicyError) {
        guard data.count <= Self.maximumSize else { throw .tooLarge }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { Date(microseconds: try $0.singleValueContainer().decode(Int64.self)) }
        guard let header = try? decoder.decode(Header.self, from: data) else { throw .damaged("the policy") }
        let versions = Self.version...Self.versionWithReservedGroups
        guard header.version <= versions.upperBound else { throw .laterVersion(header.version) }
        guard versions.contains(header.version), let form = try? decoder.decode(Form.self, from: data) else {
            throw .damaged("the policy")
        }
        try self.init(form)
    }

    /// Returns the document as JSON with sorted keys: equal documents have equal bytes.
    /// - Throws: `.tooLarge` if it is over 1 MiB.
    package func encoded() throws(PolicyError) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(date.microseconds)
        }
        guard let data = try? encoder.encode(Form(self)) else { throw .damaged("the policy") }
        guard data.count <= Self.maximumSize else { throw .tooLarge }
        return data
    }

    private init(_ form: Form) throws(PolicyError) {
        try form.checkCounts()
        foreignGroups = form.foreignGroups
        for entry in form.bindings {
            _ = try Self.group(entry.group)
            try entry.owner.validate()
            bindings[entry.exactGroup] = entry
        }
        for entry in form.registrations {
            for group in entry.groups { _ = try Self.group(group) }
            try entry.subject.validate()
            registrations[entry.subject.exactKey] = entry
        }
        for entry in form.shares {
            try entry.subject.validate()
            shares[entry.subject.exactKey, default: []].append(entry)
        }
        for entry in form.answers {
            try entry.subject.validate()
            answers[entry.subject.exactKey, default: []].append(entry)
        }
        tokens = form.tokens
        trusted = Set(form.trustedPaths)
        for entry in form.pins { knownPins[entry.exactPath] = entry }
    }
}

/// The header, which is read first so that a later format is not reported as damage.
private struct Header: Decodable {
    let version: Int
}

/// The stored form of the document: lists in a fixed order, because a JSON object would confuse canonically equivalent
/// keys.
private struct Form: Codable {
    let version: Int
    let foreignGroups: PolicyDocument.ForeignGroups
    let bindings: [GroupBinding]
    let registrations: [Registration]
    let shares: [Share]
    let answers: [Answer]
    let tokens: [Token]
    let trustedPaths: [ExactText]
    let pins: [Pin]

    init(_ document: PolicyDocument) {
        version = document.hasReservedGroups ? PolicyDocument.versionWithReservedGroups : PolicyDocument.version
        foreignGroups = document.foreignGroups
        bindings = document.allBindings
        registrations = document.allRegistrations
        shares = document.allShares
        answers = document.allAnswers
        tokens = document.allTokens
        trustedPaths = document.trusted.sorted()
        pins = document.allPins
    }

    func checkCounts() throws(PolicyError) {
        let counts = [
            ("groups", bindings.count), ("registered programs", registrations.count), ("shares", shares.count),
            ("answers", answers.count), ("tokens", tokens.count), ("trusted directories", trustedPaths.count),
            ("pinned programs", pins.count),
        ]
        for (kind, count) in counts where count > PolicyDocument.maximumEntries { throw .full(kind) }
    }
}
