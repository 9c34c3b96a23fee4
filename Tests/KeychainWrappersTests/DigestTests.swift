import Foundation
import KeychainTesting
import Testing

@testable import KeychainWrappers

@Suite struct DigestTests {
    /// Registered defaults are in memory only; every test of the suite registers the same.
    init() { UserDefaults.standard.register(defaults: ["username": "Kim Doe"]) }

    /// From FIPS 180-2, and the empty text.
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
    ])
    func digestsAreSHA256(text: String, digest: String) {
        #expect(KeychainWrapper.computeSHA256Digest(for: text) == digest)
    }

    @Test func longTextsAreDigestedWhole() {
        #expect(
            KeychainWrapper.computeSHA256Digest(for: String(repeating: "a", count: 1_000_000))
                == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    }

    @Test func textIsDigestedAsUTF8() {
        #expect(
            KeychainWrapper.computeSHA256Digest(for: "é")
                == "4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c")
    }

    @Test func thePINsDigestIsOverNameNumberAndSalt() throws {
        try withTemporaryKeychain { _ in
            let digest = KeychainWrapper.securedSHA256DigestHash(forPIN: 1234)
            let salt = try #require(
                KeychainWrapper.keychainStringFromMatchingIdentifier(KeychainWrapper.saltIdentifier))
            #expect(salt.count == 64)
            #expect(digest == KeychainWrapper.computeSHA256Digest(for: "Kim%20Doe1234" + salt))
        }
    }

    @Test func theSaltIsMadeOnceAndNeverTwiceTheSame() throws {
        func digest() throws -> String {
            try withTemporaryKeychain { _ in
                let digest = KeychainWrapper.securedSHA256DigestHash(forPIN: 1234)
                #expect(KeychainWrapper.securedSHA256DigestHash(forPIN: 1234) == digest)
                return digest
            }
        }
        #expect(try digest() != digest())
    }

    @Test func onlyTheStoredPINMatches() throws {
        try withTemporaryKeychain { _ in
            #expect(!KeychainWrapper.compareKeychainValue(forMatchingPIN: 1234))
            KeychainWrapper.createKeychainValue(
                KeychainWrapper.securedSHA256DigestHash(forPIN: 1234), forIdentifier: KeychainWrapper.pinIdentifier)
            #expect(KeychainWrapper.compareKeychainValue(forMatchingPIN: 1234))
            #expect(!KeychainWrapper.compareKeychainValue(forMatchingPIN: 1235))
            #expect(!KeychainWrapper.compareKeychainValue(forMatchingPIN: .max))
        }
    }

    /// Without a salt that lasts, a digest must not match by accident.
    @Test func noPINMatchesWhereTheSaltCannotBeKept() throws {
        try withTemporaryKeychain(accessGroups: []) { _ in
            let digests = Set((1...3).map { _ in KeychainWrapper.securedSHA256DigestHash(forPIN: 1234) })
            #expect(digests.count == 3)
            #expect(!KeychainWrapper.compareKeychainValue(forMatchingPIN: 1234))
        }
    }
}
