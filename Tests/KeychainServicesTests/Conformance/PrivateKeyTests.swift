import AsymmetricKeys
import AuthenticationTesting
import Foundation
import KeyManagement
import Secrets
import Synchronization
import Testing

@testable import KeychainServices

/// Private keys that are used where they are stored (keychain-services 2.8).
@Suite struct PrivateKeyTests {
    @Test(
        arguments: Transport.allCases,
        [KeySpecification.ellipticCurve(.p256), .ellipticCurve(.p521), .ed25519, .rsa(bits: 1024)])
    func aStoredKeySigns(transport: Transport, specification: KeySpecification) throws {
        let keychain = try transport.makeKeychain()
        let stored = try StoredKey(specification)
        let reference = try keychain.add(stored.item()).persistentReference
        for _ in 0..<3 {
            #expect(try stored.hasMade(try keychain.keychain.use(reference, for: stored.signing)))
        }
    }

    @Test(arguments: Transport.allCases) func aStoredKeyDecrypts(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        for (specification, algorithm) in [
            (.rsa(bits: 1024), .rsaEncryptionOAEP(.sha1)), (.rsa(bits: 1024), .rsaEncryptionOAEPAESGCM(.sha1)),
            (.ellipticCurve(.p384), .ecies(.standard, .sha256, hasVariableVector: true)),
        ] as [(KeySpecification, KeyAlgorithm)] {
            let stored = try StoredKey(specification)
            let reference = try keychain.add(stored.item()).persistentReference
            let sealed = try StoredKey.message.withUnsafeBytes {
                try stored.key.publicKey().encrypt($0, with: algorithm)
            }
            var request = PrivateKeyRequest(
                .decrypt, algorithm, type: specification.type, input: sealed.withUnsafeBytes { Array($0) })
            let plain = try keychain.keychain.use(reference, for: request)
            #expect(plain.withUnsafeBytes { Array($0) } == StoredKey.message)
            request.input[request.input.count - 1] ^= 1
            #expect(throws: failure(.parameter)) { _ = try keychain.keychain.use(reference, for: request) }
        }
    }

    @Test(arguments: Transport.allCases) func aStoredKeyExchanges(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        for specification in [.ellipticCurve(.p256), .x25519] as [KeySpecification] {
            let stored = try StoredKey(specification)
            let peer = try PrivateKey.generate(specification)
            let reference = try keychain.add(stored.item()).persistentReference
            let parameters = ExchangeParameters(count: 48, sharedInfo: [1, 2, 3])
            let algorithm = KeyAlgorithm.exchange(.standard, .sha256)
            let request = PrivateKeyRequest(
                .exchange, algorithm, type: specification.type, input: peer.publicRepresentation,
                parameters: parameters)
            let derived = try keychain.keychain.use(reference, for: request)
            let other = try peer.exchange(with: stored.key.publicKey(), algorithm, parameters)
            #expect(derived.withUnsafeBytes { Array($0) } == other.withUnsafeBytes { Array($0) })
        }
    }

    @Test(arguments: Transport.allCases) func aKeyIsUsedByTheReferenceOfItsIdentity(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let stored = try StoredKey()
        try keychain.add(stored.item())
        let certificate = NewItem(
            .certificate, [.publicKeyHash: .data(Data(try stored.key.publicKey().label())), .serialNumber: 1],
            data: Data())
        let reference = try keychain.add(certificate).persistentReference
        let identity = try #require(try keychain.items(matching: Query(.identity)).first).persistentReference
        #expect(try stored.hasMade(try keychain.keychain.use(identity, for: stored.signing)))
        #expect(throws: failure(.parameter)) { _ = try keychain.keychain.use(reference, for: stored.signing) }
        try keychain.delete(Query(.key))
        #expect(throws: failure(.itemNotFound)) { _ = try keychain.keychain.use(identity, for: stored.signing) }
    }

    // MARK: - Refusals

