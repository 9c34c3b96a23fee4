import Secrets

/// What of a keybag's key pairs is not what was written, as far as the keys at hand tell.
///
/// A row can be whole and what is wrapped in it not. Until somebody looks, new items and files are sealed for a public half
/// whose private half opens nothing.
package struct KeyPairCheck: Sendable {
    /// Those whose private half, or single key, the key does not open that it is wrapped by: what was sealed for it is lost.
    package fileprivate(set) var lost: [Keybag.KeyPair] = []
    /// Those whose public half is not that of the private one.
    package fileprivate(set) var withoutPublicHalf: [Keybag.KeyPair] = []
    /// Those whose class key the keybag does not have, or not as it was written.
    package fileprivate(set) var withoutClassKey: [Keybag.KeyPair] = []
    /// Those that what is locked wraps: of these, only the public half was looked at.
    package fileprivate(set) var locked: [Keybag.KeyPair] = []
    /// By the number of the pair: the public halves that take the place of those in ``withoutPublicHalf``, wrapped. What is locked
    /// has none.
    fileprivate var newPublicHalves: [Int64: [UInt8]] = [:]
}

extension KeySet {
    /// Looks into the key pairs whose private half a class key wraps that is open, and at the public halves of all.
    package func checkKeyPairs() -> KeyPairCheck { checkKeyPairs(presence: nil) }

    /// The same with those that take the passcode.
    ///
    /// - Throws: `.wrongPasscode`; `.noPasscode` if there is none to enter.
    package func checkKeyPairs(passcode: borrowing SecretBytes) throws(KeyError) -> KeyPairCheck {
        checkKeyPairs(presence: try keysOfPasscode(passcode).presence)
    }

    private func checkKeyPairs(presence: WrappingKey?) -> KeyPairCheck {
        let device = WrappingKey.device(deviceKey, keychainID: keybag.keychainID)
        var check = KeyPairCheck()
        for pair in keybag.keyPairs {
            let place = keybag.context(of: pair, .publicKey)
            let publicKey = pair.hasPublicHalf ? device.unwrap(pair.publicKey, context: place) : nil
            do throws(KeyError) {
                let privateKey = try privateHalf(of: pair, presence: presence)
                guard pair.hasPublicHalf else { continue }
                let expected = SealingKey.publicHalf(of: privateKey)
                if let publicKey, publicKey.equals(expected) { continue }
                check.withoutPublicHalf.append(pair)
                check.newPublicHalves[pair.number] = device.wrap(expected, context: place)
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

    /// - Throws: `.locked` for want of what wraps it, `.missing` if that is gone, `.damaged` if it is not what was written.
    private func privateHalf(of pair: Keybag.KeyPair, presence: WrappingKey?) throws(KeyError) -> SecretBytes {
        guard pair.purpose == .passcode else {
            // A pair that cannot belong to its class key is damaged by itself, whatever has become of that.
            if pair.claimsItsClassKey, damagedClassKeys.contains(pair.classKey) { throw .missing }
            return try fileKey(pair)
        }
        // Goes with the passcode: one that is still there is somebody else's.
        guard keybag.hasPasscode else { throw .damaged("a key pair of the keybag") }
        guard let presence else { throw .locked }
        guard let key = presence.unwrap(pair.privateKey, context: keybag.context(of: pair, .privateKey)) else {
            throw .damaged("a key pair of the keybag")
        }
        return key
    }

    /// The same without the key pairs that nothing opens, and with public halves for those that have a private one; the same
    /// object if there is nothing to change.
    ///
    /// - Parameter check: what these keys have been found to be.
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
        return try KeySet(opening: changed, deviceKey: deviceKey, passcodeKey: passcodeKey, keeping: classKeys)
    }
}

extension Keybag.KeyPair {
    fileprivate var hasPublicHalf: Bool { purpose == .passcode || purpose == .file }
}
