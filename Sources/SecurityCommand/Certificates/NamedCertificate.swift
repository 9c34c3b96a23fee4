import Crypto
import Foundation
import Security

/// What a keychain has a certificate in: a certificate alone, or an identity.
protocol NamedCertificate {
    var certificate: SecCertificate { get }
    var keychain: KeychainChoice.Named { get }
}

extension NamedCertificate {
    var bytes: Data { SecCertificateCopyData(certificate).copied }

    /// The SHA-1 hash in hexadecimal, by which macOS's commands call a certificate.
    var sha1: String { ValueText.hex(Insecure.SHA1.hash(data: bytes).map { $0 }, upperCase: true) }

    var sha256: String { ValueText.hex(SHA256.hash(data: bytes).map { $0 }, upperCase: true) }

    /// Whether the common name has `part` in it, in any letter case.
    func isNamed(_ part: String) -> Bool {
        certificate.commonName?.range(of: part, options: .caseInsensitive) != nil
    }
}
