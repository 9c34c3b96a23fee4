import Foundation
import KeychainTesting
import Testing

@testable import KeychainWrappers

@Suite struct PINTests {
    /// The least that Argon2id takes.
    private let cheap = KeychainWrapper.PINCost(passes: 1, memory: 8 << 10)

    @Test func onlyTheRightPINIsVerified() throws {
        try withTemporaryKeychain { _ in
            #expect(KeychainWrapper.setPIN("1234", cost: cheap))
            #expect(KeychainWrapper.verifyPIN("1234"))
            for wrong in ["1235", "", "123", "12345", "1234\0", " 1234"] {
                #expect(!KeychainWrapper.verifyPIN(wrong))
            }
        }
    }

    @Test func noPINIsVerifiedBeforeOneIsSet() throws {
        try withTemporaryKeychain { _ in
            #expect(!KeychainWrapper.verifyPIN(""))
            #expect(!KeychainWrapper.verifyPIN("1234"))
        }
    }

    @Test func aNewPINReplacesTheOld() throws {
        try withTemporaryKeychain { _ in
            #expect(KeychainWrapper.setPIN("1234", cost: cheap))
            #expect(KeychainWrapper.setPIN("pässcode", cost: cheap))
            #expect(!KeychainWrapper.verifyPIN("1234"))
            #expect(KeychainWrapper.verifyPIN("pässcode"))
        }
    }

    @Test func theSamePINHasAnotherVerifierEachTime() throws {
        func verifier() throws -> Data {
            try withTemporaryKeychain { _ in
                #expect(KeychainWrapper.setPIN("1234", cost: cheap))
                let stored = KeychainWrapper.searchKeychainCopyMatchingIdentifier(KeychainWrapper.pinVerifierIdentifier)
                return try #require(stored)
            }
        }
        let verifiers = try (verifier(), verifier())
        #expect(verifiers.0 != verifiers.1)
        #expect(verifiers.0.starts(with: Data("$argon2id$v=19$m=8,t=1,p=1$".utf8)))
    }

    @Test func malformedVerifierVerifiesNothing() throws {
        try withTemporaryKeychain { _ in
            for text in ["", "1234", "$argon2id$", "$argon2id$v=19$m=8,t=1,p=1$AAAA$AAAA"] {
                KeychainWrapper.createKeychainValue(text, forIdentifier: KeychainWrapper.pinVerifierIdentifier)
                #expect(!KeychainWrapper.verifyPIN("1234"))
                #expect(!KeychainWrapper.verifyPIN(""))
            }
        }
    }

    /// The one test with the cost that programs get.
    @Test func thePublicFunctionsCostWhatTheyShould() throws {
        try withTemporaryKeychain { _ in
            #expect(KeychainWrapper.setPIN("1234"))
            let stored = KeychainWrapper.keychainStringFromMatchingIdentifier(KeychainWrapper.pinVerifierIdentifier)
            #expect(stored?.hasPrefix("$argon2id$v=19$m=262144,t=3,p=1$") == true)
            #expect(KeychainWrapper.verifyPIN("1234"))
        }
    }
}
