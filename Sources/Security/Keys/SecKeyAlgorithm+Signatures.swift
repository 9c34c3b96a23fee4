// Algorithms of signatures. “Digest” in a name: the caller has hashed the message.
extension SecKeyAlgorithm {
    // MARK: RSA, PKCS #1

    /// A number of the key’s length, without padding.
    public static let rsaSignatureRaw = Self("sign:RSA:raw")
    /// PKCS #1 of any data, without saying which function has hashed it.
    public static let rsaSignatureDigestPKCS1v15Raw = Self("sign:RSA:digest-PKCS1v15")
    /// PKCS #1 of a hash by SHA-1.
    public static let rsaSignatureDigestPKCS1v15SHA1 = Self("sign:RSA:digest-PKCS1v15:SHA1")
    /// PKCS #1 of a hash by SHA-224.
    public static let rsaSignatureDigestPKCS1v15SHA224 = Self("sign:RSA:digest-PKCS1v15:SHA224")
    /// PKCS #1 of a hash by SHA-256.
    public static let rsaSignatureDigestPKCS1v15SHA256 = Self("sign:RSA:digest-PKCS1v15:SHA256")
    /// PKCS #1 of a hash by SHA-384.
    public static let rsaSignatureDigestPKCS1v15SHA384 = Self("sign:RSA:digest-PKCS1v15:SHA384")
    /// PKCS #1 of a hash by SHA-512.
    public static let rsaSignatureDigestPKCS1v15SHA512 = Self("sign:RSA:digest-PKCS1v15:SHA512")
    /// PKCS #1 of a message, hashed by SHA-1.
    public static let rsaSignatureMessagePKCS1v15SHA1 = Self("sign:RSA:message-PKCS1v15:SHA1")
    /// PKCS #1 of a message, hashed by SHA-224.
    public static let rsaSignatureMessagePKCS1v15SHA224 = Self("sign:RSA:message-PKCS1v15:SHA224")
    /// PKCS #1 of a message, hashed by SHA-256.
    public static let rsaSignatureMessagePKCS1v15SHA256 = Self("sign:RSA:message-PKCS1v15:SHA256")
    /// PKCS #1 of a message, hashed by SHA-384.
    public static let rsaSignatureMessagePKCS1v15SHA384 = Self("sign:RSA:message-PKCS1v15:SHA384")
    /// PKCS #1 of a message, hashed by SHA-512.
    public static let rsaSignatureMessagePKCS1v15SHA512 = Self("sign:RSA:message-PKCS1v15:SHA512")

    // MARK: RSA, PSS

    /// PSS of a hash by SHA-1, with a salt of 20 bytes.
    public static let rsaSignatureDigestPSSSHA1 = Self("sign:RSA:digest-PSS:SHA1:SHA1:20")
    /// PSS of a hash by SHA-224, with a salt of 28 bytes.
    public static let rsaSignatureDigestPSSSHA224 = Self("sign:RSA:digest-PSS:SHA224:SHA224:28")
    /// PSS of a hash by SHA-256, with a salt of 32 bytes.
    public static let rsaSignatureDigestPSSSHA256 = Self("sign:RSA:digest-PSS:SHA256:SHA256:32")
    /// PSS of a hash by SHA-384, with a salt of 48 bytes.
    public static let rsaSignatureDigestPSSSHA384 = Self("sign:RSA:digest-PSS:SHA384:SHA384:48")
    /// PSS of a hash by SHA-512, with a salt of 64 bytes.
    public static let rsaSignatureDigestPSSSHA512 = Self("sign:RSA:digest-PSS:SHA512:SHA512:64")
    /// PSS of a message, hashed by SHA-1, with a salt of 20 bytes.
    public static let rsaSignatureMessagePSSSHA1 = Self("sign:RSA:message-PSS:SHA1:SHA1:20")
    /// PSS of a message, hashed by SHA-224, with a salt of 28 bytes.
    public static let rsaSignatureMessagePSSSHA224 = Self("sign:RSA:message-PSS:SHA224:SHA224:28")
    /// PSS of a message, hashed by SHA-256, with a salt of 32 bytes.
    public static let rsaSignatureMessagePSSSHA256 = Self("sign:RSA:message-PSS:SHA256:SHA256:32")
    /// PSS of a message, hashed by SHA-384, with a salt of 48 bytes.
    public static let rsaSignatureMessagePSSSHA384 = Self("sign:RSA:message-PSS:SHA384:SHA384:48")
    /// PSS of a message, hashed by SHA-512, with a salt of 64 bytes.
    public static let rsaSignatureMessagePSSSHA512 = Self("sign:RSA:message-PSS:SHA512:SHA512:64")

    // MARK: ECDSA, ANSI X9.62

