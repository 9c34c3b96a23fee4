import Secrets

/// The keys of one keychain in their stored, wrapped form.
///
/// A value type: every change makes a new value of the next generation, which the keychain stores in one transaction.
/// Specified in: Docs/keychain-format.md, "Keybag".
package struct Keybag: Sendable {
    /// One class key, which seals and opens the items of one protection class.
    package struct ClassKey: Sendable {
        /// The number, never used again within a keychain.
        package let number: Int64
        /// The protection class whose items this key protects.
        package let protection: ProtectionClass
        /// The key that opens ``wrapped``: 1 the device key alone, 2 passcode and device key.
        package var wrapper: UInt8
        /// The class key, wrapped by the key that ``wrapper`` names: 60 bytes.
        package var wrapped: [UInt8]
        /// The same key wrapped by the recovery key; nil if there is none, or for a class that stays on this device.
        package var recovery: [UInt8]?
        /// The metadata key of this class, which encrypts attributes, wrapped by the class key.
        package let metadataKey: [UInt8]
        /// The number of item keys that it has wrapped, including those that processes have reserved and not used yet.
        package var wraps: Int64
        /// Whether new items take it. A key that is not current only opens what it wrapped before.
        package var isCurrent: Bool

        /// Makes a class key from the values that were read.
        package init(
            number: Int64, protection: ProtectionClass, wrapper: UInt8, wrapped: [UInt8], recovery: [UInt8]?,
            metadataKey: [UInt8], wraps: Int64, isCurrent: Bool
        ) {
            self.number = number
            self.protection = protection
            self.wrapper = wrapper
            self.wrapped = wrapped
            self.recovery = recovery
            self.metadataKey = metadataKey
            self.wraps = wraps
            self.isCurrent = isCurrent
        }
    }

    /// A key pair for data that is sealed while the key that opens it is not available (``SealingKey``), or a single key without a
    /// public half.
    package struct KeyPair: Sendable {
        /// The purpose of the private half.
        package enum Purpose: UInt8, Sendable {
            /// Opens items that require the passcode; wrapped by P, which is in memory only while a passcode is being entered.
            case passcode = 1
            /// Opens files that may be written while the keychain is locked; wrapped by a class key.
            case file = 2
            /// A single key, for files of the class `complete`.
            case completeFile = 3
            /// A single key, for files that can be opened after the first unlock.
            case fileAfterFirstUnlock = 4
            /// A single key, for files that can be opened at any time.
            case fileAlways = 5
        }

        /// The number, never used again within a keychain.
        package let number: Int64
        /// The purpose of the pair.
        package let purpose: Purpose
        /// The public half, wrapped by the device key so that only a holder of the device key can replace it: 60 bytes; empty for a
        /// single key.
        package var publicKey: [UInt8]
        /// The number of the class key that wraps the private half; 0 if P wraps it.
        package var classKey: Int64
        /// The private half, or the single key: 60 bytes.
        package var privateKey: [UInt8]
        /// Whether new data is sealed to this pair.
        package var isCurrent: Bool

        /// Makes a key pair from the values that were read.
        package init(
            number: Int64, purpose: Purpose, publicKey: [UInt8], classKey: Int64, privateKey: [UInt8], isCurrent: Bool
        ) {
            self.number = number
            self.purpose = purpose
            self.publicKey = publicKey
            self.classKey = classKey
            self.privateKey = privateKey
            self.isCurrent = isCurrent
        }
    }

    /// The identifier of the keychain, 16 bytes. It never changes, and a copy has the same.
    package let keychainID: [UInt8]
    /// The identifier of the device key that opens the keybag.
    package internal(set) var deviceKeyID: [UInt8]
    /// The generation, which grows with every change of any key.
    package internal(set) var generation: Int64
    /// The parameters of the passcode. Nil while there is no passcode.
    package internal(set) var passcodeHash: PasscodeHash?
    /// The search key, wrapped by the device key: 60 bytes.
    package internal(set) var searchKey: [UInt8]
    /// The search key, wrapped by the recovery key; nil if there is no recovery key.
    package internal(set) var recoverySearchKey: [UInt8]?
    /// All class keys, current and retired.
    package internal(set) var classKeys: [ClassKey]
    /// All key pairs, current and retired.
    package internal(set) var keyPairs: [KeyPair]
    /// Whether some of the key pairs could not be read. Items that need none stay readable. The keybag must not be stored, because
    /// the pairs that could not be read would be lost.
    package let hasUnreadablePairs: Bool

    /// Makes a keybag from the values that were read. Opens nothing.
    package init(
        keychainID: [UInt8], deviceKeyID: [UInt8], generation: Int64, passcodeHash: PasscodeHash?, searchKey: [UInt8],
        recoverySearchKey: [UInt8]?, classKeys: [ClassKey], keyPairs: [KeyPair] = [],
        hasUnreadablePairs: Bool = false
    ) {
        self.keychainID = keychainID
        self.deviceKeyID = deviceKeyID
        self.generation = generation
        self.passcodeHash = passcodeHash
        self.searchKey = searchKey
        self.recoverySearchKey = recoverySearchKey
        self.classKeys = classKeys
        self.keyPairs = keyPairs
        self.hasUnreadablePairs = hasUnreadablePairs
    }

    /// Whether there is a passcode.
    package var hasPasscode: Bool { passcodeHash != nil }
    /// Whether there is a recovery key that opens everything that may leave this device. It does not cover a class key that
    /// replaced one that reached its limit of wraps until the recovery key is added again.
    package var hasRecoveryKey: Bool {
        recoverySearchKey != nil && classKeys.allSatisfy { $0.protection.isThisDeviceOnly || $0.recovery != nil }
    }
    /// The numbers of class keys that protect old items only; each is removed when its last item has been re-wrapped.
    package var retiredClassKeys: [Int64] { classKeys.filter { !$0.isCurrent }.map(\.number) }
    /// The number of wraps after which a class key is replaced (half of what GCM allows).
    package static let mostWraps: Int64 = 1 << 31

    func context(
        _ part: KeyContext.Part, number: Int64 = 0, protection: ProtectionClass = .always, isCurrent: Bool = true
    ) -> KeyContext {
        KeyContext(keychainID: keychainID, number: number, protection: protection, isCurrent: isCurrent, part: part)
    }

    /// Returns the context in which K or D wraps the class key of `record`.
    func context(of record: ClassKey) -> KeyContext {
        context(.classKey, number: record.number, protection: record.protection, isCurrent: record.isCurrent)
    }

    /// Returns the context in which the recovery key wraps the class key of `record`. Retired records have no recovery copy.
    func recoveryContext(of record: ClassKey) -> KeyContext {
        context(.classKey, number: record.number, protection: record.protection)
    }

    /// Increments the generation.
    ///
    /// - Throws: `.damaged` for a generation that cannot result from use.
    mutating func nextGeneration() throws(KeyError) {
        guard Self.validGenerations.contains(generation) else { throw .damaged("the keybag") }
        generation += 1
    }

    private static let validGenerations: Range<Int64> = 1..<1 << 56

    /// Returns the numbers of class keys whose records no program writes. Nothing in these records is secret, and some fields are not
    /// authenticated otherwise: with a class key wrapped by D where K is required, an attacker who has the device key could choose the
    /// key that new items take.
    ///
    /// - Throws: `.damaged` for a generation that cannot result from use.
    func invalidClassKeys() throws(KeyError) -> Set<Int64> {
        guard Self.validGenerations.contains(generation) else { throw .damaged("the keybag") }
        var numbers = Set<Int64>()
        var impossible = Set<Int64>()
        for record in classKeys {
            let isPossible =
                record.number & 0xf == Int64(record.protection.rawValue)
                && (1...generation).contains(record.number >> 4)
                && record.wrapper == wrapper(for: record.protection)?.rawValue
            // Two records with one number: it is not clear which one is meant.
            if !isPossible || !numbers.insert(record.number).inserted { impossible.insert(record.number) }
        }
        return impossible
    }

    /// Returns the kind of key that wraps the class keys of a class; nil for the class that requires a passcode while there is none.
    private func wrapper(for protection: ProtectionClass) -> WrappingKey.Kind? {
        switch (protection.availability, hasPasscode) {
        case (.always, _): .device
        case (_, true): .passcode
        case (_, false): protection == .whenPasscodeSetThisDeviceOnly ? nil : .device
        }
    }
}
