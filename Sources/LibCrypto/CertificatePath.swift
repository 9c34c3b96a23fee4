import CLibCrypto

/// A path of certificates: first the one in question, then its issuer and so on, last the trust anchor.
///
/// Specified in: OpenSSL 3.0, X509_verify_cert(3), X509_VERIFY_PARAM_set_flags(3); RFC 5280, 6.1.
package struct CertificatePath {
    /// A reason for which a path is not valid.
    package struct Finding: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            case signature, tooLong, pathLength, criticalExtension, malformedExtension, policies, nameConstraints
            case notAnAuthority, proxy
            /// Another one.
            case other
        }

        package let kind: Kind
        /// The position of the certificate in the path.
        package let position: Int
        /// libcrypto's text, which contains no data.
        package let detail: String
    }

    private let library: CryptoLibrary
    private let certificates: [NativeCertificate]

    /// - Parameter certificates: at least one.
    package init(_ library: CryptoLibrary, _ certificates: [NativeCertificate]) {
        self.library = library
        self.certificates = certificates
    }

    /// Verifies signatures, authority, path lengths, name constraints, policies and critical extensions. Times are not looked at: libcrypto
    /// does not count the last second of a certificate.
    ///
    /// - Returns: all that is wrong; nothing for a path that is valid.
    package func findings() throws(CryptoError) -> [Finding] {
        guard let leaf = certificates.first, let anchor = certificates.last else {
            throw CryptoError(.failed, detail: "no certificate")
        }
        let functions = library.functions.pointee
        return try library.marked { mark throws(CryptoError) in
            let store = try mark.made(functions.X509_STORE_new())
            defer { functions.X509_STORE_free(store) }
            try mark.check(functions.X509_STORE_add_cert(store, anchor.certificate) > 0)
            // libcrypto would take any certificate with the issuer's name.
            functions.X509_STORE_set_check_issued(store, isNext)
            // A stack of libcrypto's that does not own its elements: `certificates` does.
            let between = try mark.made(functions.OPENSSL_sk_new_null())
            defer { functions.OPENSSL_sk_free(between) }
            for certificate in certificates.dropFirst().dropLast() {
                let element = UnsafeRawPointer(certificate.certificate)
                try mark.check(functions.OPENSSL_sk_push(between, element) > 0)
            }
            let context = try mark.made(functions.X509_STORE_CTX_new_ex(library.context, nil))
            defer { functions.X509_STORE_CTX_free(context) }
            try mark.check(functions.X509_STORE_CTX_init(context, store, leaf.certificate, between) > 0)
            try setParameters(of: context, mark)
            return try verify(context, mark)
        }
    }

    private func setParameters(of context: OpaquePointer, _ mark: ErrorMark) throws(CryptoError) {
        let functions = library.functions.pointee
        let parameters = try mark.made(functions.X509_STORE_CTX_get0_param(context))
        // An anchor need not be a root. Policies count only with the flag: without it libcrypto ignores critical constraints on them.
        let flags = UInt(clibcrypto_partial_chain | clibcrypto_check_policies | clibcrypto_no_time)
        try mark.check(functions.X509_VERIFY_PARAM_set_flags(parameters, flags) > 0)
        functions.X509_VERIFY_PARAM_set_depth(parameters, Int32(clamping: certificates.count))
        // Weak algorithms are found by policies, which differ in what is weak.
        functions.X509_VERIFY_PARAM_set_auth_level(parameters, 0)
    }

    private func verify(_ context: OpaquePointer, _ mark: ErrorMark) throws(CryptoError) -> [Finding] {
        let functions = library.functions.pointee
        let collected = Collected(functions, certificates.map(\.certificate))
        let box = Unmanaged.passUnretained(collected).toOpaque()
        try mark.check(functions.X509_STORE_CTX_set_ex_data(context, 0, box) > 0)
        functions.X509_STORE_CTX_set_verify_cb(context, collect)
        let code = withExtendedLifetime(collected) { functions.X509_verify_cert(context) }
        let chain = functions.X509_STORE_CTX_get0_chain(context)
        guard code > 0 || !collected.findings.isEmpty else { throw CryptoError(.failed) }
        // What was verified is the path that was asked for. Among the other findings are those with which libcrypto ends a path too early.
        if collected.findings.isEmpty || collected.findings.contains(where: { $0.kind == .other }) {
            try mark.check(isWhole(chain))
        }
        return collected.findings
    }

    private func isWhole(_ chain: OpaquePointer?) -> Bool {
        let functions = library.functions.pointee
        guard let chain, Int(functions.OPENSSL_sk_num(chain)) == certificates.count else { return false }
        return certificates.indices.allSatisfy { index in
            functions.OPENSSL_sk_value(chain, Int32(clamping: index))
                == UnsafeMutableRawPointer(certificates[index].certificate)
        }
    }
}

