import CCommonCrypto
import Testing

/// Keys from passwords, and random bytes.
@Suite struct KeyDerivationTests {
    private func key(
        _ password: String, _ salt: String, _ function: Int, _ rounds: UInt32, _ count: Int
    ) -> (status: Int32, key: [UInt8]) {
        var key = [UInt8](repeating: 0, count: count)
        let status = CCKeyDerivationPBKDF(
            CCPBKDFAlgorithm(kCCPBKDF2), password, password.utf8.count, Array(salt.utf8), salt.utf8.count,
            CCPseudoRandomAlgorithm(function), rounds, &key, count)
        return (status, key)
    }

    /// RFC 6070 for SHA-1; RFC 7914, section 11, for SHA-256.
    @Test(
        arguments: [
            ("password", "salt", kCCPRFHmacAlgSHA1, 1, "0c60c80f961f0e71f3a9b524af6012062fe037a6"),
            ("password", "salt", kCCPRFHmacAlgSHA1, 2, "ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957"),
            ("password", "salt", kCCPRFHmacAlgSHA1, 4096, "4b007901b765489abead49d926f721d065a429c1"),
            (
                "passwordPASSWORDpassword", "saltSALTsaltSALTsaltSALTsaltSALTsalt", kCCPRFHmacAlgSHA1, 4096,
                "3d2eec4fe41c849b80c8d83662c0e44a8b291a964cf2f07038"
            ),
            ("pass\0word", "sa\0lt", kCCPRFHmacAlgSHA1, 4096, "56fa6aa75548099dcc37d7f03425e0c3"),
            (
                "passwd", "salt", kCCPRFHmacAlgSHA256, 1,
                """
                55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc
                49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783
                """
            ),
            (
                "Password", "NaCl", kCCPRFHmacAlgSHA256, 80000,
                """
                4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56
                a1d425a1225833549adb841b51c9b3176a272bdebba1d078478f62b397f33c8d
                """
            ),
        ] as [(String, String, Int, UInt32, String)])
    func keysAreTheStandards(password: String, salt: String, function: Int, rounds: UInt32, expected: String) {
        let (status, key) = key(password, salt, function, rounds, bytes(expected).count)
        #expect(status == kCCSuccess)
        #expect(key == bytes(expected))
    }

    /// Short values are the caller's choice; hashlib.pbkdf2_hmac of Python 3.11 gives the same.
    @Test(
        arguments: [
            ("", "", kCCPRFHmacAlgSHA224, "107246fb539a69ada433332275865a3e8ca11562"),
            ("p", "", kCCPRFHmacAlgSHA384, "2eb3c12f41c09fbf0c9033f413ed63412f815997"),
            ("", "s", kCCPRFHmacAlgSHA512, "b481a6217d7a1e4c04715b9bdaa74c0dc04a1022"),
        ])
    func shortValues(password: String, salt: String, function: Int, expected: String) {
        let (status, key) = key(password, salt, function, 1, 1 + bytes(expected).count)
        #expect(status == kCCSuccess)
        #expect(key.dropLast() == bytes(expected)[...])
    }

    @Test func wrongArgumentsAreRefused() {
        #expect(key("p", "s", kCCPRFHmacAlgSHA1, 0, 16).status == kCCParamError)
        #expect(key("p", "s", 0, 1, 16).status == kCCParamError)
        #expect(key("p", "s", 6, 1, 16).status == kCCParamError)
        #expect(key("p", "s", kCCPRFHmacAlgSHA1, 1, 0).status == kCCParamError)
        var key = [UInt8](repeating: 0, count: 16)
        let function = CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256)
        #expect(CCKeyDerivationPBKDF(1, "p", 1, [1], 1, function, 1, &key, 16) == kCCParamError)
        #expect(CCKeyDerivationPBKDF(2, nil, 1, [1], 1, function, 1, &key, 16) == kCCParamError)
        #expect(CCKeyDerivationPBKDF(2, "p", 1, nil, 1, function, 1, &key, 16) == kCCParamError)
        #expect(CCKeyDerivationPBKDF(2, "p", 1, [1], 1, function, 1, nil, 16) == kCCParamError)
        #expect(key == [UInt8](repeating: 0, count: 16))
    }

    @Test func roundsAreCalibrated() {
        let function = CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256)
        #expect(CCCalibratePBKDF(CCPBKDFAlgorithm(kCCPBKDF2), 8, 8, function, 32, 1) >= 10_000)
        // A quarter of an hour takes more rounds on every machine.
        #expect(CCCalibratePBKDF(CCPBKDFAlgorithm(kCCPBKDF2), 8, 8, function, 32, 1_000_000) > 100_000)
        #expect(CCCalibratePBKDF(CCPBKDFAlgorithm(kCCPBKDF2), 8, 8, 0, 32, 100) == 0)
        #expect(CCCalibratePBKDF(CCPBKDFAlgorithm(kCCPBKDF2), .max, 8, function, 32, 100) == 0)
    }

    @Test func randomBytesDiffer() {
        var (one, other) = ([UInt8](repeating: 0, count: 32), [UInt8](repeating: 0, count: 32))
        #expect(CCRandomGenerateBytes(&one, 31) == kCCSuccess)
        #expect(CCRandomGenerateBytes(&other, 31) == kCCSuccess)
        #expect(one != other && one.last == 0)
        #expect(CCRandomGenerateBytes(nil, 0) == kCCSuccess)
        #expect(CCRandomGenerateBytes(nil, 1) == kCCParamError)
    }
}
