extension SharedDomains {
    /// The maximum size of a file, in bytes: about 10,000 domains.
    public static let mostBytes = 262_144

    /// Returns the table with the changes of a file.
    ///
    /// - Parameter file: UTF-8 text of at most 262,144 bytes, in the format of website-matching 6.
    /// - Throws: the error of the first invalid line; the whole file is then ignored.
    public func applying(_ file: some Collection<UInt8>) throws(SharedDomainsError) -> SharedDomains {
        guard file.count <= Self.mostBytes else { throw SharedDomainsError(line: nil, reason: .tooLarge) }
        var table = self
        for (index, line) in file.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            do throws(SharedDomainsError.Reason) {
                try table.apply(line: line)
            } catch {
                throw SharedDomainsError(line: index + 1, reason: error)
            }
        }
        return table
    }

    private mutating func apply(line: some Collection<UInt8>) throws(SharedDomainsError.Reason) {
        let text = String(decoding: line, as: UTF8.self)
        // Decoding replaces invalid UTF-8 by this character.
        guard !text.unicodeScalars.contains("\u{FFFD}") else { throw .notText }
        let content = text.prefix { $0 != "#" }
        let words = content.split { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\u{FEFF}" }
        guard words.contains(where: { $0.hasPrefix("-") }) else {
            return try apply(group: words)
        }
        for word in words {
            guard word.hasPrefix("-") else { throw .mixedLine }
            try apply(removal: word.dropFirst())
        }
    }

    private mutating func apply(group words: [Substring]) throws(SharedDomainsError.Reason) {
        guard !words.isEmpty else { return }
        guard words.count <= Self.mostInGroup else { throw .groupTooLarge }
        var domains: [String] = []
        for word in words { domains.append(try Self.domain(word)) }
        guard Set(domains).count > 1 else { throw .singleDomain }
        guard join(domains) else { throw .groupTooLarge }
    }

    private mutating func apply(removal word: Substring) throws(SharedDomainsError.Reason) {
        guard word != "*" else { return removeAll() }
        guard remove(try Self.domain(word)) else { throw .inNoGroup }
    }

    /// Parses a domain. It has to be registrable: a group with public suffixes or hosts below a domain would share
    /// credentials between unrelated owners.
    private static func domain(_ word: Substring) throws(SharedDomainsError.Reason) -> String {
        guard let host = try? WebHost(Array(word.utf8)[...]), host.registrableDomain == host.name,
            PublicSuffixList.system.hasICANNSuffix(host.name)
        else { throw .noRegistrableDomain }
        return host.name
    }
}

/// An error in a file of shared domains.
public struct SharedDomainsError: Error, Hashable, Sendable {
    /// The kinds of errors.
    public enum Reason: Error, Hashable, Sendable {
        /// The file has over 262,144 bytes.
        case tooLarge
        /// A line is not UTF-8.
        case notText
        /// A group has only one domain.
        case singleDomain
        /// A group would have more than 64 domains.
        case groupTooLarge
        /// A word is not a registrable domain: it is a public suffix, a host below a domain, an address, or no name at
        /// all.
        case noRegistrableDomain
        /// A line both adds and removes domains.
        case mixedLine
        /// A domain to remove is in no group.
        case inNoGroup
    }

    /// The line number, from 1; `nil` for an error of the file as a whole.
    public let line: Int?
    /// The reason.
    public let reason: Reason
}

extension SharedDomainsError: CustomStringConvertible {
    /// The line, the reason and a remedy.
    public var description: String { (line.map { "line \($0): " } ?? "") + reason.description }
}

extension SharedDomainsError.Reason: CustomStringConvertible {
    /// The reason and a remedy.
    public var description: String {
        switch self {
        case .tooLarge: "the file has over 262,144 bytes: shorten it"
        case .notText: "this is not UTF-8: save the file as UTF-8"
        case .singleDomain: "a group needs two domains or more: write them all into one line"
        case .groupTooLarge: "the group would have over 64 domains: remove some"
        case .noRegistrableDomain: "each word has to be a registrable domain, such as example.co.uk"
        case .mixedLine: "the line both adds and removes domains: write two lines"
        case .inNoGroup: "a domain to remove is in no group: delete it from the line"
        }
    }
}
