import Foundation
import KeyManagement

/// Who may use an item: its protection class, and what has to be shown first.
///
/// Items with constraints cannot be stored yet: there is nothing that could check them.
public struct AccessControl: Hashable, Sendable {
    /// The flags of Apple's `SecAccessControlCreateFlags`, with the same bits.
    public struct Flags: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt
        /// The flags with the given bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Any enrolled biometry, or the passcode.
        public static let userPresence = Flags(rawValue: 1 << 0)
        /// Any enrolled biometry.
        public static let biometryAny = Flags(rawValue: 1 << 1)
        /// Biometry, as it is enrolled when the item is added.
        public static let biometryCurrentSet = Flags(rawValue: 1 << 3)
        /// The passcode.
        public static let devicePasscode = Flags(rawValue: 1 << 4)
        /// A paired device nearby.
        public static let companion = Flags(rawValue: 1 << 5)
        /// One of the constraints is enough.
        public static let or = Flags(rawValue: 1 << 14)
        /// All of the constraints are needed, as without the flag.
        public static let and = Flags(rawValue: 1 << 15)
        /// The constraints are for using a private key, not for finding it.
        public static let privateKeyUsage = Flags(rawValue: 1 << 30)
        /// A password that the program supplies.
        public static let applicationPassword = Flags(rawValue: 1 << 31)

        static let known: Flags = [
            .userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode, .companion, .or, .and, .privateKeyUsage,
            .applicationPassword,
        ]
        static let constraints: Flags = [
            .userPresence, .biometryAny, .biometryCurrentSet, .devicePasscode, .companion, .applicationPassword,
        ]
    }

    /// When the item is readable.
    public let protection: ProtectionClass
    /// What has to be shown before it is read.
    public let flags: Flags

    /// Whether anything but the protection class has to be satisfied before the item is read (keychain-services 4.4).
    public var isConstrained: Bool { !flags.isDisjoint(with: .constraints) }

    /// - Throws: `.parameter` for flags that contradict each other or that nobody knows (keychain-services 4.4).
    public init(protection: ProtectionClass, flags: Flags = []) throws(KeychainError) {
        guard flags.subtracting(.known).isEmpty else { throw .parameter("unknown access-control flags") }
        guard !flags.isSuperset(of: [.or, .and]) else { throw .parameter("“or” and “and” exclude each other") }
        guard !flags.isSuperset(of: [.biometryAny, .biometryCurrentSet]) else {
            throw .parameter("“biometryAny” and “biometryCurrentSet” exclude each other")
        }
        if flags.contains(.userPresence),
            !flags.subtracting([.userPresence, .applicationPassword, .privateKeyUsage]).isEmpty
        {
            throw .parameter("“userPresence” goes with “applicationPassword” and “privateKeyUsage” only")
        }
        self.protection = protection
        self.flags = flags
    }

    /// One byte of version, one of protection class, four of flags (big-endian).
    var serialized: Data {
        Data([1, protection.rawValue] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: flags.rawValue >> $0) })
    }

    /// - Throws: `.decode` for bytes that ``serialized`` never makes.
    init(serialized bytes: some Collection<UInt8>) throws(KeychainError) {
        let bytes = Array(bytes)
        guard bytes.count == 6, bytes[0] == 1, let protection = ProtectionClass(rawValue: bytes[1]) else {
            throw .damaged("an access control that cannot be read")
        }
        let flags = bytes[2...].reduce(UInt(0)) { $0 << 8 | UInt($1) }
        try self.init(protection: protection, flags: Flags(rawValue: flags))
    }
}
