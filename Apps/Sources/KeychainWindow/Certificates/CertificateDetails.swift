import AgentClient
import Crypto
import Foundation
import KeychainServices
import Security

/// What a certificate says, and whether it is trusted.
struct CertificateDetails: Sendable {
    /// A certificate of the chain.
    struct Link: Sendable, Equatable {
        let title: String
        /// What is wrong with it; `nil` if nothing is.
        let problem: String?
    }

    let summary: String
    let names: CertificateNames
    let notBefore: Date?
    let notAfter: Date?
    let serialNumber: String
    let sha1: String
    let sha256: String
    /// The certificate, its issuer and so on, as far as they were found.
    let chain: [Link]
    /// Why it is not trusted; `nil` if it is.
    let problem: String?

    /// Reads a certificate, and evaluates it with the others of its keychain. Blocks.
    ///
    /// - Returns: `nil` if the data is no certificate.
    init?(_ data: Data, in keychain: OwnerKeychain) {
        guard let certificate = SecCertificateCreateWithData(nil, data as NSData) else { return nil }
        summary = SecCertificateCopySubjectSummary(certificate).map { AttributeText.safe("\($0)") } ?? ""
        names = CertificateNames(der: data)
        notBefore = SecCertificateCopyNotValidBeforeDate(certificate).map { $0 as Date }
        notAfter = SecCertificateCopyNotValidAfterDate(certificate).map { $0 as Date }
        let serial = SecCertificateCopySerialNumberData(certificate, nil).map { [UInt8]($0 as Data) } ?? []
        serialNumber = AttributeText.hexadecimal(serial)
        sha1 = AttributeText.hexadecimal(Array(Insecure.SHA1.hash(data: data)))
        sha256 = AttributeText.hexadecimal(Array(SHA256.hash(data: data)))
        (chain, problem) = Self.evaluate(certificate, Self.others(in: keychain))
    }

    /// The other certificates of the keychain that may be in the chain.
    private static func others(in keychain: OwnerKeychain) -> [SecCertificate] {
        let query = Query(.certificate, synchronizable: .any, limit: .atMost(100))
        let items = try? keychain.keychain.items(
            matching: query, reading: .data, with: Authentication(interaction: .skip))
        return (items ?? []).compactMap { item in
            item.data.flatMap { SecCertificateCreateWithData(nil, $0 as NSData) }
        }
    }

    private static func evaluate(_ certificate: SecCertificate, _ others: [SecCertificate]) -> ([Link], String?) {
        let all = [certificate] + others.filter { $0 != certificate }
        var trust: SecTrust?
        guard SecTrustCreateWithCertificates(all as NSArray, SecPolicyCreateBasicX509(), &trust) == errSecSuccess,
            let trust
        else { return ([], "") }
        var error: CFError?
        let isTrusted = SecTrustEvaluateWithError(trust, &error)
        let properties = SecTrustCopyProperties(trust).map { $0 as? [NSDictionary] ?? [] } ?? []
        let links = properties.map { entry in
            Link(title: Self.text(entry, kSecPropertyTypeTitle) ?? "", problem: Self.text(entry, kSecPropertyTypeError))
        }
        let reason = error.map { Self.sentence($0.localizedDescription) } ?? ""
        return (links, isTrusted ? nil : reason)
    }

    private static func text(_ entry: NSDictionary, _ key: CFString) -> String? {
        entry.object(forKey: key).map { key == kSecPropertyTypeError ? sentence("\($0)") : AttributeText.safe("\($0)") }
    }

    /// The first part of a reason: what follows is advice for authors of programs.
    private static func sentence(_ reason: String) -> String {
        let first = reason.prefix { $0 != ";" }
        return AttributeText.safe(first.prefix(1).uppercased() + first.dropFirst())
    }
}
