import LibCrypto

/// The rules by which a chain is evaluated, in addition to those of X.509.
package enum TrustPolicy: Hashable, Sendable {
    /// Nothing more than X.509 (RFC 5280).
    case basic
    /// A TLS server; with a host also its name.
    case server(host: String?)
    /// A TLS client; with a host also its name.
    case client(host: String?)
    /// S/MIME; with an address also that.
    case mail(address: String?)
    /// Signed programs.
    case code
    /// Time stamps.
    case timeStamping
    /// Revocation.
    case revocation(requiresAnswer: Bool)

    /// The policy's object identifier, among Apple's.
    package var identifier: String {
        let last =
            switch self {
            case .basic: 2
            case .server, .client: 3
            case .mail: 8
            case .code: 16
            case .timeStamping: 20
            case .revocation: 21
            }
        return "1.2.840.113635.100.1.\(last)"
    }

    /// The name that the policy compares: a host or an address; nil for any.
    package var name: String? {
        switch self {
        case .server(let name), .client(let name), .mail(let name): name
        default: nil
        }
    }
}

extension TrustPolicy {
    /// Finds what is wrong with a path by this policy, apart from X.509 and revocation.
    ///
    /// - Parameter path: the certificate in question first, the anchor last.
    func problems(of path: [Certificate]) -> [TrustProblem] {
        guard !isRevocation else { return [] }
        let weak = path.indices.flatMap { position in
            problems(of: path[position], isAnchor: position == path.count - 1).map { TrustProblem($0, at: position) }
        }
        let purposes = path.indices.filter { !allows(path[$0], isLeaf: $0 == 0) }.map { TrustProblem(.purpose, at: $0) }
        return weak + purposes + leafProblems(of: path[0]).map { TrustProblem($0, at: 0) }
    }

    /// Finds what is wrong with a certificate alone: its names, the use of its key, its purposes.
    func ownProblems(of leaf: Certificate) -> [TrustProblem.Kind] {
        (allows(leaf, isLeaf: true) ? [] : [.purpose]) + leafProblems(of: leaf)
            + problems(of: leaf, isAnchor: leaf.isRoot)
    }

    var isRevocation: Bool {
        if case .revocation = self { true } else { false }
    }

    private var isTLS: Bool {
        switch self {
        case .server, .client: true
        default: false
        }
    }

    private func problems(of certificate: Certificate, isAnchor: Bool) -> [TrustProblem.Kind] {
        var kinds: [TrustProblem.Kind] = []
        // An anchor is trusted for being one: its signature proves nothing.
        if !isAnchor, isWeak(certificate.contents.signatureAlgorithm) { kinds.append(.weakSignature) }
        if hasWeakKey(certificate.native) { kinds.append(.weakKey) }
        return kinds
    }

    private func hasWeakKey(_ certificate: NativeCertificate) -> Bool {
        if let bits = certificate.rsaBits { return bits < (isTLS ? 2048 : 1024) }
        if let bits = certificate.curveBits { return bits < (isTLS ? 256 : 224) }
        return certificate.hasDSAKey
    }

    private func isWeak(_ algorithm: SignatureAlgorithm) -> Bool {
        switch algorithm {
        case .md2, .md4, .md5: true
        // Collisions cost tens of thousands of euros. Certificates for mail and programs that are older still have it.
        case .sha1: isTLS
        default: false
        }
    }

    /// Whether the purposes of a certificate include this one. Those of an authority limit all that it issues.
    private func allows(_ certificate: Certificate, isLeaf: Bool) -> Bool {
        guard let purpose else { return true }
        guard let purposes = certificate.native.purposes else { return !isLeaf || !mustNamePurpose }
        return purposes.contains(purpose) || (purposes.contains(.any) && !(isLeaf && mustNamePurpose))
    }

    private var purpose: CertificatePurposes? {
        switch self {
        case .basic, .revocation: nil
        case .server: .server
        case .client: .client
        case .mail: .mail
        case .code: .code
        case .timeStamping: .timeStamping
        }
    }

    /// Whether a certificate without a list of purposes, or with “any” in it, is not for this one.
    private var mustNamePurpose: Bool {
        switch self {
        case .server, .code, .timeStamping: true
        default: false
        }
    }

    private func leafProblems(of leaf: Certificate) -> [TrustProblem.Kind] {
        var kinds: [TrustProblem.Kind] = []
        switch self {
        case .basic, .revocation: return []
        case .server(let host):
            if !leaf.native.allowsTLS { kinds.append(.keyUsage) }
            kinds += hostProblem(of: leaf, host, needsNames: true)
        case .client(let host):
            if !leaf.native.allowsTLS { kinds.append(.keyUsage) }
            kinds += hostProblem(of: leaf, host, needsNames: host != nil)
        case .mail(let address):
            if let address, !hasAddress(leaf, address) { kinds.append(.wrongMail) }
        case .code, .timeStamping:
            if !leaf.native.allowsSignatures { kinds.append(.keyUsage) }
        }
        return kinds
    }

    private func hostProblem(of leaf: Certificate, _ host: String?, needsNames: Bool) -> [TrustProblem.Kind] {
        guard let names = AlternativeNames(leaf.contents) else { return needsNames ? [.noNames] : [] }
        guard let host else { return [] }
        return HostName(host).isAmong(names) ? [] : [.wrongHost]
    }

    /// Compares addresses, ignoring the case of ASCII letters.
    private func hasAddress(_ leaf: Certificate, _ address: String) -> Bool {
        let lowercase = { (byte: UInt8) in (0x41...0x5a).contains(byte) ? byte | 0x20 : byte }
        return AlternativeNames(leaf.contents)?.emails.contains { email in
            email.elementsEqual(address.utf8) { lowercase($0) == lowercase($1) }
        } ?? false
    }
}
