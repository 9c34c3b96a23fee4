import CLibCrypto

/// A hash function.
package enum HashFunction: String, CaseIterable, Hashable, Sendable {
    case sha1 = "SHA1"
    case sha224 = "SHA224"
    case sha256 = "SHA256"
    case sha384 = "SHA384"
    case sha512 = "SHA512"

    /// The name in OpenSSL.
    package var name: StaticString {
        switch self {
        case .sha1: "SHA1"
        case .sha224: "SHA224"
        case .sha256: "SHA256"
        case .sha384: "SHA384"
        case .sha512: "SHA512"
        }
    }

    /// The number of bytes of a hash.
    package var byteCount: Int {
        switch self {
        case .sha1: 20
        case .sha224: 28
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        }
    }
}

extension CryptoLibrary {
    /// Returns the hash of `data`.
    package func hash(_ data: UnsafeRawBufferPointer, with function: HashFunction) throws(CryptoError) -> [UInt8] {
        let library = functions.pointee
        return try marked { mark throws(CryptoError) in
            let algorithm = try mark.found(
                library.EVP_MD_fetch(context, function.name.cString, nil), function.name)
            defer { library.EVP_MD_free(algorithm) }
            var succeeded = false
            let digest = [UInt8](unsafeUninitializedCapacity: function.byteCount) { digest, count in
                succeeded =
                    library.EVP_Digest(
                        data.baseAddress, data.count, digest.baseAddress, nil, algorithm, nil) > 0
                count = succeeded ? function.byteCount : 0
            }
            try mark.check(succeeded)
            return digest
        }
    }
}

extension StaticString {
    /// The text for C: a literal ends with a zero byte.
    var cString: UnsafePointer<CChar> {
        UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
    }
}
