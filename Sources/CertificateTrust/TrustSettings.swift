/// What the user or the administrator has decided about certificates.
package struct TrustSettings: Sendable {
    /// The decision of a rule, with Apple's numbers.
    package enum Decision: Int, Codable, Sendable {
        /// A root is trusted.
        case trustRoot = 1
        /// A certificate that is no root is trusted like one.
        case trustAsRoot = 2
        /// A certificate is not trusted, nor what it has issued.
        case deny = 3
        /// Nothing is decided.
        case unspecified = 4
    }

    /// A rule about a certificate.
    package struct Rule: Hashable, Codable, Sendable {
        /// The identifier of the policy for which the rule counts; nil for all.
        package var policy: String?
        /// The host or address for which it counts; nil for all.
        package var name: String?
        package var result: Decision
        /// The status of a problem that does not count; nil for none.
        package var allowedError: Int32?

        package init(policy: String? = nil, name: String? = nil, result: Decision, allowedError: Int32? = nil) {
            self.policy = policy
            self.name = name
            self.result = result
            self.allowedError = allowedError
        }

        fileprivate func concerns(_ other: TrustPolicy) -> Bool {
            guard policy == nil || policy == other.identifier else { return false }
            return name == nil || name?.lowercased() == other.name?.lowercased()
        }
    }

    private var rules: [Certificate: [Rule]] = [:]

    /// The number of certificates about which there can be rules, and of rules about each.
    package static let mostCertificates = 1000
    package static let mostRules = 64

    package init() {}

    /// The certificates about which there are rules.
    package var certificates: [Certificate] { Array(rules.keys) }

    /// The rules about a certificate; none at all mean that it is trusted for everything, nil that nothing was decided.
    package subscript(certificate: Certificate) -> [Rule]? {
        get { rules[certificate] }
        set { rules[certificate] = newValue }
    }

    /// Returns these settings with those of another domain about certificates that these say nothing of.
    package func completed(by others: TrustSettings) -> TrustSettings {
        var all = self
        all.rules.merge(others.rules) { own, _ in own }
        return all
    }

    /// The certificates that are trusted for all these policies.
    func anchors(for policies: [TrustPolicy]) -> [Certificate] {
        rules.keys.filter { certificate in
            policies.allSatisfy { policy in
                let decision = decision(on: certificate, for: policy)
                return decision == .trustRoot || decision == .trustAsRoot
            }
        }
    }

    func denies(_ certificate: Certificate, for policies: [TrustPolicy]) -> Bool {
        policies.contains { decision(on: certificate, for: $0) == .deny }
    }

    /// Whether a problem of a certificate does not count.
    func allows(_ kind: TrustProblem.Kind, of certificate: Certificate, for policies: [TrustPolicy]) -> Bool {
        guard let rules = rules[certificate], !policies.isEmpty else { return false }
        return policies.allSatisfy { policy in
            rules.contains { $0.allowedError == kind.status && $0.result != .deny && $0.concerns(policy) }
        }
    }

    private func decision(on certificate: Certificate, for policy: TrustPolicy) -> Decision {
        guard let rules = rules[certificate] else { return .unspecified }
        // Revocation is no use of a certificate for which it could be trusted or not.
        if case .revocation = policy, !rules.contains(where: { $0.policy == policy.identifier }) { return .trustRoot }
        guard !rules.isEmpty else { return .trustRoot }
        let decisions = rules.filter { $0.concerns(policy) }.map(\.result)
        return decisions.contains(.deny) ? .deny : decisions.first { $0 != .unspecified } ?? .unspecified
    }
}
