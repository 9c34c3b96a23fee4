import CWebKit
import Foundation

/// The security of the connection by which a page came.
enum ConnectionState: Equatable {
    /// There is no page, or it is on its way.
    case none
    /// The program's own page, which came by no connection.
    case own
    /// A page on http.
    case insecure(host: String)
    /// A page on https with a trusted certificate.
    case secure(host: String)
    /// A page on https whose certificate the user has accepted.
    case untrusted(host: String)
}

/// A certificate of a website, for people.
struct SiteCertificate {
    /// The name of the owner.
    let subject: String
    /// The name of the authority.
    let issuer: String
    /// The time from which it is valid, and the last.
    let (from, until): (Date?, Date?)
    /// SHA-256 of the certificate in DER, in hexadecimal with colons.
    let fingerprint: String

    /// The longest name that is shown, in characters.
    private static let longest = 200

    init(_ certificate: UnsafeMutablePointer<GTlsCertificate>) {
        subject = Self.text(g_tls_certificate_get_subject_name(certificate))
        issuer = Self.text(g_tls_certificate_get_issuer_name(certificate))
        from = Self.date(g_tls_certificate_get_not_valid_before(certificate))
        until = Self.date(g_tls_certificate_get_not_valid_after(certificate))
        fingerprint = Self.digest(certificate)
    }

    private static func text(_ text: UnsafeMutablePointer<CChar>?) -> String {
        guard let text else { return "" }
        defer { g_free(text) }
        return String(String(cString: text).filter { !$0.isNewline }.prefix(longest))
    }

    private static func date(_ date: OpaquePointer?) -> Date? {
        guard let date else { return nil }
        defer { g_date_time_unref(date) }
        return Date(timeIntervalSince1970: TimeInterval(g_date_time_to_unix(date)))
    }

    private static func digest(_ certificate: UnsafeMutablePointer<GTlsCertificate>) -> String {
        guard let bytes = chatelaine_certificate_bytes(certificate) else { return "" }
        defer { g_byte_array_unref(bytes) }
        guard
            let digest = g_compute_checksum_for_data(
                G_CHECKSUM_SHA256, bytes.pointee.data, gsize(bytes.pointee.len))
        else { return "" }
        defer { g_free(digest) }
        let digits = Array(String(cString: digest).uppercased())
        return stride(from: 0, to: digits.count, by: 2).map { String(digits[$0..<min($0 + 2, digits.count)]) }
            .joined(separator: ":")
    }
}
