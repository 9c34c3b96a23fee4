import Foundation
import KeyManagement

/// The access control of an item: its protection class, and the authentication that it requires.
public struct AccessControl: Hashable, Sendable {
    /// The flags of Apple's `SecAccessControlCreateFlags`, with the same bits.
    public struct Flags: OptionSet, Hashable, Sendable {
        /// The bits of the flags.
        public let rawValue: UInt
        /// Makes flags from the given bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Any enrolled finger, or the passcode.
        public static let userPresence = Flags(rawValue: 1 << 0)
        /// Any enrolled finger.
        public static let biometryAny = Flags(rawValue: 1 << 1)
        /// A finger of the set that is enrolled when the item is added.
        public static let biometryCurrentSet = Flags(rawValue: 1 << 3)
        /// The passcode.
        public static let devicePasscode = Flags(rawValue: 1 << 4)
        /// A paired device nearby.
        public static let companion = Flags(rawValue: 1 << 5)
        /// One of the constraints is enough.
        public static let or = Flags(rawValue: 1 << 14)
        /// All of the constraints are needed, as without the flag.
        public static let and = Flags(rawValue: 1 << 15)
        /// The constraints apply to using a private key, not to finding it.
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

    /// The protection class, which says when the item is readable.
    public let protection: ProtectionClass
    /// The authentication that is required before it is read.
    public let flags: Flags
    /// The hash of the set that was enrolled when the item got this access control, 32 bytes, for `biometryCurrentSet`. Nil in an
    /// access control that no item has yet.
    package private(set) var enrolledSet: Data?

    /// Whether there are other constraints than the protection class (keychain-services 4.4).
    public var isConstrained: Bool { !flags.isDisjoint(with: .constraints) }

    /// Makes an access control.
    ///
    /// - Throws: `.parameter` for unknown flags, and for flags that contradict each other (keychain-services 4.4).
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

    /// Returns the same access control, bound to an enrolled set.
    func bound(to enrolledSet: Data) -> AccessControl {
        var bound = self
        bound.enrolledSet = enrolledSet
        return bound
    }

    /// Compares what the program specified. The enrolled set is not compared, because the program did not specify it.
    public static func == (one: AccessControl, other: AccessControl) -> Bool {
        one.protection == other.protection && one.flags == other.flags
    }
    /// Hashes what the program specified.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(protection)
        hasher.combine(flags)
    }

    /// The form of what the program specified: a byte 1, one of protection class, four of flags (big-endian).
    var normalForm: Data {
        Data([1, protection.rawValue] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: flags.rawValue >> $0) })
    }

    /// ``normalForm``, or the same with a 2 as first byte and the hash of the enrolled set appended.
    var serialized: Data {
        guard let enrolledSet else { return normalForm }
        return [2] + normalForm.dropFirst() + enrolledSet
    }

    private static let enrolledSetSize = 32

    /// Reads a serialized access control.
    ///
    /// - Throws: `.decode` for bytes that ``serialized`` never produces.
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
