import KeychainTesting
import LocalAuthentication
import Security
import Testing

/// Keys that are stored when they are made (keychain-services 6.1; case J15).
@Suite struct PermanentKeyTests {
    private static let tag = Data("com.example.permanent".utf8)
    private static var permanent: [CFString: Any] { [kSecAttrIsPermanent: true, kSecAttrApplicationTag: tag] }

    private func status(_ more: [CFString: Any]) -> OSStatus {
        do { _ = try KeyItems.make(more) } catch { return (error as? Items.Failure)?.status ?? errSecSuccess }
        return errSecSuccess
    }

    /// J15.
    @Test func thePrivateHalfIsFoundByItsTag() throws {
        try withTemporaryKeychain { _ in
            let key = try KeyItems.make([kSecPrivateKeyAttrs: Self.permanent])
            let query: [CFString: Any] = [
                kSecClass: kSecClassKey, kSecAttrApplicationTag: Self.tag, kSecAttrKeyClass: kSecAttrKeyClassPrivate,
                kSecReturnRef: true, kSecMatchLimit: kSecMatchLimitAll,
            ]
            let found = try #require(try Items.copy(query) as? [SecKey])
            #expect(found == [key] && KeyItems.count() == 1)
            try KeyItems.check(key, SampleKeys.publicHalf(key))
            let attributes = try #require(SecKeyCopyAttributes(key) as? [String: Any])
            #expect(attributes["atag"] as? Data == Self.tag && attributes["perm"] as? Bool == true)
            #expect(attributes["kcls"] as? String == "1" && attributes["bsiz"] as? Int == 256)
        }
    }

