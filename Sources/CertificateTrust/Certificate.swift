import LibCrypto

/// A certificate of a chain.
package final class Certificate: Sendable {
    /// The certificate's bytes.
    package let der: [UInt8]
    /// The hash by which settings and exceptions name it: SHA-256 of the bytes.
    package let fingerprint: [UInt8]
    let contents: CertificateContents
    let native: NativeCertificate

    /// The largest certificate that is read, in bytes.
    package static let maximumSize = 1 << 20

    /// Reads a certificate.
    ///
    /// - Throws: `.malformed`, `.duplicateExtension`, `.library`.
    package init(der: [UInt8]) throws(TrustError) {
        guard der.count <= Self.maximumSize, let contents = CertificateContents(der: der) else {
            throw TrustError.defect(.malformed)
        }
        guard !contents.hasDuplicateExtension else { throw TrustError.defect(.duplicateExtension) }
        do {
            let library = try CryptoLibrary.load()
            fingerprint = try der.withBytes { bytes throws(CryptoError) in try library.hash(bytes, with: .sha256) }
            native = try der.withBytes { bytes throws(CryptoError) in try NativeCertificate(library, der: bytes) }
        } catch {
            if case .failed = error.kind { throw TrustError.defect(.malformed) }
            throw TrustError.library(error)
        }
        self.contents = contents
        self.der = der
    }

    /// Whether both have the same subject and the same key: a path needs no more than one of them.
    func isSameAuthority(as other: Certificate) -> Bool {
        contents.publicKey == other.contents.publicKey && contents.subject == other.contents.subject
    }
}

extension Certificate: Hashable {
    package static func == (one: Certificate, other: Certificate) -> Bool { one.der == other.der }
    package func hash(into hasher: inout Hasher) { hasher.combine(fingerprint) }
}

extension Sequence<UInt8> {
    /// Calls `body` with a copy of the bytes. The buffer is valid during the call.
    func withBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let bytes = Array(self)
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
        defer { copy.deallocate() }
        copy.copyBytes(from: bytes)
        return try body(UnsafeRawBufferPointer(copy))
    }
}

extension Certificate {
    /// Whether the certificate is signed by its own key.
    package var isRoot: Bool { native.isSelfIssued && native.isSigned(by: native) }
}
