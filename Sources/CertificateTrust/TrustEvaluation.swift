import LibCrypto

/// An evaluation of a certificate: its chain and what is wrong with it.
package struct TrustEvaluation: Sendable {
    /// The certificate in question.
    package let leaf: Certificate
    /// The policies, all of which have to hold.
    package var policies: [TrustPolicy]
    /// The anchors that the program has given.
    package var anchors: [Certificate] = []
    /// Whether the system's and the user's anchors count too.
    package var usesOtherAnchors = true
    /// The system's anchors.
    package var systemAnchors: [Certificate] = []
    /// The user's and the administrator's settings.
    package var settings = TrustSettings()
    /// The moment, in seconds since 1970.
    package var time: Int
    /// Responses about the status of certificates, in DER.
    package var statusResponses: [[UInt8]] = []
    /// Problems that the program accepts.
    package var exceptions = TrustExceptions()

    /// The number of certificates beside the one in question that are used.
    package static let mostCertificates = 100

    private let others: [Certificate]

    /// - Parameters:
    ///   - leaf: the certificate in question.
    ///   - others: certificates that may be in the chain, in any order; the first hundred that can be read are used.
    ///   - time: the moment, in seconds since 1970.
    package init(leaf: Certificate, others: [[UInt8]], policies: [TrustPolicy], time: Int) {
        self.leaf = leaf
        self.policies = policies
        self.time = time
        var seen: Set = [leaf]
        self.others = others.prefix(Self.mostCertificates).compactMap { try? Certificate(der: $0) }.filter {
            seen.insert($0).inserted
        }
    }

    /// Evaluates the certificate.
    ///
    /// - Throws: `.library` if libcrypto could not verify a path, and no other path is trusted. Nothing can accept that.
    package func verdict() throws(TrustError) -> TrustVerdict {
        let userAnchors = usesOtherAnchors ? settings.anchors(for: policies) : []
        var seen: Set<Certificate> = []
        let all = (anchors + userAnchors + (usesOtherAnchors ? systemAnchors : [])).filter { seen.insert($0).inserted }
        var builder = PathBuilder(anchors: all, intermediates: others)
        var best: TrustVerdict?
        var failure: TrustError?
        builder.search(from: leaf) { path in
            do throws(TrustError) {
                let verdict = try judge(path, userAnchors: Set(userAnchors))
                if best.map({ verdict.isBetter(than: $0) }) ?? true { best = verdict }
                return verdict.isTrusted
            } catch {
                failure = error
                return false
            }
        }
        if let failure, best?.isTrusted != true { throw failure }
        if let best { return best }
        return try judge(builder.deadEnd, adding: [TrustProblem(builder.reason, at: builder.deadEnd.count - 1)])
    }

    /// Finds what is wrong with the certificate alone, without its chain: its validity, and what the policies say of it.
    package func ownProblems() -> [TrustProblem] {
        let validity = timeProblems(of: [leaf])
        let others = policies.flatMap { $0.ownProblems(of: leaf) }.map { TrustProblem($0, at: 0) }
        return (validity + others).sorted()
    }

    private func judge(
        _ path: [Certificate], adding found: [TrustProblem] = [], userAnchors: Set<Certificate> = []
    ) throws(TrustError) -> TrustVerdict {
        let status = revocation(of: path)
        var problems =
            try found + findings(of: path) + timeProblems(of: path) + policies.flatMap { $0.problems(of: path) }
            + status.problems
        for (position, certificate) in path.enumerated() where settings.denies(certificate, for: policies) {
            problems.append(TrustProblem(.denied, at: position))
        }
        var seen: Set<TrustProblem> = []
        let remaining = problems.sorted().filter { problem in
            seen.insert(problem).inserted && !isAccepted(problem, in: path)
        }
        // The user has chosen to trust the chain if a setting or an exception decided.
        let isChosen = seen.count > remaining.count || path.last.map(userAnchors.contains) ?? false
        return TrustVerdict(
            chain: path, problems: remaining, isChosen: isChosen, isRevocationChecked: status.isChecked)
    }

    private func isAccepted(_ problem: TrustProblem, in path: [Certificate]) -> Bool {
        guard problem.kind.isRecoverable, path.indices.contains(problem.position) else { return false }
        let certificate = path[problem.position]
        return exceptions.accept(problem.kind, of: certificate)
            || settings.allows(problem.kind, of: certificate, for: policies)
    }

    private func findings(of path: [Certificate]) throws(TrustError) -> [TrustProblem] {
        do throws(CryptoError) {
            let findings = try CertificatePath(try CryptoLibrary.load(), path.map(\.native)).findings()
            return findings.map { TrustProblem(TrustProblem.Kind($0.kind), at: min($0.position, path.count - 1)) }
                + NameConstraints.problems(of: path)
        } catch { throw TrustError.library(error) }
    }

    private func timeProblems(of path: [Certificate]) -> [TrustProblem] {
        path.enumerated().compactMap { position, certificate in
            certificate.contents.timeProblem(at: time).map { TrustProblem($0, at: position) }
        }
    }

    /// Looks up the status of each certificate below the anchor.
    private func revocation(of path: [Certificate]) -> (problems: [TrustProblem], isChecked: Bool) {
        let isRequired = policies.contains(.revocation(requiresAnswer: true))
        guard isRequired || !statusResponses.isEmpty else { return ([], false) }
        let check = StatusCheck(statusResponses, at: time)
        var problems: [TrustProblem] = []
        var isChecked = path.count > 1
        for position in path.indices.dropLast() {
            switch check.status(of: path[position], issuedBy: path[position + 1]) {
            case .good: break
            case .revoked: problems.append(TrustProblem(.revoked, at: position))
            case .unknown:
                isChecked = false
                if isRequired { problems.append(TrustProblem(.revocationUnknown, at: position)) }
            }
        }
        return (problems, isChecked)
    }
}

/// The result of an evaluation.
package struct TrustVerdict: Sendable {
    /// The certificate in question, then its issuer and so on: to the anchor, or as far as issuers were found.
    package let chain: [Certificate]
    /// What is wrong, the gravest first; empty if the chain is trusted.
    package let problems: [TrustProblem]
    /// Whether settings or exceptions of the user were needed for the result.
    package let isChosen: Bool
    /// Whether the status of every certificate below the anchor is known.
    package let isRevocationChecked: Bool

    package var isTrusted: Bool { problems.isEmpty }

    fileprivate func isBetter(than other: TrustVerdict) -> Bool {
        let gravity = { (verdict: TrustVerdict) in verdict.problems.contains { !$0.kind.isRecoverable } ? 1 : 0 }
        return (gravity(self), problems.count) < (gravity(other), other.problems.count)
    }
}

extension TrustProblem.Kind {
    fileprivate init(_ kind: CertificatePath.Finding.Kind) {
        self =
            switch kind {
            case .signature: .badSignature
            case .malformedExtension: .malformed
            case .tooLong: .tooLong
            case .pathLength: .pathLength
            case .criticalExtension: .criticalExtension
            case .policies: .policies
            case .nameConstraints: .nameConstraints
            case .notAnAuthority: .notAnAuthority
            case .proxy: .proxy
            case .other: .other
            }
    }
}
