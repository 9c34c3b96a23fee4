import LinuxSupport

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
        /// The path of the program for which it counts; nil for all.
        package var application: String?
        package var result: Decision
        /// The status of a problem that does not count; nil for none.
        package var allowedError: Int32?

        package init(
            policy: String? = nil, name: String? = nil, application: String? = nil, result: Decision,
            allowedError: Int32? = nil
        ) {
            self.policy = policy
            self.name = name
            self.application = application
            self.result = result
            self.allowedError = allowedError
        }

        fileprivate func concerns(_ other: TrustPolicy) -> Bool {
            guard policy == nil || policy == other.identifier,
                application == nil || application == TrustSettings.thisProgram
            else { return false }
            guard let name else { return true }
            return other.name.map { HostName.isSame(name, $0) } ?? false
        }
    }

    /// The path of this program's executable.
    private static let thisProgram = InstalledProgram.ownPath

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

    /// Returns these settings, the user's, with the administrator's about certificates that these say nothing of. What the administrator
    /// denies stays denied: any program of the user can write these.
    package func completed(by administrators: TrustSettings) -> TrustSettings {
        var all = self
        all.rules.merge(administrators.rules) { own, others in
            let denials = others.filter { $0.result == .deny }
            // No rules at all are trust for everything, which has to be said beside others.
            return denials.isEmpty ? own : denials + (own.isEmpty ? [Rule(result: .trustRoot)] : own)
        }
        return all
    }

    /// The certificates that are trusted for all these policies.
    func anchors(for policies: [TrustPolicy]) -> [Certificate] {
        rules.keys.filter { certificate in
            Self.uses(policies).allSatisfy { policy in
                let decision = decision(on: certificate, for: policy)
                return decision == .trustRoot || decision == .trustAsRoot
            }
        }
    }

    func denies(_ certificate: Certificate, for policies: [TrustPolicy]) -> Bool {
        (policies + Self.uses(policies)).contains { decision(on: certificate, for: $0) == .deny }
    }

    /// Whether a problem of a certificate does not count.
    func allows(_ kind: TrustProblem.Kind, of certificate: Certificate, for policies: [TrustPolicy]) -> Bool {
        guard let rules = rules[certificate] else { return false }
        return Self.uses(policies).allSatisfy { policy in
            rules.contains { $0.allowedError == kind.status && $0.result != .deny && $0.concerns(policy) }
        }
    }

    /// The policies that say what a certificate is used for: revocation does not. Without any it is X.509 alone.
    private static func uses(_ policies: [TrustPolicy]) -> [TrustPolicy] {
        let uses = policies.filter { !$0.isRevocation }
        return uses.isEmpty ? [.basic] : uses
    }

    private func decision(on certificate: Certificate, for policy: TrustPolicy) -> Decision {
        guard let rules = rules[certificate] else { return .unspecified }
        guard !rules.isEmpty else { return .trustRoot }
        let decisions = rules.filter { $0.concerns(policy) }.map(\.result)
        return decisions.contains(.deny) ? .deny : decisions.first { $0 != .unspecified } ?? .unspecified
    }
}
