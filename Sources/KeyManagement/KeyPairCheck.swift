import Secrets

/// The damage found in a keybag's key pairs, as far as the available keys can tell.
///
/// A row can be intact while the key wrapped in it is not. Without this check, new items and files would be sealed to a public key
/// whose private key opens nothing.
package struct KeyPairCheck: Sendable {
    /// The pairs whose private half, or single key, cannot be unwrapped by its wrapping key. Data sealed to them is lost.
    package fileprivate(set) var lost: [Keybag.KeyPair] = []
    /// The pairs whose public half is damaged, or does not match the private half.
    package fileprivate(set) var withoutPublicHalf: [Keybag.KeyPair] = []
    /// The pairs whose class key is missing from the keybag or damaged.
    package fileprivate(set) var withoutClassKey: [Keybag.KeyPair] = []
    /// The pairs whose wrapping key is locked. Only the public half of these was checked.
    package fileprivate(set) var locked: [Keybag.KeyPair] = []
    /// The wrapped public halves that replace those of ``withoutPublicHalf``, by the number of the pair. Locked pairs have none.
    fileprivate var newPublicHalves: [Int64: [UInt8]] = [:]
}

extension KeySet {
    /// Checks the public halves of all key pairs, and the private halves that an open class key wraps.
    package func checkKeyPairs() -> KeyPairCheck { checkKeyPairs(presence: nil) }

    /// Checks the key pairs including those that the passcode protects.
    ///
    /// - Throws: `.wrongPasscode`; `.noPasscode` if there is none to enter.
    package func checkKeyPairs(passcode: borrowing SecretBytes) throws(KeyError) -> KeyPairCheck {
        checkKeyPairs(presence: try keysOfPasscode(passcode).presence)
    }

    private func checkKeyPairs(presence: WrappingKey?) -> KeyPairCheck {
        let device = WrappingKey.device(deviceKey, keychainID: keybag.keychainID)
        var check = KeyPairCheck()
        for pair in keybag.keyPairs {
            let context = keybag.context(of: pair, .publicKey)
            let publicKey = pair.hasPublicHalf ? device.unwrap(pair.publicKey, context: context) : nil
            do throws(KeyError) {
                let privateKey = try privateHalf(of: pair, presence: presence)
                guard pair.hasPublicHalf else { continue }
                let expected = SealingKey.publicHalf(of: privateKey)
                if let publicKey, publicKey.equals(expected) { continue }
                check.withoutPublicHalf.append(pair)
                check.newPublicHalves[pair.number] = device.wrap(expected, context: context)
            } catch {
                switch error {
                case .locked:
                    check.locked.append(pair)
                    if pair.hasPublicHalf, publicKey == nil { check.withoutPublicHalf.append(pair) }
                case .missing: check.withoutClassKey.append(pair)
                default: check.lost.append(pair)
                }
            }
        }
        return check
    }

    /// Unwraps the private half of a pair, or the single key.
    ///
    /// - Throws: `.locked` if the wrapping key is locked, `.missing` if it is gone, `.damaged` if the pair is damaged.
    private func privateHalf(of pair: Keybag.KeyPair, presence: WrappingKey?) throws(KeyError) -> SecretBytes {
        guard pair.purpose == .passcode else {
            // A pair whose number does not fit its class key is damaged itself, whatever the state of that class key.
            if pair.hasMatchingClassKey, damagedClassKeys.contains(pair.classKey) { throw .missing }
            return try fileKey(pair)
        }
        // Removed together with the passcode: a pair that remains without a passcode was put there by an attacker.
        guard keybag.hasPasscode else { throw .damaged("a key pair of the keybag") }
        guard let presence else { throw .locked }
        guard let key = presence.unwrap(pair.privateKey, context: keybag.context(of: pair, .privateKey)) else {
            throw .damaged("a key pair of the keybag")
        }
        return key
    }

    /// Returns the keys without the pairs that nothing opens, and with new public halves for pairs whose private half is intact;
    /// the same object if there is nothing to change.
    ///
    /// - Parameter check: the result of checking these keys.
    package func repairingKeyPairs(_ check: KeyPairCheck) throws(KeyError) -> KeySet {
        guard !check.lost.isEmpty || !check.newPublicHalves.isEmpty else { return self }
        let lost = Set(check.lost.map(\.number))
        var changed = keybag
        try changed.nextGeneration()
        changed.keyPairs.removeAll { lost.contains($0.number) }
        for index in changed.keyPairs.indices {
            guard let publicKey = check.newPublicHalves[changed.keyPairs[index].number] else { continue }
            changed.keyPairs[index].publicKey = publicKey
        }
        return try KeySet(
            opening: changed, deviceKey: deviceKey, passcodeKey: passcodeKey, keeping: classKeys, missing: missing)
    }
}

extension Keybag.KeyPair {
    fileprivate var hasPublicHalf: Bool { purpose == .passcode || purpose == .file }
}
