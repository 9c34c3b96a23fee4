/// The part of name constraints that libcrypto does not check: a wildcard that stands for an excluded host.
///
/// Specified in: RFC 5280, 4.2.1.10, which does not speak of wildcards.
enum NameConstraints {
    /// Finds wildcards that stand, among others, for a host that an authority above excludes.
    static func problems(of path: [Certificate]) -> [TrustProblem] {
        guard let leaf = path.first, let names = AlternativeNames(leaf.contents) else { return [] }
        let parents = Set(names.hosts.compactMap { wildcardParent($0) })
        guard !parents.isEmpty else { return [] }
        let isExcluded = path.dropFirst().contains { authority in
            excludedHosts(authority.contents).contains { parents.contains(parent($0)) }
        }
        return isExcluded ? [TrustProblem(.nameConstraints, at: 0)] : []
    }

    private static func wildcardParent(_ name: ArraySlice<UInt8>) -> [UInt8]? {
        name.starts(with: [UInt8(ascii: "*"), dot]) ? parent(name) : nil
    }

    /// Returns the name without its first label, in small letters.
    private static func parent(_ name: ArraySlice<UInt8>) -> [UInt8] {
        guard let end = name.firstIndex(of: dot) else { return [] }
        return name[end...].dropFirst().map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
    }

    private static let dot = UInt8(ascii: ".")

    private static func excludedHosts(_ contents: CertificateContents) -> [ArraySlice<UInt8>] {
        guard let value = contents.value(of: [0x55, 0x1d, 0x1e]),
            var lists = DERReader.only(DERTag.sequence, in: value)?.reader
        else { return [] }
        _ = lists.next(DERTag.context(0))
        guard var subtrees = lists.next(DERTag.context(1))?.reader else { return [] }
        var hosts: [ArraySlice<UInt8>] = []
        while var subtree = subtrees.next(DERTag.sequence)?.reader {
            if let name = subtree.next(DERTag.context(2, isConstructed: false)) { hosts.append(name.content) }
        }
        return hosts
    }
}