    @Test(arguments: Transport.allCases) func attributesOfTheKeyRefuseOperations(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let stored = try StoredKey()
        for value in [0, .real(0), "no"] as [AttributeValue] {
            let reference = try keychain.add(stored.item([.canSign: value])).persistentReference
            #expect(throws: failure(.keyUsageIncorrect)) {
                _ = try keychain.keychain.use(reference, for: stored.signing)
            }
            // Another operation is not touched by it.
            let exchange = PrivateKeyRequest(
                .exchange, .exchange(.standard, nil), type: .ellipticCurve, input: stored.key.publicRepresentation)
            #expect(try keychain.keychain.use(reference, for: exchange).count == 32)
            try keychain.update(Query(reference), with: Changes([.canSign: 1, .canDerive: 0]))
            #expect(try stored.hasMade(try keychain.keychain.use(reference, for: stored.signing)))
            #expect(throws: failure(.keyUsageIncorrect)) { _ = try keychain.keychain.use(reference, for: exchange) }
            try keychain.delete(Query(reference))
        }
    }

    @Test(arguments: Transport.allCases) func whatIsNoPrivateKeyIsRefused(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let stored = try StoredKey()
        func status(_ item: NewItem, _ request: PrivateKeyRequest? = nil) throws -> Int32 {
            let reference = try keychain.add(item).persistentReference
            defer { _ = try? keychain.delete(Query(reference)) }
            let open = try keychain.keychain
            do throws(KeychainError) {
                _ = try open.use(reference, for: request ?? stored.signing)
                return 0
            } catch { return error.code.rawValue }
        }
        #expect(try status(stored.item()) == 0)
        #expect(try status(stored.item([.keyClass: 0])) == -50)
        #expect(try status(NewItem(.genericPassword, data: stored.representation)) == -50)
        #expect(try status(stored.item([.type: 42])) == -50)
        var other = stored.signing
        other.type = .ed25519
        other.algorithm = .ed25519
        #expect(try status(stored.item(), other) == -50)
        // Without a type, the request names it, and what is stored decides.
        #expect(try status(stored.item([.type: 0])) == 0)
        #expect(try status(stored.item([.type: 0]), other) == -50)
        var garbage = try stored.item()
        garbage.data = Data(repeating: 7, count: 97)
        #expect(try status(garbage) == -50)
        garbage.data = nil
        #expect(try status(garbage) == -50)
        // An operation of public keys.
        var verifying = stored.signing
        verifying.operation = .verify
        #expect(try status(stored.item(), verifying) == -50)
    }

    @Test(arguments: Transport.allCases) func inputIsLimited(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let stored = try StoredKey()
        let reference = try keychain.add(stored.item()).persistentReference
        var request = stored.signing
        request.input = [UInt8](repeating: 1, count: 16 << 20)
        #expect(try keychain.keychain.use(reference, for: request).count > 0)
        request.input.append(1)
        #expect(throws: failure(.parameter)) { _ = try keychain.keychain.use(reference, for: request) }
        let exchange = PrivateKeyRequest(
            .exchange, .exchange(.standard, .sha256), type: .ellipticCurve, input: stored.key.publicRepresentation,
            parameters: ExchangeParameters(count: .max))
        #expect(throws: failure(.parameter)) { _ = try keychain.keychain.use(reference, for: exchange) }
    }

    /// No byte of a key is in the error about it.
    @Test(arguments: Transport.allCases) func errorsHaveNothingOfTheKey(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let text = "a text in place of a key"
        var item = try StoredKey().item()
        item.data = Data(text.utf8)
        let reference = try keychain.add(item).persistentReference
        let stored = try StoredKey()
        let error = #expect(throws: KeychainError.self) {
            _ = try keychain.keychain.use(reference, for: stored.signing)
        }
        #expect(error?.description.contains("text in") == false && error?.remedy != nil)
    }

    // MARK: - Whose key it is

    @Test(arguments: Transport.allCases) func aKeyOfAnotherGroupIsNotFound(transport: Transport) throws {
        let keychain = try transport.makeKeychain(groups: ["one"])
        let stored = try StoredKey()
        let reference = try keychain.add(stored.item()).persistentReference
        let other = try keychain.seen(by: "two")
        #expect(throws: failure(.itemNotFound)) { _ = try other.use(reference, for: stored.signing) }
        // Not once it has been used, either.
        #expect(try stored.hasMade(try keychain.keychain.use(reference, for: stored.signing)))
        #expect(throws: failure(.itemNotFound)) { _ = try other.use(reference, for: stored.signing) }
    }

    @Test(arguments: Transport.allCases) func aDeletedOrLockedKeyIsNotUsed(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let stored = try StoredKey()
        let reference = try keychain.add(stored.item()).persistentReference
        try keychain.setPasscode("1234")
        #expect(try stored.hasMade(try keychain.keychain.use(reference, for: stored.signing)))
        try keychain.lock()
        #expect(throws: failure(.interactionNotAllowed)) {
            _ = try keychain.keychain.use(reference, for: stored.signing)
        }
        try keychain.unlock("1234")
        #expect(try stored.hasMade(try keychain.keychain.use(reference, for: stored.signing)))
        try keychain.delete(Query(reference))
        #expect(throws: failure(.itemNotFound)) { _ = try keychain.keychain.use(reference, for: stored.signing) }
    }

    @Test(arguments: Transport.allCases) func aReplacedKeyIsUsedAsItIsNow(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let (old, new) = (try StoredKey(), try StoredKey())
        let reference = try keychain.add(old.item()).persistentReference
        #expect(try old.hasMade(try keychain.keychain.use(reference, for: old.signing)))
        try keychain.update(Query(reference), with: Changes(data: .replace(new.representation)))
        #expect(try new.hasMade(try keychain.keychain.use(reference, for: old.signing)))
    }

    /// Using a key is as guarded as reading a secret, also if its attributes are not.
    @Test(arguments: Transport.allCases) func aConstrainedKeyAsks(transport: Transport) throws {
        let attended = try AttendedKeychain(transport, ScriptedReader(.matches, .matches, .matches, .matches, .matches))
        let stored = try StoredKey()
        for flags in [.userPresence, [.userPresence, .privateKeyUsage]] as [AccessControl.Flags] {
            let control = try AccessControl(protection: .whenUnlocked, flags: flags)
            try attended.add(stored.item([.accessControl: .accessControl(control)]))
            let before = attended.asked
            let found = try attended.items(Query(.key), .attributes)
            let reference = try #require(found.first).persistentReference
            #expect(attended.asked == before + (flags.contains(.privateKeyUsage) ? 0 : 1))
            for interaction in [.fail, .skip] as [Authentication.Interaction] {
                #expect(throws: failure(.interactionNotAllowed)) {
                    _ = try attended.use(reference, for: stored.signing, interaction)
                }
            }
            let asked = attended.asked
            for number in 1...2 {
                #expect(try stored.hasMade(try attended.use(reference, for: stored.signing)))
                #expect(attended.asked == asked + number)
            }
            try attended.keychain.delete(Query(reference))
        }
    }

    @Test(arguments: Transport.allCases) func sixteenThreadsSignAtOnce(transport: Transport) throws {
        let keychain = try transport.makeKeychain()
        let keys = try [KeySpecification.ellipticCurve(.p256), .rsa(bits: 1024)].map { try StoredKey($0) }
        let references = try keys.map { try keychain.add($0.item()).persistentReference }
        let open = try keychain.keychain
        let wrong = Mutex(0)
        DispatchQueue.concurrentPerform(iterations: 16) { thread in
            let (key, reference) = (keys[thread % 2], references[thread % 2])
            for _ in 0..<20 {
                let isRight = try? key.hasMade(open.use(reference, for: key.signing))
                if isRight != true { wrong.withLock { $0 += 1 } }
            }
        }
        #expect(wrong.withLock { $0 } == 0)
    }

    // MARK: - Keys that an agent keeps open

    /// What is kept of a key goes with a lock and with every commit, and a use that began before keeps nothing.
    @Test func keysAreNotKeptBeyondALock() throws {
        let temporary = try TemporaryRoot()
        let keychain = try temporary.open()
        let stored = try StoredKey()
        let reference = try keychain.add(stored.item()).persistentReference
        try keychain.setPasscode(SecretBytes(copying: "1234".utf8))
        _ = try keychain.use(reference, for: stored.signing)
        #expect(try keychain.store.openKeys == nil)
        let agent = try keychain.forAgent()
        let kept = try #require(agent.store.openKeys)
        func use() throws { _ = try keychain.use(reference, for: stored.signing) }
        for empty in [
            { try keychain.lock() },
            { try keychain.add(NewItem(.genericPassword)) },
            { try keychain.update(Query(.genericPassword), with: Changes([.label: "l"])) },
            { _ = try keychain.makeRecoveryKey() },
            { keychain.close() },
        ] as [() throws -> Void] {
            try use()
            #expect(kept.count == 1)
            try empty()
            #expect(kept.count == 0)
            try keychain.unlock(passcode: SecretBytes(copying: "1234".utf8))
        }
        // Found before a lock, and kept after it.
        let (before, state) = (kept.turn, try #require(agent.store.keychainState))
        let entry = OpenKeys.Entry(
            state: state, key: stored.key, name: ItemName(reference, group: nil), attributes: Attributes())
        try keychain.lock()
        try keychain.unlock(passcode: SecretBytes(copying: "1234".utf8))
        kept.keep(entry, since: before)
        #expect(kept.count == 0)
        kept.keep(entry, since: kept.turn)
        #expect(kept.key(reference, in: state)?.key == stored.key)
        try agent.erase()
        #expect(kept.count == 0)
    }

    /// What is kept open decides nothing: each use looks at the groups of the program, the type and the attributes.
    @Test func keptKeysAreForWhoMayUseThem() throws {
        let temporary = try TemporaryRoot()
        let keychain = try temporary.open(groups: ["mine"])
        let stored = try StoredKey()
        let reference = try keychain.add(stored.item([.canDerive: 0])).persistentReference
        let agent = try keychain.forAgent()
        let kept = try #require(agent.store.openKeys)
        for _ in 0..<2 {
            #expect(try stored.hasMade(try agent.use(.item(reference), for: stored.signing, with: Authentication())))
            #expect(kept.count == 1)
        }
        let exchange = PrivateKeyRequest(
            .exchange, .exchange(.standard, nil), type: .ellipticCurve, input: stored.key.publicRepresentation)
        let another = PrivateKeyRequest(.sign, .ed25519, type: .ed25519, input: StoredKey.message)
        let other = agent.with(accessGroups: AccessGroups(["other"]))
        #expect(throws: failure(.keyUsageIncorrect)) {
            _ = try agent.use(.item(reference), for: exchange, with: Authentication())
        }
        #expect(throws: failure(.parameter)) {
            _ = try agent.use(.item(reference), for: another, with: Authentication())
        }
        #expect(throws: failure(.itemNotFound)) {
            _ = try other.use(.item(reference), for: stored.signing, with: Authentication())
        }
    }

    /// What another process changes counts at once, although this one keeps the key open.
    @Test func anotherProcessChangesAKeptKey() throws {
        let files = try CountedKeychain()
        let (agent, other) = (try files.open(), try files.open())
        agent.store.actsForAgent.store(true, ordering: .relaxed)
        let stored = try StoredKey()
        let reference = try agent.add(stored.item(), with: Authentication()).persistentReference
        func use() throws { _ = try agent.use(.item(reference), for: stored.signing, with: Authentication()) }
        try use()
        #expect(agent.store.openKeys?.count == 1)
        _ = try other.update(Query(reference), with: Changes([.canSign: 0]))
        #expect(throws: failure(.keyUsageIncorrect)) { try use() }
        _ = try other.update(Query(reference), with: Changes([.canSign: 1]))
        try use()
        _ = try other.delete(Query(reference), leavesTombstones: false)
        #expect(throws: failure(.itemNotFound)) { try use() }
    }
}
