import CSodium
import Crypto
import Foundation
import Secrets

/// The public half of a key pair of the keybag: whoever has it can seal, and only the private half opens.
///
/// HPKE in base mode (RFC 9180) with DHKEM(X25519, HKDF-SHA256), HKDF-SHA256 and AES-256-GCM.
public struct SealingKey: Sendable {
    /// The number of the pair in the keybag.
    public let number: Int64
    private let key: Curve25519.KeyAgreement.PublicKey

    /// What a sealed text is longer than its plaintext, in bytes: an encapsulated key and a tag.
    public static let overhead = 48

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

    /// The public half of a private one (RFC 7748, section 6.1): 32 bytes each.
    static func publicHalf(of privateKey: borrowing SecretBytes) -> SecretBytes {
        SecretBytes(count: 32) { publicKey in
            privateKey.withUnsafeBytes {
                // Fails for no private key.
                _ = crypto_scalarmult_base(bytePointer(publicKey), bytePointer($0))
            }
        }
    }

    /// Seals a short secret for the private half.
    ///
    /// - Throws: `.damaged` for a public half that is no point of the curve.
    public func seal(_ secret: borrowing SecretBytes, associatedData: AssociatedData) throws(KeyError) -> [UInt8] {
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

/// The private half of a key pair of the keybag. Lives as long as somebody refers to it.
public final class OpeningKey: Sendable {
    /// The number of the pair in the keybag.
    public let number: Int64
    private let key: SecretBytes

    init(number: Int64, key: consuming SecretBytes) {
        self.number = number
        self.key = key
    }

    /// What ``SealingKey/seal(_:associatedData:)`` sealed, or nil if it was not sealed for this pair and this place.
    public func open(_ sealed: [UInt8], associatedData: AssociatedData) -> SecretBytes? {
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
    /// What to seal for, so that it takes the passcode to open.
    ///
    /// - Throws: `.noPasscode` while there is none; `.missing` if the keybag has no such pair yet, `.damaged` if it is not what
    ///   was written.
    public func currentPasscodeSealingKey() throws(KeyError) -> SealingKey {
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

    /// What the passcode opens, by its number: all that there is, since nobody can tell beforehand which is needed.
    ///
    /// - Throws: `.wrongPasscode`; `.noPasscode` if there is none to enter.
    public func passcodeOpeningKeys(_ passcode: borrowing SecretBytes) throws(KeyError) -> [Int64: OpeningKey] {
        openingKeys(try keysOfPasscode(passcode).presence)
    }

    /// What ``unlocked(passcode:)`` and ``passcodeOpeningKeys(_:)`` give, for the price of one.
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
            // One that does not open is damaged; the others serve their items.
            guard let key = presence.unwrap(pair.privateKey, context: keybag.context(of: pair, .privateKey)) else {
                continue
            }
            keys[pair.number] = OpeningKey(number: pair.number, key: key)
        }
        return keys
    }

    /// Whether there is a passcode, and nothing yet to seal for it: so in keychains of earlier versions.
    public var lacksPasscodePair: Bool {
        keybag.hasPasscode && !keybag.hasPasscodePair && !keybag.hasUnreadablePairs
    }

    /// Adds what ``lacksPasscodePair`` says is not there.
    ///
    /// - Throws: `.wrongPasscode`; `.noPasscode` if there is none.
    public func addingPasscodePair(_ passcode: borrowing SecretBytes) throws(KeyError) -> KeySet {
        let keys = try keysOfPasscode(passcode)
        guard lacksPasscodePair else { return self }
        var changed = keybag
        try changed.nextGeneration()
        changed.addPasscodePair(
            presence: keys.presence, device: WrappingKey.device(deviceKey, keychainID: keybag.keychainID))
        // So that files can be written while it is locked from now on.
        _ = try changed.addFileKeys(keys: self)
        return try KeySet(opening: changed, deviceKey: deviceKey, passcodeKey: passcodeKey, keeping: classKeys)
    }
}

extension Keybag {
    /// The number of the pair that items which take the passcode are sealed for from now on; nil if there is none. It is another
    /// one after every first passcode, and after every change of one that somebody may know.
    public var currentPasscodePair: Int64? { currentPair(.passcode)?.number }

    var hasPasscodePair: Bool { currentPasscodePair != nil }

    func currentPair(_ purpose: KeyPair.Purpose) -> KeyPair? {
        keyPairs.first { $0.purpose == purpose && $0.isCurrent }
    }

    func context(of pair: KeyPair, _ part: KeyContext.Part) -> KeyContext {
        // The public half is wrapped once: whether new things are sealed for it is said where the private half is.
        context(part, number: pair.number, isCurrent: part == .publicKey || pair.isCurrent)
    }

    /// Adds a new pair that only the passcode opens as the current one; at most one in a generation, so that the generation
    /// makes its number unique.
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

    /// Items keep what they were sealed for; nothing new is sealed for it.
    private mutating func retirePasscodePairs(_ presence: WrappingKey) {
        for index in keyPairs.indices where keyPairs[index].purpose == .passcode && keyPairs[index].isCurrent {
            let key = presence.unwrap(keyPairs[index].privateKey, context: context(of: keyPairs[index], .privateKey))
            keyPairs[index].isCurrent = false
            if let key {
                keyPairs[index].privateKey = presence.wrap(key, context: context(of: keyPairs[index], .privateKey))
            }
        }
    }

    /// Wraps the private halves for another passcode. One that cannot be opened stays what it is: it is damaged, and no new
    /// passcode makes it more so.
    mutating func rewrapPasscodePairs(from old: WrappingKey, to new: WrappingKey) {
        for index in keyPairs.indices where keyPairs[index].purpose == .passcode {
            let context = context(of: keyPairs[index], .privateKey)
            guard let key = old.unwrap(keyPairs[index].privateKey, context: context) else { continue }
            keyPairs[index].privateKey = new.wrap(key, context: context)
        }
    }
}
