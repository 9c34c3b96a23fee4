import Foundation
import Secrets
import Testing

@testable import KeyManagement

@Suite struct PasscodeHashTests {
    /// libsodium 1.0.18, test/default/pwhash_argon2id.c:
    /// `$argon2id$v=19$m=4882,t=2,p=1$bA81arsiXysd3WbTRzmEOw$Nm8QBM+7RH1DXo9rvp5cwKEOOOfD2g6JuxlXihoNcpE` for no text at all.
    @Test func publishedHashComesOut() throws {
        let salt = try #require(Data(base64Encoded: "bA81arsiXysd3WbTRzmEOw=="))
        let expected = try #require(Data(base64Encoded: "Nm8QBM+7RH1DXo9rvp5cwKEOOOfD2g6JuxlXihoNcpE="))
        let hash = try PasscodeHash(passes: 2, memory: 4882 << 10, salt: Array(salt))
        #expect(try hash.derive(secret("")).revealed == Array(expected))
    }

    /// Computed by OpenSSL 4.0.0: `Argon2id(salt 00…0f, length 32, iterations 3, lanes 1, memory 64 KiB)` of `pässcode`.
    @Test func anotherImplementationDerivesTheSame() throws {
        let hash = try PasscodeHash(passes: 3, memory: 64 << 10, salt: Array(0..<16))
        #expect(
            try hash.derive(secret("pässcode")).revealed
                == bytes("f17bfcbb798b5a139303a5e339ce241aa4b21ef59691b0b8d882a9b72a3490ca"))
    }

    /// Computed by CPython 3.11, `hashlib.pbkdf2_hmac("sha256", "pässcode", 00…0f, 4096)`.
    @Test func anotherImplementationOfPBKDF2DerivesTheSame() throws {
        let hash = try PasscodeHash(passes: 4096, memory: 0, salt: Array(0..<16))
        #expect(
            try hash.derive(secret("pässcode")).revealed
                == bytes("6cca1b3c4ab947e8b75afdd8fbd2425af3146410fd5c74bd0688b98c9a4d8621"))
    }

    @Test func aNewPasscodeByPBKDF2GetsAtLeastWhatIsRecommended() throws {
        let hash = try PasscodeHash.make(.tunedPBKDF2)
        #expect(hash.isPBKDF2)
        #expect(hash.passes >= 600_000)
        #expect(!hash.isBelowFloor)
        #expect(try PasscodeHash(passes: 599_999, memory: 0, salt: hash.salt).isBelowFloor)
        #expect(try PasscodeHash(passes: 3, memory: 63 << 20, salt: hash.salt).isBelowFloor)
        #expect(try PasscodeHash(passes: 2, memory: 64 << 20, salt: hash.salt).isBelowFloor)
    }

    @Test func anyDifferenceMakesAnotherKey() throws {
        let hash = try PasscodeHash(passes: 1, memory: 8 << 10, salt: Array(0..<16))
        let others = [
            try PasscodeHash(passes: 2, memory: 8 << 10, salt: hash.salt),
            try PasscodeHash(passes: 1, memory: 16 << 10, salt: hash.salt),
            try PasscodeHash(passes: 1, memory: 8 << 10, salt: hash.salt.flipped(at: 15)),
        ]
        let key = try hash.derive(secret("1234")).revealed
        for other in others { #expect(try other.derive(secret("1234")).revealed != key) }
        for other in ["1235", "12345", "1234\0", "123", ""] { #expect(try hash.derive(secret(other)).revealed != key) }
    }

    /// A file must not be able to ask for more than a machine has, or for what Argon2 does not take.
    @Test(
        arguments: [
            (0, 8 << 10, 16), (65, 8 << 10, 16), (.max, 8 << 10, 16), (0, 0, 16), (20_000_001, 0, 16),
            (1, (8 << 10) - 1, 16), (1, -1, 16),
            (1, 4 << 30 + 1, 16), (1, .max, 16), (1, 8 << 10, 15), (1, 8 << 10, 17), (1, 8 << 10, 0),
        ] as [(UInt64, Int, Int)])
    func parametersOutsideOfTheBoundsAreRefused(passes: UInt64, memory: Int, saltCount: Int) {
        #expect(throws: KeyError.damaged("the passcode's parameters")) {
            try PasscodeHash(passes: passes, memory: memory, salt: [UInt8](repeating: 0, count: saltCount))
        }
    }

    @Test(arguments: [(1, 8 << 10), (64, 8 << 10), (1, 4 << 30), (1, 0), (20_000_000, 0)] as [(UInt64, Int)])
    func parametersAtTheBoundsAreTaken(passes: UInt64, memory: Int) {
        #expect(throws: Never.self) {
            try PasscodeHash(passes: passes, memory: memory, salt: [UInt8](repeating: 0, count: 16))
        }
    }

    @Test func aNewPasscodeGetsAtLeastWhatTheStandardRecommends() throws {
        let hash = try PasscodeHash.make(.tuned)
        #expect(hash.passes >= 3)
        #expect((64 << 20...1 << 30).contains(hash.memory))
        #expect(hash.salt.count == 16)
    }

    /// What the least cost is multiplied with, except in debug builds.
    @Test(arguments: zip([0, 0.001, 0.125, 0.5, 60], [16, 16, 4, 1, 1] as [Double]))
    func whatTakesLessThanHalfASecondGrows(seconds: Double, factor: Double) throws {
        #expect(PasscodeHash.factor(afterSeconds: seconds) == factor)
        let hash = try PasscodeHash(passes: 1, memory: 8 << 10, salt: Array(0..<16))
        #expect(try (1...16).contains(hash.factorToHalfASecond()))
    }

    @Test func everyPasscodeGetsASaltOfItsOwn() throws {
        let salts = try (0..<100).map { _ in try PasscodeHash.make(.cheapForTests).salt }
        #expect(Set(salts).count == salts.count)
    }
}
