import LibCrypto

/// A search for paths from a certificate to an anchor.
///
/// libcrypto's own search takes one issuer at each step and does not come back if it was the wrong one. This one tries all, within limits.
struct PathBuilder {
    /// The number of certificates in a path.
    static let mostCertificates = 10
    /// The number of signatures that are verified while searching.
    static let mostSignatures = 128
    /// The number of steps of the search.
    static let mostSteps = 512
    /// The number of paths that are examined.
    static let mostPaths = 16

    private struct Edge: Hashable {
        let subject: ObjectIdentifier
        let issuer: ObjectIdentifier
    }

    private let anchors: [Certificate]
    private let intermediates: [Certificate]
    private let isAnchor: Set<Certificate>
    private var verified: [Edge: Bool] = [:]
    private(set) var signatures = 0
    private var steps = 0
    private(set) var paths = 0
    /// The longest path that leads to no anchor.
    private(set) var deadEnd: [Certificate] = []
    private var obstacle = TrustProblem.Kind.missingIssuer
    /// Whether a limit has ended the search.
    private var isExhausted = false

    /// Why the search went no further there.
    var reason: TrustProblem.Kind { isExhausted ? .tooLong : obstacle }

    init(anchors: [Certificate], intermediates: [Certificate]) {
        self.anchors = anchors
        self.intermediates = intermediates
        isAnchor = Set(anchors)
    }

    /// Searches the paths from a certificate; shorter ways to an anchor come first.
    ///
    /// - Parameter visit: receives each path, and returns whether the search is to end.
    mutating func search(from leaf: Certificate, _ visit: ([Certificate]) -> Bool) { _ = extend([leaf], visit) }

    private mutating func extend(_ path: [Certificate], _ visit: ([Certificate]) -> Bool) -> Bool {
        steps += 1
        guard let last = path.last, steps <= Self.mostSteps, paths < Self.mostPaths else {
            isExhausted = true
            return true
        }
        if isAnchor.contains(last) {
            paths += 1
            if visit(path) { return true }
        }
        guard path.count < Self.mostCertificates else {
            note(path, .tooLong)
            return false
        }
        var found = false
        var obstacle = TrustProblem.Kind.missingIssuer
        for issuer in anchors + intermediates where !path.contains(where: { $0.isSameAuthority(as: issuer) }) {
            switch relation(last, issuer) {
            case .issued:
                found = true
                if extend(path + [issuer], visit) { return true }
            case .mayNotSign: obstacle = .issuerMayNotSign
            case .badSignature: if obstacle == .missingIssuer { obstacle = .badSignature }
            case .unrelated: break
            }
        }
        guard !found else { return false }
        note(path, last.isRoot ? .rootNotTrusted : obstacle)
        return false
    }

    private mutating func note(_ path: [Certificate], _ obstacle: TrustProblem.Kind) {
        guard path.count > deadEnd.count else { return }
        deadEnd = path
        self.obstacle = obstacle
    }

    private enum Relation { case issued, mayNotSign, badSignature, unrelated }

    private mutating func relation(_ subject: Certificate, _ issuer: Certificate) -> Relation {
        switch subject.native.relation(to: issuer.native) {
        case .notIssued: return .unrelated
        case .mayNotSign: return .mayNotSign
        case .issued: break
        }
        let edge = Edge(subject: ObjectIdentifier(subject), issuer: ObjectIdentifier(issuer))
        if let known = verified[edge] { return known ? .issued : .badSignature }
        guard signatures < Self.mostSignatures else {
            isExhausted = true
            return .unrelated
        }
        signatures += 1
        let isValid = subject.native.isSigned(by: issuer.native)
        verified[edge] = isValid
        return isValid ? .issued : .badSignature
    }
}
