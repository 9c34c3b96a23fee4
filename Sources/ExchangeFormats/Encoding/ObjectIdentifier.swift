import LibCrypto

/// The contents of object identifiers in DER.
enum ObjectIdentifier {
    private static let rsaDSI: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D]
    private static let pkcs = rsaDSI + [1]
    private static let nistAlgorithms: [UInt8] = [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04]

    // Keys (RFC 8017, RFC 5480, RFC 8410)
    static let rsaEncryption = pkcs + [1, 1]
    static let rsaOAEP = pkcs + [1, 7]
    static let ellipticCurve: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01]
    static let ed25519: [UInt8] = [0x2B, 0x65, 0x70]
    static let x25519: [UInt8] = [0x2B, 0x65, 0x6E]

    // Signatures (RFC 8017, A.2.4; RFC 5758, 3.2)
    static let rsaWithSHA1 = pkcs + [1, 5]
    static let rsaPSS = pkcs + [1, 10]
    static let rsaWithSHA256 = pkcs + [1, 11]
    static let rsaWithSHA384 = pkcs + [1, 12]
    static let rsaWithSHA512 = pkcs + [1, 13]
    static let rsaWithSHA224 = pkcs + [1, 14]
    private static let x962: [UInt8] = [0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x04]
    static let ecdsaWithSHA1 = x962 + [1]
    static let ecdsaWithSHA224 = x962 + [3, 1]
    static let ecdsaWithSHA256 = x962 + [3, 2]
    static let ecdsaWithSHA384 = x962 + [3, 3]
    static let ecdsaWithSHA512 = x962 + [3, 4]

    static func ecdsa(_ hash: HashFunction) -> [UInt8] {
        switch hash {
        case .sha1: ecdsaWithSHA1
        case .sha224: ecdsaWithSHA224
        case .sha256: ecdsaWithSHA256
        case .sha384: ecdsaWithSHA384
        case .sha512: ecdsaWithSHA512
        }
    }

    // Encryption by a password (RFC 8018, RFC 7914)
    static let pbkdf2 = pkcs + [5, 12]
    static let pbes2 = pkcs + [5, 13]
    static let pbmac1 = pkcs + [5, 14]
    static let scrypt: [UInt8] = [0x2B, 0x06, 0x01, 0x04, 0x01, 0xDA, 0x47, 0x04, 0x0B]
    static let aes128 = nistAlgorithms + [1, 2]
    static let aes192 = nistAlgorithms + [1, 22]
    static let aes256 = nistAlgorithms + [1, 42]
    static let aes128GCM = nistAlgorithms + [1, 6]
    static let aes192GCM = nistAlgorithms + [1, 26]
    static let aes256GCM = nistAlgorithms + [1, 46]
    static let tripleDES = rsaDSI + [3, 7]

    // Hash functions, alone and in HMAC
    static let sha1: [UInt8] = [0x2B, 0x0E, 0x03, 0x02, 0x1A]
    static let sha256 = nistAlgorithms + [2, 1]
    static let sha384 = nistAlgorithms + [2, 2]
    static let sha512 = nistAlgorithms + [2, 3]
    static let sha224 = nistAlgorithms + [2, 4]
    static let hmacSHA1 = rsaDSI + [2, 7]
    static let hmacSHA224 = rsaDSI + [2, 8]
    static let hmacSHA256 = rsaDSI + [2, 9]
    static let hmacSHA384 = rsaDSI + [2, 10]
    static let hmacSHA512 = rsaDSI + [2, 11]

    // Contents (RFC 5652)
    static let data = pkcs + [7, 1]
    static let signedData = pkcs + [7, 2]
    static let envelopedData = pkcs + [7, 3]
    static let encryptedData = pkcs + [7, 6]
    static let authEnvelopedData = pkcs + [9, 16, 1, 23]

    // Attributes of signatures (RFC 5652, 11; RFC 8551, 2.5)
    static let contentType = pkcs + [9, 3]
    static let messageDigest = pkcs + [9, 4]
    static let signingTime = pkcs + [9, 5]
    static let capabilities = pkcs + [9, 15]
    static let encryptionKeyPreference = pkcs + [9, 16, 2, 11]

    // Agreement on keys (RFC 5753, 7.1.4; RFC 3565, 2.3.2)
    static let standardDHWithSHA1: [UInt8] = [0x2B, 0x81, 0x05, 0x10, 0x86, 0x48, 0x3F, 0, 2]
    static let cofactorDHWithSHA1: [UInt8] = [0x2B, 0x81, 0x05, 0x10, 0x86, 0x48, 0x3F, 0, 3]
    /// Without the last number, which says which function of SHA-2.
    static let standardDHWithSHA2: [UInt8] = [0x2B, 0x81, 0x04, 0x01, 0x0B]
    static let cofactorDHWithSHA2: [UInt8] = [0x2B, 0x81, 0x04, 0x01, 0x0E]
    static let aes128Wrap = nistAlgorithms + [1, 5]
    static let aes192Wrap = nistAlgorithms + [1, 25]
    static let aes256Wrap = nistAlgorithms + [1, 45]
    static let tripleDESWrap = pkcs + [9, 16, 3, 6]

    // Extensions of certificates (RFC 5280, 4.2.1)
    static let subjectKeyIdentifier: [UInt8] = [0x55, 0x1D, 0x0E]
    static let keyUsage: [UInt8] = [0x55, 0x1D, 0x0F]

    // PKCS #12 (RFC 7292, C; RFC 2985)
    static let friendlyName = pkcs + [9, 20]
    static let localKeyID = pkcs + [9, 21]
    static let x509Certificate = pkcs + [9, 22, 1]
    static let tripleDESOfPKCS12 = pkcs + [12, 1, 3]
    static let doubleDESOfPKCS12 = pkcs + [12, 1, 4]
    static let rc2OfPKCS12 = pkcs + [12, 1, 5]
    static let rc2With40BitsOfPKCS12 = pkcs + [12, 1, 6]
    static let keyBag = pkcs + [12, 10, 1, 1]
    static let shroudedKeyBag = pkcs + [12, 10, 1, 2]
    static let certificateBag = pkcs + [12, 10, 1, 3]
    static let nestedBag = pkcs + [12, 10, 1, 6]
}

/// The tags that the formats use.
enum Tag {
    static let boolean: UInt8 = 0x01
    static let integer: UInt8 = 0x02
    static let bitString: UInt8 = 0x03
    static let octetString: UInt8 = 0x04
    static let null: UInt8 = 0x05
    static let objectIdentifier: UInt8 = 0x06
    static let shortTime: UInt8 = 0x17
    static let time: UInt8 = 0x18
    static let bmpString: UInt8 = 0x1E
    static let sequence: UInt8 = 0x30
    static let set: UInt8 = 0x31
    /// `[0]` with one value in it, or in place of the tag of a sequence or a set.
    static let context0: UInt8 = 0xA0
    static let context1: UInt8 = 0xA1
    static let context2: UInt8 = 0xA2
    static let context3: UInt8 = 0xA3
    /// `[0]` and `[1]` in place of the tag of a string.
    static let string0: UInt8 = 0x80
    static let string1: UInt8 = 0x81
}
