import CertificateTrust
import KeychainServices
import LibCrypto
import LinuxSupport
import Security

// The evaluation of certificates.

extension KeychainBackend {
    func evaluate(_ request: TrustRequest) -> TrustOutcome {
        let date = request.date ?? Date()
        do throws(KeychainError) {
            return try Self.outcome(of: request, at: date)
        } catch {
            note(error, in: "SecTrustEvaluateWithError")
            return TrustOutcome(
                result: .otherError, chain: Array(request.certificates.prefix(1)), problems: [], error: NSError(error),
                exceptions: nil, isRevocationChecked: false, date: date)
        }
    }

    private static func outcome(of request: TrustRequest, at date: Date) throws(KeychainError) -> TrustOutcome {
        let evaluation: TrustEvaluation
        do throws(TrustError) {
            evaluation = try TrustEvaluation(request, at: date)
        } catch {
            guard case .defect(let kind) = error, let first = request.certificates.first else {
                throw KeychainError(error)
            }
            return TrustOutcome([TrustProblem(kind, at: 0)], chain: [first], at: date)
        }
        var complete = evaluation
        if complete.usesOtherAnchors { complete.systemAnchors = SystemRoots.current() }
        complete.settings = try withSettings { () throws(TrustSettingsFile.Failure) in try TrustSettingsFile.current() }
        do throws(TrustError) {
            return TrustOutcome(try complete.verdict(), complete, at: date)
        } catch { throw KeychainError(error) }
    }

    func areExceptions(_ data: Data, for certificate: SecCertificate) -> Bool {
        guard let certificate = try? Certificate(certificate) else { return false }
        return TrustExceptions(data, for: certificate) != nil
    }

    func systemRoots() -> [SecCertificate] { SystemRoots.current().compactMap(SecCertificate.init) }
}

extension TrustEvaluation {
    /// Makes the evaluation that a program asks for, without the system's anchors and the settings.
    init(_ request: TrustRequest, at date: Date) throws(TrustError) {
        guard let first = request.certificates.first else { throw TrustError.defect(.malformed) }
        let leaf = try Certificate(first)
        self.init(
            leaf: leaf, others: request.certificates.dropFirst().map { [UInt8]($0.der) },
            policies: request.policies.map(TrustPolicy.init), time: Int(clamping: date))
        // An anchor that cannot be read is none.
        anchors = (request.anchors ?? []).prefix(Self.mostAnchors).compactMap { try? Certificate($0) }
        usesOtherAnchors = !request.isLimitedToAnchors
        statusResponses = request.statusResponses.map { [UInt8]($0) }
        if let data = request.exceptions { exceptions = TrustExceptions(data, for: leaf) ?? TrustExceptions() }
    }

    /// The number of anchors of a program that are used.
    private static var mostAnchors: Int { 4096 }
}

extension Int {
    /// The seconds since 1970 of any date, also of one that is no number or too far away.
    init(clamping date: Date) {
        // timegm(3) and libcrypto agree up to the year 9999.
        let seconds = date.timeIntervalSince1970
        self = seconds.isNaN ? Int.min : Int(Swift.max(-1e11, Swift.min(seconds.rounded(.down), 1e12)))
    }
}

extension Certificate {
    convenience init(_ certificate: SecCertificate) throws(TrustError) { try self.init(der: [UInt8](certificate.der)) }
}

extension SecCertificate {
    convenience init?(_ certificate: Certificate) { try? self.init(der: Data(certificate.der)) }
}

extension TrustPolicy {
    init(_ policy: SecPolicy) {
        switch policy.rules {
        case .basic: self = .basic
        case .ssl(isServer: true, let host): self = .server(host: host)
        case .ssl(isServer: false, let host): self = .client(host: host)
        case .mail(let address): self = .mail(address: address)
        case .code: self = .code
        case .timeStamping: self = .timeStamping
        case .revocation(let flags):
            self = .revocation(requiresAnswer: flags & kSecRevocationRequirePositiveResponse != 0)
        }
    }
}

extension TrustOutcome {
    fileprivate init(_ verdict: TrustVerdict, _ evaluation: TrustEvaluation, at date: Date) {
        self.init(
            verdict.problems, chain: verdict.chain.compactMap(SecCertificate.init), at: date,
            isChosen: verdict.isChosen, exceptions: evaluation.exceptions.encoded(adding: verdict),
            isRevocationChecked: verdict.isRevocationChecked)
    }

    fileprivate init(
        _ problems: [TrustProblem], chain: [SecCertificate], at date: Date, isChosen: Bool = false,
        exceptions: Data? = nil, isRevocationChecked: Bool = false
    ) {
        let told = problems.map { problem in
            Problem(
                position: problem.position, status: problem.kind.status,
                text: problem.kind.reason + "; " + problem.kind.remedy)
        }
        self.init(
            result: SecTrustResultType(problems, isChosen: isChosen), chain: chain, problems: told,
            error: Self.error(told, chain), exceptions: exceptions, isRevocationChecked: isRevocationChecked, date: date
        )
    }

    /// Makes the error of problems, the gravest first.
    private static func error(_ problems: [Problem], _ chain: [SecCertificate]) -> CFError? {
        guard let first = problems.first else { return nil }
        let sentences = problems.map { problem in
            name(of: problem.position, in: chain) + " " + problem.text + " (\(problem.status))"
        }
        let underlying = NSError(
            domain: NSOSStatusErrorDomain, code: Int(first.status),
            userInfo: [NSLocalizedDescriptionKey: sentences.joined(separator: "\n")])
        return NSError(
            domain: NSOSStatusErrorDomain, code: Int(first.status),
            userInfo: [NSLocalizedDescriptionKey: sentences[0], NSUnderlyingErrorKey: underlying])
    }

    /// The certificate as a text, whose name may be any that its author wanted.
    private static func name(of position: Int, in chain: [SecCertificate]) -> String {
        let kind = position == 0 ? "the certificate" : "the issuing certificate \(position)"
        guard chain.indices.contains(position), let subject = chain[position].fields.subject.summary else {
            return kind
        }
        return "\(kind) “\(UntrustedText.forPrompt(subject, limit: 80))”"
    }
}

extension SecTrustResultType {
    fileprivate init(_ problems: [TrustProblem], isChosen: Bool) {
        if problems.isEmpty {
            self = isChosen ? .proceed : .unspecified
        } else if problems.contains(where: { $0.kind == .denied }) {
            self = .deny
        } else {
            self = problems.allSatisfy(\.kind.isRecoverable) ? .recoverableTrustFailure : .fatalTrustFailure
        }
    }
}

extension KeychainError {
    fileprivate init(_ error: TrustError) {
        switch error {
        case .defect(let kind):
            self.init(Code(rawValue: kind.status), "the certificate \(kind.reason)", remedy: kind.remedy)
        case .library(let error):
            let isMissing = error.kind != .failed
            self.init(
                Code(rawValue: isMissing ? errSecUnimplemented : errSecInternal), error.reason, remedy: error.remedy)
        }
    }
}
