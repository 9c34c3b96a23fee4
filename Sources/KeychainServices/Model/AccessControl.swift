import Foundation
import KeyManagement

/// Who may use an item: its protection class, and what has to be shown first.
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
    /// For `biometryCurrentSet`: the hash of the set that was enrolled when the item got this access control, 32 bytes. Nil in one
    /// that is no item's yet.
    package private(set) var enrolledSet: Data?

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

    /// The same, bound to what is enrolled now.
    func bound(to enrolledSet: Data) -> AccessControl {
        var bound = self
        bound.enrolledSet = enrolledSet
        return bound
    }

    /// By what the program said: what it is bound to says nothing more about which access control it is.
    public static func == (one: AccessControl, other: AccessControl) -> Bool {
        one.protection == other.protection && one.flags == other.flags
    }
    /// By what the program said.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(protection)
        hasher.combine(flags)
    }

    /// What the program said: a byte 1, one of protection class, four of flags (big-endian).
    var normalForm: Data {
        Data([1, protection.rawValue] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: flags.rawValue >> $0) })
    }

    /// ``normalForm``, or with a 2 in front and the hash of the enrolled set behind.
    var serialized: Data {
        guard let enrolledSet else { return normalForm }
        return [2] + normalForm.dropFirst() + enrolledSet
    }

    private static let enrolledSetSize = 32

    /// - Throws: `.decode` for bytes that ``serialized`` never makes.
    init(serialized bytes: some Collection<UInt8>) throws(KeychainError) {
        let bytes = Array(bytes)
        guard bytes.count >= 6, let protection = ProtectionClass(rawValue: bytes[1]),
            bytes[0] == 1 && bytes.count == 6 || bytes[0] == 2 && bytes.count == 6 + Self.enrolledSetSize
        else { throw .damaged("an access control that cannot be read") }
        let flags = bytes[2..<6].reduce(UInt(0)) { $0 << 8 | UInt($1) }
        try self.init(protection: protection, flags: Flags(rawValue: flags))
        if bytes[0] == 2 { enrolledSet = Data(bytes[6...]) }
    }
}
