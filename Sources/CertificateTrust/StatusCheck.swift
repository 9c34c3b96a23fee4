import LibCrypto

/// The status of certificates, as the responses that the program was given say. Nothing is fetched.
///
/// Specified in: RFC 6960, 3.2, 4.2.2.2.
struct StatusCheck {
    /// The number of responses that are read.
    static let mostResponses = 32
    /// The time by which the clocks of responders may differ, in seconds.
    private static let clockSkew = 300
    /// The time for which a response counts that does not say when there will be another one, in seconds: a week.
    private static let longestAge = 7 * 86_400

    private let responses: [StatusResponse]
    private let time: Int

    init(_ responses: [[UInt8]], at time: Int) {
        self.responses = responses.prefix(Self.mostResponses).compactMap(StatusResponse.init)
        self.time = time
    }

    /// Returns the status of a certificate: revoked if one valid response says so, unknown if none says anything.
    func status(of certificate: Certificate, issuedBy issuer: Certificate) -> CertificateStatus {
        var status = CertificateStatus.unknown
        for response in responses {
            let answers = response.answers.filter { isCurrent($0) && $0.concerns(certificate, issuer) }
            guard !answers.isEmpty, isSigned(response, for: issuer) else { continue }
            if answers.contains(where: { $0.status == .revoked }) { return .revoked }
            if answers.contains(where: { $0.status == .good }) { status = .good }
        }
        return status
    }

    private func isCurrent(_ answer: StatusResponse.Answer) -> Bool {
        let end = answer.nextUpdate ?? answer.thisUpdate + Self.longestAge
        return answer.thisUpdate - Self.clockSkew <= time && time <= end + Self.clockSkew
    }

    /// Whether the issuer has signed the response, or a responder to which the issuer itself has delegated that.
    private func isSigned(_ response: StatusResponse, for issuer: Certificate) -> Bool {
        if isSigned(response, by: issuer) { return true }
        return response.certificates.contains { der in
            guard let responder = try? Certificate(der: der), isDelegate(responder, of: issuer) else { return false }
            return isSigned(response, by: responder)
        }
    }

    private func isDelegate(_ responder: Certificate, of issuer: Certificate) -> Bool {
        guard let purposes = responder.native.purposes, purposes.contains(.status), responder.native.allowsSignatures,
            let library = try? CryptoLibrary.load(),
            let findings = try? CertificatePath(library, [responder.native, issuer.native]).findings(),
            responder.contents.timeProblem(at: time) == nil
        else { return false }
        // What is wrong with the issuer is found on the path that it is on.
        return findings.allSatisfy { $0.position > 0 && $0.kind != .signature }
    }

    private func isSigned(_ response: StatusResponse, by signer: Certificate) -> Bool {
        let hash: HashFunction?
        switch response.algorithm {
        case .rsa(let name), .ecdsa(let name): hash = name.function
        case .ed25519: hash = nil
        case .md2, .md4, .md5, .sha1, .other: return false
        }
        return response.signed.withBytes { signed in
            response.signature.withBytes { signer.native.hasSigned(signed, signature: $0, with: hash) }
        }
    }
}

extension SignatureAlgorithm.HashName {
    fileprivate var function: HashFunction {
        switch self {
        case .sha256: .sha256
        case .sha384: .sha384
        case .sha512: .sha512
        }
    }
}

extension StatusResponse.Answer {
    /// Whether the answer is about this certificate of this issuer.
    fileprivate func concerns(_ certificate: Certificate, _ issuer: Certificate) -> Bool {
        guard serialNumber == certificate.contents.serialNumber, let library = try? CryptoLibrary.load() else {
            return false
        }
        let digest = { (bytes: ArraySlice<UInt8>) in
            try? bytes.withBytes { bytes throws(CryptoError) in try library.hash(bytes, with: hash) }
        }
        return digest(certificate.contents.issuer).map { issuerName.elementsEqual($0) } ?? false
            && digest(issuer.contents.publicKey).map { issuerKey.elementsEqual($0) } ?? false
    }
}
