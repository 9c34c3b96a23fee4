import CSodium
import Crypto
import Foundation
import Secrets

/// The public half of a key pair of the keybag. It seals; only the private half opens.
///
/// HPKE in base mode (RFC 9180) with DHKEM(X25519, HKDF-SHA256), HKDF-SHA256 and AES-256-GCM.
package struct SealingKey: Sendable {
    /// The number of the pair in the keybag.
    package let number: Int64
    private let key: Curve25519.KeyAgreement.PublicKey

    /// The number of bytes by which a sealed text is longer than its plaintext: an encapsulated key and a tag.
    package static let overhead = 48

    fileprivate static let suite = HPKE.Ciphersuite(
        kem: .Curve25519_HKDF_SHA256, kdf: .HKDF_SHA256, aead: .AES_GCM_256)
    fileprivate static let info = Data("chatelaine sealing key 1".utf8)
    fileprivate static let encapsulatedSize = 32

    init?(number: Int64, _ bytes: borrowing SecretBytes) {
        let key = bytes.withUnsafeBytes { try? Curve25519.KeyAgreement.PublicKey(rawRepresentation: Data($0)) }
        guard let key else { return nil }
        self.number = number
        self.key = key
    }

    /// Computes the public half of a private one (RFC 7748, section 6.1): 32 bytes each.
    static func publicHalf(of privateKey: borrowing SecretBytes) -> SecretBytes {
        SecretBytes(count: 32) { publicKey in
            privateKey.withUnsafeBytes {
                // Succeeds for every private key.
                _ = crypto_scalarmult_base(bytePointer(publicKey), bytePointer($0))
            }
        }
    }

    /// Seals a short secret to the private half.
    ///
    /// - Throws: `.damaged` for a public half that is not a point of the curve.
    package func seal(_ secret: borrowing SecretBytes, associatedData: AssociatedData) throws(KeyError) -> [UInt8] {
        do {
            var sender = try HPKE.Sender(recipientKey: key, ciphersuite: Self.suite, info: Self.info)
            let sealed = try secret.withUnsafeBytes { secret in
                try associatedData.withUnsafeBytes { try sender.seal(secret, authenticating: Data($0)) }
            }
            return Array(sender.encapsulatedKey + sealed)
        } catch {
            throw .damaged("a key pair of the keybag")
        }
    }
}

/// The private half of a key pair of the keybag. Reference-counted.
package final class OpeningKey: Sendable {
    /// The number of the pair in the keybag.
    package let number: Int64
    private let key: SecretBytes

    init(number: Int64, key: consuming SecretBytes) {
        self.number = number
        self.key = key
    }

    /// Opens a result of ``SealingKey/seal(_:associatedData:)``; nil if it was not sealed to this pair with this associated data.
    package func open(_ sealed: [UInt8], associatedData: AssociatedData) -> SecretBytes? {
        guard sealed.count > SealingKey.overhead else { return nil }
        let encapsulated = Data(sealed[..<SealingKey.encapsulatedSize])
        let ciphertext = Data(sealed[SealingKey.encapsulatedSize...])
        do {
            let key = try key.withUnsafeBytes { try Curve25519.KeyAgreement.PrivateKey(rawRepresentation: $0) }
            var recipient = try HPKE.Recipient(
                privateKey: key, ciphersuite: SealingKey.suite, info: SealingKey.info, encapsulatedKey: encapsulated)
            var plaintext = try associatedData.withUnsafeBytes {
                try recipient.open(ciphertext, authenticating: Data($0))
            }
            defer { plaintext.withUnsafeMutableBytes { wipe($0) } }
            return SecretBytes(count: plaintext.count) { $0.copyBytes(from: plaintext) }
        } catch {
            return nil
        }
    }
}

extension KeySet {
    /// Returns the sealing key for items that require the passcode.
    ///
    /// - Throws: `.noPasscode` while there is none; `.missing` if the keybag has no such pair yet, `.damaged` if the pair is damaged.
    package func currentPasscodeSealingKey() throws(KeyError) -> SealingKey {
        guard keybag.hasPasscode else { throw .noPasscode }
        guard let pair = keybag.currentPair(.passcode) else { throw .missing }
        return try sealingKey(pair)
    }

    func sealingKey(_ pair: Keybag.KeyPair) throws(KeyError) -> SealingKey {
        let device = WrappingKey.device(deviceKey, keychainID: keybag.keychainID)
        guard let bytes = device.unwrap(pair.publicKey, context: keybag.context(of: pair, .publicKey)),
            let key = SealingKey(number: pair.number, bytes)
        else { throw .damaged("a key pair of the keybag") }
        return key
    }

    /// Returns the opening keys that the passcode unwraps, by number. It returns all of them, because which one is needed is not
    /// known beforehand.
    ///
    /// - Throws: `.wrongPasscode`; `.noPasscode` if there is none.
    package func passcodeOpeningKeys(_ passcode: borrowing SecretBytes) throws(KeyError) -> [Int64: OpeningKey] {
        openingKeys(try keysOfPasscode(passcode).presence)
    }

