import Secrets

/// The keys of one keychain in the form in which they are stored: wrapped.
///
/// A value: every change makes a new one, of the next generation, which the keychain stores in one transaction.
/// Specified in: Docs/keychain-format.md, "Keybag".
public struct Keybag: Sendable {
    /// One class key: what seals and opens the items of one protection class.
    public struct ClassKey: Sendable {
        /// Never used again within a keychain.
        public let number: Int64
        /// The protection class whose items it serves.
        public let protection: ProtectionClass
        /// What opens ``wrapped``: 1 the device key alone, 2 passcode and device key.
        public var wrapper: UInt8
        /// 60 bytes, for what ``wrapper`` names.
        public var wrapped: [UInt8]
        /// The same key wrapped by the recovery key; nil if there is none, or for a class that stays on this device.
        public var recovery: [UInt8]?
        /// The key of this class's attributes, wrapped by the class key.
        public let metadataKey: [UInt8]
        /// How many item keys it has wrapped, or will have when those who reserved a share have used it up.
        public var wraps: Int64
        /// Whether new items take it. Others only serve what they wrapped before.
        public var isCurrent: Bool

        /// A class key as it was read.
        public init(
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

    /// A key pair for what is sealed while the key that opens it is not there (``SealingKey``), or a single key that has no public
    /// half.
    public struct KeyPair: Sendable {
        /// What the private half is for.
        public enum Purpose: UInt8, Sendable {
            /// Opens items that take the passcode; wrapped by P, which is there only while a passcode is being entered.
            case passcode = 1
            /// Opens files that may be written while the keychain is locked; wrapped by a class key.
            case file = 2
            /// A single key, for files of the class `complete`.
            case completeFile = 3
            /// A single key, for files that open after the first unlock.
            case fileAfterFirstUnlock = 4
            /// A single key, for files that always open.
            case fileAlways = 5
        }

        /// Never used again within a keychain.
        public let number: Int64
        /// What it is for.
        public let purpose: Purpose
        /// The public half, wrapped by the device key so that nobody else can put another in its place: 60 bytes; empty for
        /// a single key.
        public var publicKey: [UInt8]
        /// The number of the class key that wraps the private half; 0: P does.
        public var classKey: Int64
        /// The private half, or the single key: 60 bytes.
        public var privateKey: [UInt8]
        /// Whether it is what new things are sealed for.
        public var isCurrent: Bool

        /// A key pair as it was read.
        public init(
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

    /// 16 bytes that this keychain keeps for ever, also as a copy.
    public let keychainID: [UInt8]
    /// Which device key opens it.
    public internal(set) var deviceKeyID: [UInt8]
    /// Grows with every change of any key.
    public internal(set) var generation: Int64
    /// Nil while there is no passcode.
    public internal(set) var passcodeHash: PasscodeHash?
    /// Wrapped by the device key: 60 bytes.
    public internal(set) var searchKey: [UInt8]
    /// Wrapped by the recovery key; nil if there is none.
    public internal(set) var recoverySearchKey: [UInt8]?
    /// All class keys, current and retired.
    public internal(set) var classKeys: [ClassKey]
    /// All key pairs, current and retired.
    public internal(set) var keyPairs: [KeyPair]
    /// Whether some of the key pairs could not be read. Items that need none stay readable; nothing of the keybag may be stored,
    /// since what cannot be read would be lost.
    public let hasUnreadablePairs: Bool

    /// A keybag as it was read. Nothing is opened yet.
    public init(
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
    public var hasPasscode: Bool { passcodeHash != nil }
    /// Whether there is a recovery key that opens everything which may leave this device. A class key that took over from
    /// one that had wrapped enough is not among that until the recovery key is added again.
    public var hasRecoveryKey: Bool {
        recoverySearchKey != nil && classKeys.allSatisfy { $0.protection.isThisDeviceOnly || $0.recovery != nil }
    }
    /// The numbers of class keys that serve old items only; each goes when its last item has been re-wrapped.
    public var retiredClassKeys: [Int64] { classKeys.filter { !$0.isCurrent }.map(\.number) }
    /// A class key that nobody has used for a wrap more often than this is replaced (half of what GCM allows).
    public static let mostWraps: Int64 = 1 << 31

    func context(
        _ part: KeyContext.Part, number: Int64 = 0, protection: ProtectionClass = .always, isCurrent: Bool = true
    ) -> KeyContext {
        KeyContext(keychainID: keychainID, number: number, protection: protection, isCurrent: isCurrent, part: part)
    }

    /// What the class key of `record` is wrapped for, by K or D.
    func context(of record: ClassKey) -> KeyContext {
        context(.classKey, number: record.number, protection: record.protection, isCurrent: record.isCurrent)
    }

    /// What the class key of `record` is wrapped for by the recovery key, which is not there when the record is retired.
    func recoveryContext(of record: ClassKey) -> KeyContext {
        context(.classKey, number: record.number, protection: record.protection)
    }

    /// - Throws: `.damaged` for a generation that no use can have led to.
    mutating func nextGeneration() throws(KeyError) {
        guard Self.possibleGenerations.contains(generation) else { throw .damaged("the keybag") }
        generation += 1
    }

    private static let possibleGenerations: Range<Int64> = 1..<1 << 56

    /// The numbers of class keys whose records no program writes. Nothing in them is secret, and some of it nothing else
    /// protects: with a class key that D wraps where K should, somebody who has the device key could choose the key that new
    /// items take.
    ///
    /// - Throws: `.damaged` for a generation that no use can have led to.
    func impossibleClassKeys() throws(KeyError) -> Set<Int64> {
        guard Self.possibleGenerations.contains(generation) else { throw .damaged("the keybag") }
        var numbers = Set<Int64>()
        var impossible = Set<Int64>()
        for record in classKeys {
            let isPossible =
                record.number & 0xf == Int64(record.protection.rawValue)
                && (1...generation).contains(record.number >> 4)
                && record.wrapper == wrapper(for: record.protection)?.rawValue
            // Two of one number: nobody can tell which is meant.
            if !isPossible || !numbers.insert(record.number).inserted { impossible.insert(record.number) }
        }
        return impossible
    }

    /// What opens the class keys of a class; nil for the class that there is only with a passcode while there is none.
    private func wrapper(for protection: ProtectionClass) -> WrappingKey.Kind? {
        switch (protection.availability, hasPasscode) {
        case (.always, _): .device
        case (_, true): .passcode
        case (_, false): protection == .whenPasscodeSetThisDeviceOnly ? nil : .device
        }
    }
}