    /// At the top it is said of both halves; what a half says itself wins.
    @Test func theDictionariesOfTheHalvesWin() throws {
        try withTemporaryKeychain { _ in
            let both = try KeyItems.make(Self.permanent)
            #expect(KeyItems.count([kSecAttrApplicationTag: Self.tag]) == 2)
            try #expect(
                KeyItems.find([kSecAttrKeyClass: kSecAttrKeyClassPublic]) == SampleKeys.publicHalf(both))
            #expect(Items.delete([kSecClass: kSecClassKey]) == errSecSuccess)
            let attributes = Self.permanent.merging([
                kSecAttrLabel: "both", kSecPrivateKeyAttrs: [kSecAttrLabel: "private"],
                kSecPublicKeyAttrs: [kSecAttrIsPermanent: false] as CFDictionary,
            ]) { $1 }
            _ = try KeyItems.make(attributes)
            #expect(KeyItems.count() == 1 && KeyItems.count([kSecAttrLabel: "private"]) == 1)
            _ = try KeyItems.make([kSecPublicKeyAttrs: Self.permanent])
            #expect(KeyItems.count([kSecAttrKeyClass: kSecAttrKeyClassPublic]) == 1 && KeyItems.count() == 2)
        }
    }

    @Test func everyTypeIsStored() throws {
        try withTemporaryKeychain { _ in
            for (type, bits) in [(kSecAttrKeyTypeRSA, 1024), (kSecAttrKeyTypeEC, 521)] {
                let key = try SampleKeys.make(type, bits, [kSecAttrIsPermanent: true])
                try #expect(KeyItems.find([kSecAttrKeyType: type]) == key)
            }
            let exchanging = try SampleKeys.make([kSecAttrKeyType: kSecAttrKeyTypeX25519, kSecAttrIsPermanent: true])
            let peer = try SampleKeys.make([kSecAttrKeyType: kSecAttrKeyTypeX25519])
            try #expect(
                SampleKeys.exchange(exchanging, SampleKeys.publicHalf(peer), .ecdhKeyExchangeStandard)
                    == SampleKeys.exchange(peer, SampleKeys.publicHalf(exchanging), .ecdhKeyExchangeStandard))
        }
    }

    // MARK: - Failures

    /// A label of the program's own makes a second key a duplicate: nothing is returned, and nothing is left of it.
    @Test func ofADuplicateNothingIsLeft() throws {
        try withTemporaryKeychain { _ in
            let named: [CFString: Any] = [kSecAttrIsPermanent: true, kSecAttrApplicationLabel: Data("name".utf8)]
            let first = try KeyItems.make([kSecPublicKeyAttrs: named])
            // The private half could be stored, and the public half could not.
            #expect(status(named) == errSecDuplicateItem)
            #expect(KeyItems.count() == 1)
            try #expect(
                KeyItems.find([kSecAttrKeyClass: kSecAttrKeyClassPublic]) == SampleKeys.publicHalf(first))
            _ = try KeyItems.make([kSecPrivateKeyAttrs: named])
            #expect(status([kSecPrivateKeyAttrs: named]) == errSecDuplicateItem)
            #expect(KeyItems.count() == 2)
        }
    }

    @Test func whatCannotBeStoredIsNotMade() throws {
        try withTemporaryKeychain { keychain in
            func fails(_ more: [CFString: Any], _ expected: OSStatus) {
                #expect(status(Self.permanent.merging(more) { $1 }) == expected)
            }
            fails([kSecAttrService: "shop"], errSecNoSuchAttr)
            fails([kSecAttrAccessible: "whenever"], errSecParam)
            fails([kSecAttrAccessGroup: "com.example.foreign"], errSecMissingEntitlement)
            fails([kSecAttrTokenID: kSecAttrTokenIDSecureElement], errSecUnimplemented)
            try keychain.setPasscode(.init(copying: "1234".utf8))
            try keychain.lock()
            fails([:], errSecInteractionNotAllowed)
            try keychain.unlock(passcode: .init(copying: "1234".utf8))
            #expect(KeyItems.count() == 0)
        }
    }

    @Test func theOlderFunctionStoresPairs() throws {
        try withTemporaryKeychain { _ in
            let parameters: [CFString: Any] = [
                kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeySizeInBits: 1024, kSecAttrIsPermanent: true,
                kSecAttrApplicationLabel: Data("pair".utf8),
            ]
            var (publicKey, privateKey): (SecKey?, SecKey?)
            #expect(SecKeyGeneratePair(parameters as CFDictionary, &publicKey, &privateKey) == errSecSuccess)
            let pair = (try #require(publicKey), try #require(privateKey))
            try #expect(KeyItems.find() == pair.1)
            #expect(SecKeyGeneratePair(parameters as CFDictionary, &publicKey, &privateKey) == errSecDuplicateItem)
            #expect(publicKey === pair.0 && privateKey === pair.1 && KeyItems.count() == 2)
        }
    }

    // MARK: - Access controls

    private func control(_ flags: SecAccessControlCreateFlags) throws -> SecAccessControl {
        try #require(SecAccessControlCreateWithFlags(nil, kSecAttrAccessibleWhenUnlocked, flags, nil))
    }

    /// Finding the key causes no prompt, using it does: each time, unless there is a context.
    @Test func usingAKeyAsksTheUser() throws {
        try withWindows { windows in
            let half: [CFString: Any] = [
                kSecAttrIsPermanent: true, kSecAttrIsExtractable: false,
                kSecAttrAccessControl: try control([.userPresence, .privateKeyUsage]),
            ]
            let made = try KeyItems.make([kSecPrivateKeyAttrs: half])
            let publicKey = try SampleKeys.publicHalf(made)
            let key = try KeyItems.find()
            #expect(key == made && windows.prompts.isEmpty)
            try KeyItems.check(key, publicKey)
            try KeyItems.check(key, publicKey)
            #expect(windows.prompts.count == 2)

            let context = LAContext()
            context.localizedReason = "Sign the order"
            let authenticated = try KeyItems.find([kSecUseAuthenticationContext: context])
            try KeyItems.check(authenticated, publicKey)
            try KeyItems.check(authenticated, publicKey)
            #expect(windows.prompts.map(\.reason).suffix(1) == ["Sign the order"] && windows.prompts.count == 3)
            context.invalidate()
            #expect(throws: Items.Failure(status: errSecAuthFailed)) { try KeyItems.check(authenticated, publicKey) }
        }
    }

    /// The key holds the context: a program that keeps only the key need not keep it as well.
    @Test func aKeyKeepsItsContext() throws {
        try withWindows { windows in
            let half: [CFString: Any] = [
                kSecAttrIsPermanent: true, kSecAttrAccessControl: try control([.userPresence, .privateKeyUsage]),
            ]
            let made = try KeyItems.make([
                kSecPrivateKeyAttrs: half, kSecUseAuthenticationContext: LAContext(),
            ])
            for _ in 0..<2 { try KeyItems.check(made, SampleKeys.publicHalf(made)) }
            #expect(windows.prompts.count == 1)
        }
    }

    @Test func withoutInteractionItIsMinus25308() throws {
        try withWindows { windows in
            let half: [CFString: Any] = [
                kSecAttrIsPermanent: true, kSecAttrAccessControl: try control([.devicePasscode, .privateKeyUsage]),
            ]
            let publicKey = try SampleKeys.publicHalf(KeyItems.make([kSecPrivateKeyAttrs: half]))
            for interface in [kSecUseAuthenticationUIFail, kSecUseAuthenticationUISkip] {
                let key = try KeyItems.find([kSecUseAuthenticationUI: interface])
                #expect(throws: Items.Failure(status: errSecInteractionNotAllowed)) {
                    try KeyItems.check(key, publicKey)
                }
            }
            #expect(windows.prompts.isEmpty)
        }
        try withWindows(Windows(typed: nil)) { _ in
            let half: [CFString: Any] = [
                kSecAttrIsPermanent: true, kSecAttrAccessControl: try control([.userPresence, .privateKeyUsage]),
            ]
            let key = try KeyItems.make([kSecPrivateKeyAttrs: half])
            #expect(throws: Items.Failure(status: errSecUserCanceled)) {
                try KeyItems.check(key, SampleKeys.publicHalf(key))
            }
        }
    }
}