    /// ECDSA in DER, of a hash of any length.
    public static let ecdsaSignatureDigestX962 = Self("sign:ECDSA:digest-X962")
    /// ECDSA in DER, of a hash by SHA-1.
    public static let ecdsaSignatureDigestX962SHA1 = Self("sign:ECDSA:digest-X962:SHA1")
    /// ECDSA in DER, of a hash by SHA-224.
    public static let ecdsaSignatureDigestX962SHA224 = Self("sign:ECDSA:digest-X962:SHA224")
    /// ECDSA in DER, of a hash by SHA-256.
    public static let ecdsaSignatureDigestX962SHA256 = Self("sign:ECDSA:digest-X962:SHA256")
    /// ECDSA in DER, of a hash by SHA-384.
    public static let ecdsaSignatureDigestX962SHA384 = Self("sign:ECDSA:digest-X962:SHA384")
    /// ECDSA in DER, of a hash by SHA-512.
    public static let ecdsaSignatureDigestX962SHA512 = Self("sign:ECDSA:digest-X962:SHA512")
    /// ECDSA in DER, of a message, hashed by SHA-1.
    public static let ecdsaSignatureMessageX962SHA1 = Self("sign:ECDSA:message-X962:SHA1")
    /// ECDSA in DER, of a message, hashed by SHA-224.
    public static let ecdsaSignatureMessageX962SHA224 = Self("sign:ECDSA:message-X962:SHA224")
    /// ECDSA in DER, of a message, hashed by SHA-256.
    public static let ecdsaSignatureMessageX962SHA256 = Self("sign:ECDSA:message-X962:SHA256")
    /// ECDSA in DER, of a message, hashed by SHA-384.
    public static let ecdsaSignatureMessageX962SHA384 = Self("sign:ECDSA:message-X962:SHA384")
    /// ECDSA in DER, of a message, hashed by SHA-512.
    public static let ecdsaSignatureMessageX962SHA512 = Self("sign:ECDSA:message-X962:SHA512")

    // MARK: ECDSA, RFC 4754

    /// The older name of the next.
    public static let ecdsaSignatureRFC4754 = Self("sign:ECDSA:RFC4754")
    /// ECDSA of fixed length, of a hash of any length.
    public static let ecdsaSignatureDigestRFC4754 = Self("sign:ECDSA:digest-RFC4754")
    /// ECDSA of fixed length, of a hash by SHA-1.
    public static let ecdsaSignatureDigestRFC4754SHA1 = Self("sign:ECDSA:digest-RFC4754:SHA1")
    /// ECDSA of fixed length, of a hash by SHA-224.
    public static let ecdsaSignatureDigestRFC4754SHA224 = Self("sign:ECDSA:digest-RFC4754:SHA224")
    /// ECDSA of fixed length, of a hash by SHA-256.
    public static let ecdsaSignatureDigestRFC4754SHA256 = Self("sign:ECDSA:digest-RFC4754:SHA256")
    /// ECDSA of fixed length, of a hash by SHA-384.
    public static let ecdsaSignatureDigestRFC4754SHA384 = Self("sign:ECDSA:digest-RFC4754:SHA384")
    /// ECDSA of fixed length, of a hash by SHA-512.
    public static let ecdsaSignatureDigestRFC4754SHA512 = Self("sign:ECDSA:digest-RFC4754:SHA512")
    /// ECDSA of fixed length, of a message, hashed by SHA-1.
    public static let ecdsaSignatureMessageRFC4754SHA1 = Self("sign:ECDSA:message-RFC4754:SHA1")
    /// ECDSA of fixed length, of a message, hashed by SHA-224.
    public static let ecdsaSignatureMessageRFC4754SHA224 = Self("sign:ECDSA:message-RFC4754:SHA224")
    /// ECDSA of fixed length, of a message, hashed by SHA-256.
    public static let ecdsaSignatureMessageRFC4754SHA256 = Self("sign:ECDSA:message-RFC4754:SHA256")
    /// ECDSA of fixed length, of a message, hashed by SHA-384.
    public static let ecdsaSignatureMessageRFC4754SHA384 = Self("sign:ECDSA:message-RFC4754:SHA384")
    /// ECDSA of fixed length, of a message, hashed by SHA-512.
    public static let ecdsaSignatureMessageRFC4754SHA512 = Self("sign:ECDSA:message-RFC4754:SHA512")

    // MARK: Others

    /// Ed25519 of a message.
    public static let edDSASignatureMessageCurve25519SHA512 = Self("sign:EdDSA:message-Curve25519:SHA512")
    /// Ed448 of a message. Not implemented.
    public static let edDSASignatureMessageCurve448SHAKE256 = Self("sign:EdDSA:message-Curve448:SHAKE256")
    /// ML-DSA of a message. Not implemented: OpenSSL 3.0 does not have it.
    public static let mlDSASignatureMessage = Self("sign:ML-DSA:message")
}
