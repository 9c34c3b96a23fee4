import Security
import Testing

/// What programs store and compare: the identifiers of algorithms (keychain-services 6.4).
@Suite struct KeyAlgorithmTests {
    private static let hashes = ["SHA1", "SHA224", "SHA256", "SHA384", "SHA512"]

    private func check(_ algorithms: [SecKeyAlgorithm], _ pattern: (String) -> String, from first: Int = 0) {
        #expect(
            algorithms.map { $0.rawValue as String } == Self.hashes.dropFirst(first).map { "algid:" + pattern($0) })
    }

    private static func pss(_ kind: String, _ hash: String) -> String {
        let salt = ["SHA1": 20, "SHA224": 28, "SHA256": 32, "SHA384": 48, "SHA512": 64][hash] ?? 0
        return "sign:RSA:\(kind)-PSS:\(hash):\(hash):\(salt)"
    }

    @Test func signaturesOfRSA() {
        check(
            [
                .rsaSignatureDigestPKCS1v15SHA1, .rsaSignatureDigestPKCS1v15SHA224, .rsaSignatureDigestPKCS1v15SHA256,
                .rsaSignatureDigestPKCS1v15SHA384, .rsaSignatureDigestPKCS1v15SHA512,
            ], { "sign:RSA:digest-PKCS1v15:\($0)" })
        check(
            [
                .rsaSignatureMessagePKCS1v15SHA1, .rsaSignatureMessagePKCS1v15SHA224,
                .rsaSignatureMessagePKCS1v15SHA256,
                .rsaSignatureMessagePKCS1v15SHA384, .rsaSignatureMessagePKCS1v15SHA512,
            ], { "sign:RSA:message-PKCS1v15:\($0)" })
        check(
            [
                .rsaSignatureDigestPSSSHA1, .rsaSignatureDigestPSSSHA224, .rsaSignatureDigestPSSSHA256,
                .rsaSignatureDigestPSSSHA384, .rsaSignatureDigestPSSSHA512,
            ], { Self.pss("digest", $0) })
        check(
            [
                .rsaSignatureMessagePSSSHA1, .rsaSignatureMessagePSSSHA224, .rsaSignatureMessagePSSSHA256,
                .rsaSignatureMessagePSSSHA384, .rsaSignatureMessagePSSSHA512,
            ], { Self.pss("message", $0) })
    }

    @Test func signaturesOnCurves() {
        check(
            [
                .ecdsaSignatureDigestX962SHA1, .ecdsaSignatureDigestX962SHA224, .ecdsaSignatureDigestX962SHA256,
                .ecdsaSignatureDigestX962SHA384, .ecdsaSignatureDigestX962SHA512,
            ], { "sign:ECDSA:digest-X962:\($0)" })
        check(
            [
                .ecdsaSignatureMessageX962SHA1, .ecdsaSignatureMessageX962SHA224, .ecdsaSignatureMessageX962SHA256,
                .ecdsaSignatureMessageX962SHA384, .ecdsaSignatureMessageX962SHA512,
            ], { "sign:ECDSA:message-X962:\($0)" })
        check(
            [
                .ecdsaSignatureDigestRFC4754SHA1, .ecdsaSignatureDigestRFC4754SHA224,
                .ecdsaSignatureDigestRFC4754SHA256, .ecdsaSignatureDigestRFC4754SHA384,
                .ecdsaSignatureDigestRFC4754SHA512,
            ], { "sign:ECDSA:digest-RFC4754:\($0)" })
        check(
            [
                .ecdsaSignatureMessageRFC4754SHA1, .ecdsaSignatureMessageRFC4754SHA224,
                .ecdsaSignatureMessageRFC4754SHA256, .ecdsaSignatureMessageRFC4754SHA384,
                .ecdsaSignatureMessageRFC4754SHA512,
            ], { "sign:ECDSA:message-RFC4754:\($0)" })
    }

    @Test func encryption() {
        check(
            [
                .rsaEncryptionOAEPSHA1, .rsaEncryptionOAEPSHA224, .rsaEncryptionOAEPSHA256, .rsaEncryptionOAEPSHA384,
                .rsaEncryptionOAEPSHA512,
            ], { "encrypt:RSA:OAEP:\($0)" })
        check(
            [
                .rsaEncryptionOAEPSHA1AESGCM, .rsaEncryptionOAEPSHA224AESGCM, .rsaEncryptionOAEPSHA256AESGCM,
                .rsaEncryptionOAEPSHA384AESGCM, .rsaEncryptionOAEPSHA512AESGCM,
            ], { "encrypt:RSA:OAEP:\($0):AESGCM" })
        check(
            [
                .eciesEncryptionStandardX963SHA1AESGCM, .eciesEncryptionStandardX963SHA224AESGCM,
                .eciesEncryptionStandardX963SHA256AESGCM, .eciesEncryptionStandardX963SHA384AESGCM,
                .eciesEncryptionStandardX963SHA512AESGCM,
            ], { "encrypt:ECIES:ECDH:KDFX963:\($0):AESGCM" })
        check(
            [
                .eciesEncryptionCofactorX963SHA1AESGCM, .eciesEncryptionCofactorX963SHA224AESGCM,
                .eciesEncryptionCofactorX963SHA256AESGCM, .eciesEncryptionCofactorX963SHA384AESGCM,
                .eciesEncryptionCofactorX963SHA512AESGCM,
            ], { "encrypt:ECIES:ECDHC:KDFX963:\($0):AESGCM" })
        check(
            [
                .eciesEncryptionStandardVariableIVX963SHA224AESGCM,
                .eciesEncryptionStandardVariableIVX963SHA256AESGCM,
                .eciesEncryptionStandardVariableIVX963SHA384AESGCM,
                .eciesEncryptionStandardVariableIVX963SHA512AESGCM,
            ], { "encrypt:ECIES:ECDH:KDFX963:\($0):AESGCM-KDFIV" }, from: 1)
        check(
            [
                .eciesEncryptionCofactorVariableIVX963SHA224AESGCM,
                .eciesEncryptionCofactorVariableIVX963SHA256AESGCM,
                .eciesEncryptionCofactorVariableIVX963SHA384AESGCM,
                .eciesEncryptionCofactorVariableIVX963SHA512AESGCM,
            ], { "encrypt:ECIES:ECDHC:KDFX963:\($0):AESGCM-KDFIV" }, from: 1)
    }

    @Test func keyExchange() {
        check(
            [
                .ecdhKeyExchangeStandardX963SHA1, .ecdhKeyExchangeStandardX963SHA224,
                .ecdhKeyExchangeStandardX963SHA256, .ecdhKeyExchangeStandardX963SHA384,
                .ecdhKeyExchangeStandardX963SHA512,
            ], { "keyexchange:ECDH:KDFX963:\($0)" })
        check(
            [
                .ecdhKeyExchangeCofactorX963SHA1, .ecdhKeyExchangeCofactorX963SHA224,
                .ecdhKeyExchangeCofactorX963SHA256, .ecdhKeyExchangeCofactorX963SHA384,
                .ecdhKeyExchangeCofactorX963SHA512,
            ], { "keyexchange:ECDHC:KDFX963:\($0)" })
    }

    @Test func others() {
        let all: [(SecKeyAlgorithm, String)] = [
            (.rsaSignatureRaw, "sign:RSA:raw"), (.rsaSignatureDigestPKCS1v15Raw, "sign:RSA:digest-PKCS1v15"),
            (.ecdsaSignatureDigestX962, "sign:ECDSA:digest-X962"),
            (.ecdsaSignatureDigestRFC4754, "sign:ECDSA:digest-RFC4754"),
            (.ecdsaSignatureRFC4754, "sign:ECDSA:RFC4754"),
            (.edDSASignatureMessageCurve25519SHA512, "sign:EdDSA:message-Curve25519:SHA512"),
            (.edDSASignatureMessageCurve448SHAKE256, "sign:EdDSA:message-Curve448:SHAKE256"),
            (.mlDSASignatureMessage, "sign:ML-DSA:message"), (.mlKEM, "kem:ML-KEM"),
            (.rsaEncryptionRaw, "encrypt:RSA:raw"), (.rsaEncryptionPKCS1, "encrypt:RSA:PKCS1"),
            (.ecdhKeyExchangeStandard, "keyexchange:ECDH"), (.ecdhKeyExchangeCofactor, "keyexchange:ECDHC"),
        ]
        for (algorithm, identifier) in all { #expect(algorithm.rawValue as String == "algid:" + identifier) }
    }

    @Test func numbersOfOperationsAndPaddings() {
        let operations: [SecKeyOperationType] = [.sign, .verify, .encrypt, .decrypt, .keyExchange]
        #expect(operations.map(\.rawValue) == [0, 1, 2, 3, 4])
        let paddings: [SecPadding] = [[], .PKCS1, .OAEP, .sigRaw, .PKCS1MD2, .PKCS1MD5, .PKCS1SHA1, .PKCS1SHA512]
        #expect(paddings.map(\.rawValue) == [0, 1, 2, 0x4000, 0x8000, 0x8001, 0x8002, 0x8006])
        #expect(SecKeyKeyExchangeParameter.requestedSize.rawValue as String == "requestedSize")
        #expect(SecKeyKeyExchangeParameter.sharedInfo.rawValue as String == "sharedInfo")
    }
}