    /// Returns the results of ``unlocked(passcode:)`` and ``passcodeOpeningKeys(_:)`` and derives the passcode's key only once.
    ///
    /// - Throws: as these.
    package func opened(
        passcode: borrowing SecretBytes
    ) throws(KeyError) -> (keys: KeySet, openingKeys: [Int64: OpeningKey]) {
        let keys = try keysOfPasscode(passcode)
        return (try unlocked(with: keys), openingKeys(keys.presence))
    }

    private func openingKeys(_ presence: WrappingKey) -> [Int64: OpeningKey] {
        var keys: [Int64: OpeningKey] = [:]
        for pair in keybag.keyPairs where pair.purpose == .passcode {
            // A pair that does not open is damaged; the others still open their items.
            guard let key = presence.unwrap(pair.privateKey, context: keybag.context(of: pair, .privateKey)) else {
                continue
            }
            keys[pair.number] = OpeningKey(number: pair.number, key: key)
        }
        return keys
    }

    /// Whether there is a passcode, but no key pair to seal to it, as in keychains of earlier versions.
    package var lacksPasscodePair: Bool {
        keybag.hasPasscode && !keybag.hasPasscodePair && !keybag.hasUnreadablePairs
    }

    /// Adds the pair that ``lacksPasscodePair`` reports missing.
    ///
    /// - Throws: `.wrongPasscode`; `.noPasscode` if there is none.
    package func addingPasscodePair(_ passcode: borrowing SecretBytes) throws(KeyError) -> KeySet {
        let keys = try keysOfPasscode(passcode)
        guard lacksPasscodePair else { return self }
        var changed = keybag
        try changed.nextGeneration()
        changed.addPasscodePair(
            presence: keys.presence, device: WrappingKey.device(deviceKey, keychainID: keybag.keychainID))
        // From now on files can be written while the keychain is locked.
        _ = try changed.addFileKeys(keys: self)
        return try KeySet(
            opening: changed, deviceKey: deviceKey, passcodeKey: passcodeKey, keeping: classKeys, missing: missing)
    }
}

extension Keybag {
    /// The number of the pair to which new items that require the passcode are sealed; nil if there is none. It changes with every
    /// first passcode, and with every change of a passcode that may be known to others.
    package var currentPasscodePair: Int64? { currentPair(.passcode)?.number }

    var hasPasscodePair: Bool { currentPasscodePair != nil }

    func currentPair(_ purpose: KeyPair.Purpose) -> KeyPair? {
        keyPairs.first { $0.purpose == purpose && $0.isCurrent }
    }

    func context(of pair: KeyPair, _ part: KeyContext.Part) -> KeyContext {
        // The public half is wrapped once: whether new data is sealed to it is stored with the private half.
        context(part, number: pair.number, isCurrent: part == .publicKey || pair.isCurrent)
    }

    /// Adds a new pair that only the passcode opens as the current one. At most one per generation, so that the generation makes
    /// its number unique.
    mutating func addPasscodePair(presence: WrappingKey, device: WrappingKey) {
        retirePasscodePairs(presence)
        let privateKey = SecretBytes(random: 32)
        let publicKey = SealingKey.publicHalf(of: privateKey)
        var pair = KeyPair(
            number: generation << 4 | Int64(KeyPair.Purpose.passcode.rawValue), purpose: .passcode, publicKey: [],
            classKey: 0, privateKey: [], isCurrent: true)
        pair.publicKey = device.wrap(publicKey, context: context(of: pair, .publicKey))
        pair.privateKey = presence.wrap(privateKey, context: context(of: pair, .privateKey))
        keyPairs.append(pair)
    }

    /// Marks the passcode pairs as retired. Items that are sealed to them stay so; new items are not sealed to them.
    private mutating func retirePasscodePairs(_ presence: WrappingKey) {
        for index in keyPairs.indices where keyPairs[index].purpose == .passcode && keyPairs[index].isCurrent {
            let key = presence.unwrap(keyPairs[index].privateKey, context: context(of: keyPairs[index], .privateKey))
            keyPairs[index].isCurrent = false
            if let key {
                keyPairs[index].privateKey = presence.wrap(key, context: context(of: keyPairs[index], .privateKey))
            }
        }
    }

    /// Re-wraps the private halves for another passcode. A half that cannot be opened is damaged, and is left as it is.
    mutating func rewrapPasscodePairs(from old: WrappingKey, to new: WrappingKey) {
        for index in keyPairs.indices where keyPairs[index].purpose == .passcode {
            let context = context(of: keyPairs[index], .privateKey)
            guard let key = old.unwrap(keyPairs[index].privateKey, context: context) else { continue }
            keyPairs[index].privateKey = new.wrap(key, context: context)
        }
    }
}