/// The path in question, and what libcrypto has found, as it calls back.
private final class Collected {
    /// More are not kept: a path of ten certificates has not so many.
    private static let most = 256

    private let functions: clibcrypto_functions
    private let path: [OpaquePointer]
    private(set) var findings: [CertificatePath.Finding] = []

    init(_ functions: clibcrypto_functions, _ path: [OpaquePointer]) {
        self.functions = functions
        self.path = path
    }

    /// Returns what a verification has for its callbacks.
    static func of(_ context: OpaquePointer) -> Collected? {
        guard let library = try? CryptoLibrary.load(),
            let box = library.functions.pointee.X509_STORE_CTX_get_ex_data(context, 0)
        else { return nil }
        return Unmanaged.fromOpaque(box).takeUnretainedValue()
    }

    /// Whether one certificate follows another on the path; the last one follows itself, if it is self-signed.
    func isIssuer(_ issuer: OpaquePointer, of subject: OpaquePointer) -> Bool {
        guard let position = path.firstIndex(of: subject) else { return false }
        if subject == issuer { return functions.X509_check_issued(subject, subject) == 0 }
        return path.indices.contains(position + 1) && path[position + 1] == issuer
    }

    func take(_ context: OpaquePointer) {
        guard findings.count < Self.most else { return }
        let code = functions.X509_STORE_CTX_get_error(context)
        let depth = functions.X509_STORE_CTX_get_error_depth(context)
        let text = functions.X509_verify_cert_error_string(Int(code)).map { String(cString: $0) } ?? ""
        let finding = CertificatePath.Finding(
            kind: CertificatePath.Finding.Kind(code), position: max(0, Int(depth)), detail: text)
        if !findings.contains(finding) { findings.append(finding) }
    }
}

/// The callback of a verification: notes an error and goes on, so that all are found.
private func collect(_ isValid: Int32, _ context: OpaquePointer?) -> Int32 {
    guard isValid == 0, let context else { return isValid }
    guard let collected = Collected.of(context) else { return 0 }
    collected.take(context)
    return 1
}

/// The callback with which libcrypto looks for an issuer.
private func isNext(_ context: OpaquePointer?, _ subject: OpaquePointer?, _ issuer: OpaquePointer?) -> Int32 {
    guard let context, let subject, let issuer, let collected = Collected.of(context) else { return 0 }
    return collected.isIssuer(issuer, of: subject) ? 1 : 0
}

extension CertificatePath.Finding.Kind {
    fileprivate init(_ code: Int32) { self = Self.byCode[Int(code)] ?? .other }

    private static let byCode: [Int: Self] = [
        clibcrypto_error_decrypt_signature: .signature,
        clibcrypto_error_issuer_key: .signature,
        clibcrypto_error_signature: .signature,
        clibcrypto_error_too_long: .tooLong,
        clibcrypto_error_path_length: .pathLength,
        clibcrypto_error_no_sign: .notAnAuthority,
        clibcrypto_error_critical: .criticalExtension,
        clibcrypto_error_proxy: .proxy,
        clibcrypto_error_extension: .malformedExtension,
        clibcrypto_error_policy_extension: .policies,
        clibcrypto_error_no_policy: .policies,
        clibcrypto_error_permitted: .nameConstraints,
        clibcrypto_error_excluded: .nameConstraints,
        clibcrypto_error_subtree: .nameConstraints,
        clibcrypto_error_constraint_type: .nameConstraints,
        clibcrypto_error_constraint_syntax: .nameConstraints,
        clibcrypto_error_name_syntax: .nameConstraints,
        clibcrypto_error_authority: .notAnAuthority,
    ]
}
