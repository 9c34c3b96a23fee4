import ExchangeFormats
import Foundation
import KeychainServices
import LinuxSupport
import Security

/// The certificates and identities that the options of `cms` name.
struct MessageCertificates {
    private let keychains: [KeychainChoice.Named]

    init(_ keychains: [KeychainChoice.Named]) { self.keychains = keychains }

    /// All certificates of the keychains. One that is locked adds none: what is missing shows in what they are needed for.
    func all() -> [SecCertificate] { keychains.flatMap { (try? $0.certificates()) ?? [] } }

    /// All identities, with what messages call them.
    func identities() throws -> [(key: SecKey, certificate: CertificateIdentity)] {
        try StoredIdentity.all(in: keychains).compactMap { identity in
            guard let key = identity.key, let certificate = try? CertificateIdentity(identity.certificate) else {
                return nil
            }
            return (key, certificate)
        }
    }

    /// Returns the identity of a signer.
    func signer(_ options: MessageOptions) throws -> (identity: StoredIdentity, certificate: CertificateIdentity) {
        if let identifier = options.signerKey {
            let title = identifier.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
            return try signer(title) { (try? CertificateIdentity($0.certificate))?.keyIdentifier == identifier }
        }
        let name = options.signer ?? ""
        let labelled = try Set(StoredIdentity.all(in: keychains, where: [kSecAttrLabel: name]).map(\.certificate))
        return try signer(name) { labelled.contains($0.certificate) || $0.certificate.isCalled(name) }
    }

    private func signer(
        _ title: String, where isWanted: (StoredIdentity) -> Bool
    ) throws -> (identity: StoredIdentity, certificate: CertificateIdentity) {
        let found = try StoredIdentity.all(in: keychains).filter(isWanted)
        let chosen = try Self.one(of: found.map(\.certificate), "identity", title)
        guard let identity = found.first(where: { $0.certificate == chosen }) else {
            throw Self.missing("identity", title)
        }
        return (identity, try reading { () throws(ExchangeError) in try CertificateIdentity(chosen) })
    }

    /// Returns a certificate for each of the names or e-mail addresses.
    func recipients(_ names: [String]) throws -> [CertificateIdentity] {
        try names.map { try certificate($0) }
    }

    /// Returns the certificate of a name or an e-mail address.
    func certificate(_ name: String) throws -> CertificateIdentity {
        let found = try StoredCertificate.all(in: keychains) { certificate in
            certificate.item[.label] == .string(name) || certificate.certificate.isCalled(name)
        }
        let chosen = try Self.one(of: found.map(\.certificate), "certificate", name)
        return try reading { () throws(ExchangeError) in try CertificateIdentity(chosen) }
    }

    /// Returns the only certificate; of several, the only one that has not expired.
    private static func one(of certificates: [SecCertificate], _ kind: String, _ name: String) throws -> SecCertificate
    {
        var different: [SecCertificate] = []
        for certificate in certificates where !different.contains(certificate) { different.append(certificate) }
        if different.count > 1 { different = different.filter(\.isValidNow) }
        guard different.count <= 1 else {
            throw Ending(
                1, "security: cms: \"\(UntrustedText.forTerminal(name))\" is ambiguous, matches more than one \(kind)")
        }
        guard let first = different.first else { throw missing(kind, name) }
        return first
    }

    private static func missing(_ kind: String, _ name: String) -> Ending {
        Ending(1, "security: cms: there is no \(kind) \"\(UntrustedText.forTerminal(name))\"")
    }

    /// Returns a certificate and those above it that the keychains have, without the root.
    func chain(of certificate: SecCertificate) -> [[UInt8]] {
        let chain = TrustResult.chain(of: certificate, all())
        let sent = chain.count > 1 && chain.last?.isSelfIssued == true ? chain.dropLast() : chain[...]
        return (sent.isEmpty ? [certificate] : Array(sent)).map(\.bytes)
    }
}

extension CertificateIdentity {
    init(_ certificate: SecCertificate) throws(ExchangeError) { try self.init(certificate.bytes) }
}

extension SecCertificate {
    var bytes: [UInt8] { [UInt8](SecCertificateCopyData(self).copied) }

    /// Whether this is the name that a person sees, the common name, or one of the e-mail addresses in any letter case.
    fileprivate func isCalled(_ name: String) -> Bool {
        if SecCertificateCopySubjectSummary(self).map({ "\($0)" }) == name { return true }
        return commonName == name || emailAddresses.contains { $0.caseInsensitiveCompare(name) == .orderedSame }
    }

    fileprivate var isValidNow: Bool {
        guard let first = SecCertificateCopyNotValidBeforeDate(self),
            let last = SecCertificateCopyNotValidAfterDate(self)
        else { return false }
        return (first as Date) <= Date() && Date() <= (last as Date)
    }

    fileprivate var isSelfIssued: Bool {
        guard let issuer = SecCertificateCopyNormalizedIssuerSequence(self),
            let subject = SecCertificateCopyNormalizedSubjectSequence(self)
        else { return false }
        return issuer.copied == subject.copied
    }
}
