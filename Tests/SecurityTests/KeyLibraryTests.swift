import Glibc
import KeychainTesting
import Security
import Testing

/// OpenSSL's library costs a program that has no keys nothing (Docs/decisions/0068).
@Suite struct KeyLibraryTests {
    @Test func theLibraryIsLoadedAtTheFirstKey() async {
        // Another process: in this one other tests have made keys.
        await #expect(processExitsWith: .success) {
            func isLoaded() -> Bool { dlopen("libcrypto.so.3", RTLD_NOW | RTLD_NOLOAD) != nil }
            #expect(!isLoaded())
            try withTemporaryKeychain { _ in
                #expect(Items.add() == errSecSuccess)
                let certificate = try #require(SecCertificateCreateWithData(nil, SampleCertificate.kim as CFData))
                #expect(SecItemAdd([kSecValueRef: certificate] as CFDictionary, nil) == errSecSuccess)
            }
            #expect(throws: Items.Failure(status: errSecParam)) { try SampleKeys.make(kSecAttrKeyTypeRSA, 512) }
            #expect(!isLoaded())
            _ = try SampleKeys.make(kSecAttrKeyTypeEC, 256)
            #expect(isLoaded())
        }
    }
}
