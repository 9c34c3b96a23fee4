import AppTesting
import Foundation

/// An authority, and a certificate of it with its key, made by OpenSSL.
struct Certificates {
    static let password = "pass of the file"
    /// PEM of the authority, PEM of the certificate, and PKCS #12 with certificate and key.
    let (authority, certificate, identity): (String, String, String)

    init(in directory: String) throws {
        (authority, certificate) = (directory + "/authority.pem", directory + "/leaf.pem")
        identity = directory + "/leaf.p12"
        let (key, request) = (directory + "/leaf.key", directory + "/leaf.csr")
        try Self.openssl(
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30", "-subj",
            "/O=Example/CN=Example Authority", "-keyout", directory + "/authority.key", "-out", authority)
        try Self.openssl(
            "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj",
            "/O=Example/CN=leaf.example",
            "-addext", "subjectAltName=DNS:leaf.example,DNS:www.leaf.example", "-keyout", key, "-out", request)
        try Self.openssl(
            "x509", "-req", "-in", request, "-CA", authority, "-CAkey", directory + "/authority.key", "-days", "20",
            "-copy_extensions", "copy", "-out", certificate)
        try Self.openssl(
            "pkcs12", "-export", "-in", certificate, "-inkey", key, "-passout", "pass:" + Self.password, "-out",
            identity)
    }

    @discardableResult static func openssl(_ words: String...) throws -> String {
        let (output, status) = try ChildProcess.run(["openssl"] + words, variables: ["PATH": "/usr/bin:/bin"])
        guard status == 0 else { throw TestFailure("openssl \(words.first ?? "") ends with \(status): \(output)") }
        return output
    }

    /// The SHA-256 fingerprint of the certificate as the window shows it.
    func fingerprint() throws -> String {
        let output = try Self.openssl("x509", "-in", certificate, "-noout", "-fingerprint", "-sha256")
        let digits = output.split(separator: "=").last?.filter(\.isHexDigit).lowercased() ?? ""
        return stride(from: 0, to: digits.count, by: 4).map { String(digits.dropFirst($0).prefix(4)) }.joined(
            separator: " ")
    }
}
