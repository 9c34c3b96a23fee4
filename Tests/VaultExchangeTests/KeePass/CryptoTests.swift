import Foundation
import LibCrypto
import Secrets
import Testing

@testable import VaultExchange

@Suite struct GcryptTests {
    /// RFC 9106, 5.1 and 5.3.
    @Test(arguments: [
        (Argon2.Variant.d, "512b391b6f1162975371d30919734294f868e3be3984f3c1a13a4db9fabe4acb"),
        (.id, "0d640df58d78766c08c037a34a8b53c9d01ef0452d75b65eb52520e96b01e659"),
    ])
    func argon2AgreesWithItsRFC(variant: Argon2.Variant, expected: String) throws {
        let argon2 = try Argon2(variant, memory: 32, passes: 3, lanes: 4)
        let key = try repeated(1, 32).withUnsafeBytes { password in
            try repeated(2, 16).withUnsafeBytes { salt in
                try repeated(3, 8).withUnsafeBytes { secret in
                    try repeated(4, 12).withUnsafeBytes {
                        try argon2.derive(password, salt: salt, key: secret, associated: $0)
                    }
                }
            }
        }
        #expect(key.withUnsafeBytes { hexadecimal($0) } == expected)
    }

    @Test func derivationEndsWhenItIsCancelled() throws {
        let argon2 = try Argon2(.id, memory: 1024, passes: 1000, lanes: 2)
        var calls = 0
        #expect(throws: ExchangeError(.cancelled, "stop")) {
            try repeated(1, 8).withUnsafeBytes { password in
                _ = try argon2.derive(password, salt: password) { () throws(ExchangeError) in
                    calls += 1
                    if calls == 3 { throw ExchangeError(.cancelled, "stop") }
                }
            }
        }
        #expect(calls == 3)
    }

    @Test(arguments: [
        (memory: 1 << 21, passes: 1, lanes: 1), (memory: 1 << 20, passes: 13, lanes: 1),
        (memory: 64, passes: 1 << 40, lanes: 1),
        (memory: .max, passes: .max, lanes: .max),
    ])
    func excessiveCostsAreRefused(memory: Int, passes: Int, lanes: Int) {
        #expect(throws: ExchangeError.self) { try Argon2(.id, memory: memory, passes: passes, lanes: lanes) }
    }

    @Test func impossibleCostsAreDamage() {
        for (memory, passes, lanes) in [(0, 1, 1), (8, 0, 1), (8, 1, 0), (8, 1, 2), (-1, -1, -1)] {
            #expect { try Argon2(.d, memory: memory, passes: passes, lanes: lanes) } throws: {
                ($0 as? ExchangeError)?.kind == .damaged
            }
        }
    }

    /// RFC 8439, A.1, the first vector: the key stream of a zero key, nonce and counter.
    @Test func chaCha20AgreesWithItsRFC() throws {
        let stream = try encrypt(.chaCha20, key: zeros(32), vector: zeros(12), zeros(64))
        #expect(
            stream == "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
                + "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586")
    }

    /// ECRYPT's eSTREAM, Salsa20/20, 256-bit key, set 1, vector 0.
    @Test func salsa20AgreesWithESTREAM() throws {
        var key = zeros(32)
        key[0] = 0x80
        let stream = try encrypt(.salsa20, key: key, vector: zeros(8), zeros(64))
        #expect(
            stream == "e3be8fdd8beca2e3ea8ef9475b29a6e7003951e1097a5c38d23b7a5fad9f6844"
                + "b22c97559e2723c7cbbd3fe4fc8d9a0744652a83e72a9c461876af4d7ef1a117")
    }

    /// “Twofish: A 128-Bit Block Cipher”, test vectors of ecb_ival.txt for 256-bit keys: with a zero vector, one block of CBC is ECB.
    @Test func twofishAgreesWithItsPaper() throws {
        let key: [UInt8] = [
            0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF, 0xFE, 0xDC, 0xBA, 0x98, 0x76, 0x54, 0x32, 0x10, 0x00, 0x11,
            0x22, 0x33,
            0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0xFF,
        ]
        #expect(
            try encrypt(.twofishCBC, key: key, vector: zeros(16), zeros(16)) == "37527be0052334b89f0cfccae87cfa20")
    }

    /// FIPS 197, C.3.
    @Test func aesAgreesWithItsStandard() throws {
        let plaintext = (0..<16).map { UInt8($0 * 0x11) }
        let key = (0..<32).map { UInt8($0) }
        #expect(try encrypt(.aesECB, key: key, vector: [], plaintext) == "8ea2b7ca516745bfeafc49904b496089")
        #expect(
            try encrypt(.aesCBC, key: key, vector: zeros(16), plaintext) == "8ea2b7ca516745bfeafc49904b496089")
    }

    @Test func decryptionReversesEncryption() throws {
        let cases: [(GcryptCipher.Algorithm, Int)] = [
            (.aesECB, 0), (.aesCBC, 16), (.twofishCBC, 16), (.chaCha20, 12), (.salsa20, 8),
        ]
        for (algorithm, count) in cases {
            let text = (0..<320).map { UInt8(truncatingIfNeeded: $0 * 7) }
            var bytes = text
            try run(algorithm, zeros(32), zeros(count)) { cipher in
                try bytes.withUnsafeMutableBytes { bytes in try cipher.encrypt(bytes) }
            }
            #expect(bytes != text)
            try run(algorithm, zeros(32), zeros(count)) { cipher in
                try bytes.withUnsafeMutableBytes { bytes in try cipher.decrypt(bytes) }
            }
            #expect(bytes == text)
        }
    }

    @Test func wrongLengthsAreErrors() {
        #expect(throws: ExchangeError.self) { try encrypt(.aesCBC, key: zeros(31), vector: zeros(16), zeros(16)) }
        #expect(throws: ExchangeError.self) { try encrypt(.aesCBC, key: zeros(32), vector: zeros(15), zeros(16)) }
        #expect(throws: ExchangeError.self) { try encrypt(.aesCBC, key: zeros(32), vector: zeros(16), zeros(17)) }
        #expect(throws: ExchangeError.self) { try encrypt(.salsa20, key: zeros(32), vector: zeros(12), zeros(17)) }
    }

    /// The definition, a round at a time.
    @Test(arguments: [0, 1, 2, 1000, 70_000])
    func aesDerivationIsRepeatedEncryption(rounds: Int) throws {
        let password = (0..<32).map { UInt8($0) }
        let seed = (0..<32).map { UInt8($0 * 3) }
        var state = password
        try run(.aesECB, seed, []) { cipher in
            for _ in 0..<rounds {
                try state.withUnsafeMutableBytes { state in try cipher.encrypt(state) }
            }
        }
        let key = try derive(rounds: rounds, password, seed)
        #expect(try key.withUnsafeBytes { hexadecimal($0) } == sha256(state))
    }

    @Test func aesDerivationEndsWhenItIsCancelled() throws {
        #expect {
            _ = try derive(rounds: AESDerivation.mostRounds, zeros(32), zeros(32)) { true }
        } throws: { ($0 as? ExchangeError)?.kind == .cancelled }
        #expect(throws: ExchangeError.self) { try AESDerivation(rounds: .max) }
        #expect(throws: ExchangeError.self) { try AESDerivation(rounds: -1) }
    }

    private func derive(
        rounds: Int, _ password: [UInt8], _ seed: [UInt8], isCancelled: @Sendable () -> Bool = { false }
    ) throws -> SecretBytes {
        let password = SecretBytes(copying: password)
        let seed = SecretBytes(copying: seed)
        let derivation = try AESDerivation(rounds: rounds)
        return try password.withUnsafeBytes { password in
            try seed.withUnsafeBytes { try derivation.derive(password, seed: $0, isCancelled: isCancelled) }
        }
    }

    private func run(
        _ algorithm: GcryptCipher.Algorithm, _ key: [UInt8], _ vector: [UInt8],
        _ body: (GcryptCipher) throws -> Void
    ) throws {
        let cipher = try key.withUnsafeBytes { key in
            try vector.withUnsafeBytes { vector in
                try GcryptCipher(algorithm, key: key, vector: vector)
            }
        }
        try body(cipher)
    }

    private func encrypt(
        _ algorithm: GcryptCipher.Algorithm, key: [UInt8], vector: [UInt8], _ plaintext: [UInt8]
    ) throws -> String {
        var bytes = plaintext
        try run(algorithm, key, vector) { cipher in
            try bytes.withUnsafeMutableBytes { bytes in try cipher.encrypt(bytes) }
        }
        return bytes.withUnsafeBytes { hexadecimal($0) }
    }
}

private func repeated(_ byte: UInt8, _ count: Int) -> SecretBytes {
    SecretBytes(count: count) { _ = $0.initializeMemory(as: UInt8.self, repeating: byte) }
}

private func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

private func sha256(_ bytes: [UInt8]) throws -> String {
    let hash = try bytes.withUnsafeBytes { try CryptoLibrary.load().hash($0, with: .sha256) }
    return hash.withUnsafeBytes { hexadecimal($0) }
}

private func hexadecimal(_ bytes: UnsafeRawBufferPointer) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
