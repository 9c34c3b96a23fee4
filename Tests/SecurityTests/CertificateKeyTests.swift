import Security
import TestSupport
import Testing

/// The public keys of certificates, and what the `openssl` program makes and reads with their private keys.
@Suite struct CertificateKeyTests {
    @Test func keyOfACertificate() throws {
        let certificate = try #require(SecCertificateCreateWithData(nil, SampleCertificate.kim as CFData))
        let key = try #require(SecCertificateCopyKey(certificate))
        let attributes = try #require(SecKeyCopyAttributes(key) as? [String: Any])
        #expect(attributes["kcls"] as? String == "0" && attributes["bsiz"] as? Int == 256)
        // OpenSSL puts the hash of the key into the certificate as the key's id.
        let skid = Data(hex: "179fa412cfc93042 7b4834a91fb654c2fbf43ccd")
        #expect(attributes["klbl"] as? Data == skid)
        #expect(SecCertificateCopyPublicKey(certificate) == key)
        var copied: SecKey?
        #expect(SecCertificateCopyPublicKey(certificate, &copied) == errSecSuccess)
        #expect(copied == key)
    }

    /// A point of another curve has the same length.
    @Test func curvesAreToldByTheirNames() throws {
        let name = Data(hex: "06082a8648ce3d030107")
        var der = SampleCertificate.kim
        let range = try #require(der.range(of: name))
        der[range.upperBound - 1] = 8
        let certificate = try #require(SecCertificateCreateWithData(nil, der as CFData))
        #expect(SecCertificateCopyKey(certificate) == nil)
        var key: SecKey?
        #expect(SecCertificateCopyPublicKey(certificate, &key) == errSecParam)
        #expect(key == nil)
    }

    @Test func aPointThatIsNotOnItsCurveIsNoKey() throws {
        var der = SampleCertificate.kim
        let range = try #require(der.range(of: Data(hex: "a94dbbadc66ac4a9")))
        der[range.lowerBound] ^= 1
        let certificate = try #require(SecCertificateCreateWithData(nil, der as CFData))
        #expect(SecCertificateCopyKey(certificate) == nil)
    }

    private static let hasProgram = ChildProcess.isInstalled("openssl")

    @Test(.enabled(if: hasProgram, "there is no program “openssl”"), arguments: ["rsa:2048", "ec", "ed25519"])
    func theProgramAgrees(kind: String) throws {
        let files = try TemporaryDirectory()
        let (key, message) = (files("key"), Data("a message".utf8))
        let curve = kind == "ec" ? ["-pkeyopt", "ec_paramgen_curve:P-256"] : []
        try openssl(
            ["req", "-x509", "-newkey", kind] + curve
                + ["-nodes", "-subj", "/CN=test", "-keyout", key, "-outform", "DER", "-out", files("certificate")])
        try message.write(to: URL(fileURLWithPath: files("message")))
        let signing = kind == "ed25519" ? ["-rawin"] : ["-rawin", "-digest", "sha256"]
        let paths = ["-in", files("message"), "-out", files("signature")]
        try openssl(["pkeyutl", "-sign", "-inkey", key] + signing + paths)

        let certificate = try #require(SecCertificateCreateWithData(nil, read(files("certificate")) as CFData))
        let publicKey = try #require(SecCertificateCopyKey(certificate))
        let algorithm: SecKeyAlgorithm =
            switch kind {
            case "ec": .ecdsaSignatureMessageX962SHA256
            case "ed25519": .edDSASignatureMessageCurve25519SHA512
            default: .rsaSignatureMessagePKCS1v15SHA256
            }
        try SampleKeys.verify(read(files("signature")), message, publicKey, algorithm)

        guard kind == "rsa:2048" else { return }
        let ciphertext = try SampleKeys.encrypt(message, publicKey, .rsaEncryptionOAEPSHA256)
        try ciphertext.write(to: URL(fileURLWithPath: files("ciphertext")))
        let options = ["rsa_padding_mode:oaep", "rsa_oaep_md:sha256", "rsa_mgf1_md:sha256"]
        try openssl(
            ["pkeyutl", "-decrypt", "-inkey", key, "-in", files("ciphertext"), "-out", files("plaintext")]
                + options.flatMap { ["-pkeyopt", $0] })
        try #expect(read(files("plaintext")) == message)

        // PKCS #1, as SecKeyCreateWithData takes it.
        try openssl(["rsa", "-in", key, "-traditional", "-outform", "DER", "-out", files("pkcs1")])
        let privateKey = try SampleKeys.read(read(files("pkcs1")), kSecAttrKeyTypeRSA, kSecAttrKeyClassPrivate)
        try #expect(SampleKeys.publicHalf(privateKey) == publicKey)
        try SampleKeys.sign(message, privateKey, algorithm).write(to: URL(fileURLWithPath: files("signature")))
        try openssl(
            ["pkeyutl", "-verify", "-inkey", key, "-in", files("message"), "-sigfile", files("signature")] + signing)
    }

    private func openssl(_ words: [String]) throws {
        #expect(try ChildProcess.run(["openssl"] + words, errors: .null).status == 0, "openssl \(words)")
    }

    private func read(_ path: String) throws -> Data { try Data(contentsOf: URL(fileURLWithPath: path)) }
}
