import Crypto
import Foundation
import LinuxSupport
import Security

// Certificates as they are printed.

extension SecCertificate {
    /// PEM, with 64 letters in a line (RFC 7468).
    var pem: String {
        let bytes = SecCertificateCopyData(self).copied
        let text = bytes.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN CERTIFICATE-----\n\(text)\n-----END CERTIFICATE-----\n"
    }

    /// The name, the serial number, the validity, the e-mail addresses and the hash: a line each.
    var text: String {
        var lines = [("Subject", SecCertificateCopySubjectSummary(self).map { "\($0)" } ?? "")]
        if let number = SecCertificateCopySerialNumberData(self, nil)?.copied {
            lines.append(("Serial Number", ValueText.hex(Array(number), upperCase: true)))
        }
        let dates = [
            ("Not Valid Before", SecCertificateCopyNotValidBeforeDate(self)),
            ("Not Valid After", SecCertificateCopyNotValidAfterDate(self)),
        ]
        for (title, date) in dates {
            if let date { lines.append((title, (date as Date).ISO8601Format())) }
        }
        lines += emailAddresses.map { ("Email Address", $0) }
        let hash = SHA256.hash(data: SecCertificateCopyData(self).copied)
        lines.append(("SHA-256", ValueText.hex(Array(hash), upperCase: true)))
        return lines.map { "\($0.0): \(UntrustedText.forTerminal($0.1))\n" }.joined() + "\n"
    }

    /// The e-mail addresses that it is for.
    var emailAddresses: [String] {
        var addresses: CFArray?
        guard SecCertificateCopyEmailAddresses(self, &addresses) == errSecSuccess else { return [] }
        return (addresses as? [NSString])?.map { "\($0)" } ?? []
    }

    /// The common name.
    var commonName: String? {
        var name: CFString?
        guard SecCertificateCopyCommonName(self, &name) == errSecSuccess, let name else { return nil }
        return "\(name)"
    }
}
