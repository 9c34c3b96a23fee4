import CLibCrypto

/// An X.509 certificate in libcrypto's memory.
///
/// Specified in: OpenSSL 3.0, X509_new_ex(3), d2i_X509(3), X509_get_extension_flags(3).
package final class NativeCertificate: @unchecked Sendable {
    // Sendable: the certificate is not changed after it was read, and libcrypto locks what it caches.
    let library: CryptoLibrary
    let certificate: OpaquePointer

    /// Reads a certificate.
    ///
    /// - Throws: `.failed` if `der` is not exactly one certificate, or an extension that libcrypto knows is malformed or there twice.
    package init(_ library: CryptoLibrary, der: UnsafeRawBufferPointer) throws(CryptoError) {
        let functions = library.functions.pointee
        certificate = try library.marked { mark throws(CryptoError) in
            let made = try mark.made(functions.X509_new_ex(library.context, nil))
            var target: OpaquePointer? = made
            var position = der.bytes
            let end = der.bytes.map { $0 + der.count }
            // If the bytes are no certificate, libcrypto frees the object and clears the pointer; if only its extensions are bad, it does
            // neither.
            guard functions.d2i_X509(&target, &position, der.count) != nil, let target, position == end,
                functions.X509_get_extension_flags(target) & UInt32(clibcrypto_invalid) == 0
            else {
                functions.X509_free(target)
                throw CryptoError(.failed, detail: "not a certificate")
            }
            return target
        }
        self.library = library
    }

    deinit { library.functions.pointee.X509_free(certificate) }

    /// The relation between two certificates by names and extensions, without a look at the signature.
    package enum Issuing {
        case issued
        /// The key of the certificate above must not sign certificates, as its extension for the use of the key says.
        case mayNotSign
        case notIssued
    }

    /// Whether the certificate says that `issuer` has issued it.
    package func relation(to issuer: NativeCertificate) -> Issuing {
        let functions = library.functions.pointee
        let code =
            (try? library.marked { _ throws(CryptoError) in
                functions.X509_check_issued(issuer.certificate, certificate)
            })
        return switch code {
        case 0: .issued
        case Int32(clibcrypto_error_no_sign): .mayNotSign
        default: .notIssued
        }
    }

    /// Whether the key of `issuer` has signed the certificate.
    package func isSigned(by issuer: NativeCertificate) -> Bool {
        let functions = library.functions.pointee
        let valid = try? library.marked { mark throws(CryptoError) in
            let key = try mark.made(functions.X509_get0_pubkey(issuer.certificate))
            return functions.X509_verify(certificate, key) > 0
        }
        return valid ?? false
    }

    /// Whether the subject's and the issuer's name are the same, and the identifiers of their keys do not say otherwise.
    package var isSelfIssued: Bool {
        library.functions.pointee.X509_get_extension_flags(certificate) & UInt32(clibcrypto_self_signed) != 0
    }

    /// The number of bits of the public key, if it is an RSA key.
    package var rsaBits: Int? { bits("RSA") ?? bits("RSA-PSS") }

    /// The number of bits of the order of the curve, if the public key is one for ECDSA.
    package var curveBits: Int? { bits("EC") }

    /// Whether the public key is one for DSA.
    package var hasDSAKey: Bool { bits("DSA") != nil }

    private func bits(_ type: StaticString) -> Int? {
        let functions = library.functions.pointee
        return try? library.marked { mark throws(CryptoError) in
            let key = try mark.made(functions.X509_get0_pubkey(certificate))
            try mark.check(functions.EVP_PKEY_is_a(key, type.cString) > 0)
            return Int(functions.EVP_PKEY_get_bits(key))
        }
    }

    /// Whether the key may be used for TLS: it signs, enciphers keys or agrees on them. A certificate that says nothing allows all.
    package var allowsTLS: Bool {
        let mask = clibcrypto_digital_signature | clibcrypto_key_encipherment | clibcrypto_key_agreement
        return library.functions.pointee.X509_get_key_usage(certificate) & UInt32(mask) != 0
    }

    /// Whether the key may sign data. A certificate that says nothing allows all.
    package var allowsSignatures: Bool {
        library.functions.pointee.X509_get_key_usage(certificate) & UInt32(clibcrypto_digital_signature) != 0
    }

    /// The purposes that the certificate is limited to; nil if it is not limited.
    package var purposes: CertificatePurposes? {
        let usage = library.functions.pointee.X509_get_extended_key_usage(certificate)
        return usage == UInt32.max ? nil : CertificatePurposes(rawValue: usage)
    }

    /// Whether the certificate's key has made a signature of data.
    ///
    /// - Parameter hash: the hash function; nil for keys that hash the data themselves.
    package func hasSigned(
        _ data: UnsafeRawBufferPointer, signature: UnsafeRawBufferPointer, with hash: HashFunction?
    ) -> Bool {
        let functions = library.functions.pointee
        let valid = try? library.marked { mark throws(CryptoError) in
            let key = try mark.made(functions.X509_get0_pubkey(certificate))
            let context = try mark.made(functions.EVP_MD_CTX_new())
            defer { functions.EVP_MD_CTX_free(context) }
            try mark.check(
                functions.EVP_DigestVerifyInit_ex(context, nil, hash?.name.cString, library.context, nil, key, nil) > 0)
            return functions.EVP_DigestVerify(context, signature.bytes, signature.count, data.bytes, data.count) > 0
        }
        return valid ?? false
    }
}

/// The purposes of a certificate's extended key usage.
package struct CertificatePurposes: OptionSet, Sendable {
    package let rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let server = Self(rawValue: UInt32(clibcrypto_usage_server))
    package static let client = Self(rawValue: UInt32(clibcrypto_usage_client))
    package static let mail = Self(rawValue: UInt32(clibcrypto_usage_mail))
    package static let code = Self(rawValue: UInt32(clibcrypto_usage_code))
    package static let timeStamping = Self(rawValue: UInt32(clibcrypto_usage_time))
    package static let status = Self(rawValue: UInt32(clibcrypto_usage_status))
    /// Every purpose.
    package static let any = Self(rawValue: UInt32(clibcrypto_usage_any))
}
