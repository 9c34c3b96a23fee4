import CWebKit
import Foundation
import GtkSupport

/// The reasons for which a certificate is not trusted, for people.
@MainActor enum CertificateProblem {
    /// - Parameter errors: `GTlsCertificateFlags`.
    static func texts(_ errors: UInt32) -> [String] {
        let reasons: [(GTlsCertificateFlags, String)] = [
            (G_TLS_CERTIFICATE_UNKNOWN_CA, text("No authority that this computer trusts has signed the certificate.")),
            (G_TLS_CERTIFICATE_BAD_IDENTITY, text("The certificate is for another website.")),
            (G_TLS_CERTIFICATE_NOT_ACTIVATED, text("The certificate is not valid yet.")),
            (G_TLS_CERTIFICATE_EXPIRED, text("The certificate has expired.")),
            (G_TLS_CERTIFICATE_REVOKED, text("The certificate was revoked.")),
            (G_TLS_CERTIFICATE_INSECURE, text("The certificate uses an insecure algorithm.")),
        ]
        let found = reasons.filter { errors & $0.0.rawValue != 0 }.map(\.1)
        return found.isEmpty ? [text("The certificate cannot be verified.")] : found
    }
}

@MainActor extension SiteCertificate {
    /// What a person can compare, in lines.
    var lines: [String] {
        var lines = [
            text("Owner: {name}", ["name": subject]), text("Signed by: {name}", ["name": issuer]),
        ]
        if let from, let until {
            lines.append(
                text("Valid from {from} to {until}", ["from": Self.day(from), "until": Self.day(until)]))
        }
        return lines + [text("SHA-256: {fingerprint}", ["fingerprint": fingerprint])]
    }

    private static func day(_ date: Date) -> String {
        date.formatted(.iso8601.year().month().day())
    }
}
