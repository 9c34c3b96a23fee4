import CSodium
import Secrets
import _CryptoExtras

/// The function and parameters that derive a 32-byte key from a passcode: Argon2id (RFC 9106) with a random salt and one lane,
/// or PBKDF2.
public struct PasscodeHash: Hashable, Sendable {
    /// The number of passes over the memory; for PBKDF2 the number of rounds.
    public let passes: UInt64
    /// The memory in bytes; 0 if the function is PBKDF2 with HMAC-SHA-256 (RFC 8018), which needs none.
    public let memory: Int
    /// 16 random bytes.
    public let salt: [UInt8]

    /// The size of a salt in bytes.
    public static let saltSize = 16
    /// The minimum number of passes for a new passcode: RFC 9106, second recommended option.
    public static let leastPasses: UInt64 = 3
    /// The minimum memory for a new passcode, in bytes.
    public static let leastMemory = 64 << 20

    /// The minimum number of rounds for a new passcode if PBKDF2 is requested: OWASP's Password Storage Cheat Sheet.
    public static let leastRounds: UInt64 = 600_000
    private static let mostRounds: UInt64 = 20_000_000
    /// The factor by which ``make(_:)`` raises the minimum at most.
    static let mostFactor = 16

    /// Checks parameters as they were read from a file.
    ///
    /// - Throws: `.damaged` for numbers that the function does not accept or that would take too long: the limits are 64 passes over
    ///   4 GiB, and 20 million rounds.
    public init(passes: UInt64, memory: Int, salt: [UInt8]) throws(KeyError) {
        let isPossible =
            memory == 0
            ? (1...Self.mostRounds).contains(passes) : (1...64).contains(passes) && (8 << 10...4 << 30).contains(memory)
        guard isPossible, salt.count == Self.saltSize else { throw .damaged("the passcode's parameters") }
        self.passes = passes
        self.memory = memory
        self.salt = salt
    }

    /// Whether the function is PBKDF2 and not Argon2id.
    public var isPBKDF2: Bool { memory == 0 }

    /// Whether these parameters cost less than the minimum for a new passcode today.
    public var isBelowFloor: Bool {
        isPBKDF2 ? passes < Self.leastRounds : passes < Self.leastPasses || memory < Self.leastMemory
    }

    /// The cost of deriving the key of a new passcode.
    public enum Cost: Sendable {
        /// Tuned to about half a second on this machine, and never less than 64 MiB and 3 passes; this minimum in debug builds.
        case tuned
        /// The same with PBKDF2, and never less than 600,000 rounds; this minimum in debug builds.
        case tunedPBKDF2
        /// The given cost, however low: for tests.
        case fixed(passes: UInt64, memory: Int)

        /// The minimum that Argon2 accepts, for tests.
        public static let cheapForTests = Cost.fixed(passes: 1, memory: 8 << 10)
    }

    /// Makes parameters for a new passcode, with a new salt.
    public static func make(_ cost: Cost) throws(KeyError) -> PasscodeHash {
        let salt = SecureRandom.bytes(saltSize)
        switch cost {
        case .fixed(let passes, let memory):
            return try PasscodeHash(passes: passes, memory: memory, salt: salt)
        case .tuned:
            let least = try PasscodeHash(passes: leastPasses, memory: leastMemory, salt: salt)
            // The time is proportional to the memory. At most 1 GiB, because a smaller device may have to open the file.
            let mebibytes = Int(Double(leastMemory >> 20) * (try least.factorOfThisBuild()))
            return try PasscodeHash(passes: leastPasses, memory: mebibytes << 20, salt: salt)
        case .tunedPBKDF2:
            let least = try PasscodeHash(passes: leastRounds, memory: 0, salt: salt)
            let rounds = UInt64(Double(leastRounds) * (try least.factorOfThisBuild()))
            return try PasscodeHash(passes: rounds, memory: 0, salt: salt)
        }
    }

    /// The factor by which the cost of a new passcode grows: tests, which run with debug builds, derive thousands of keys.
    private func factorOfThisBuild() throws(KeyError) -> Double {
        #if DEBUG
            1
        #else
            try factorToHalfASecond()
        #endif
    }

    /// Measures the factor by which the cost has to grow to take half a second on this machine: 1 to 16.
    func factorToHalfASecond() throws(KeyError) -> Double {
        let sample = SecretBytes(random: 16)
        let clock = ContinuousClock()
        let start = clock.now
        _ = try derive(sample)
        return Self.factor(afterSeconds: (clock.now - start) / .seconds(1))
    }

    /// Returns the factor for what takes so many seconds.
    static func factor(afterSeconds seconds: Double) -> Double {
        min(max(0.5 / max(seconds, 0.001), 1), Double(mostFactor))
    }

    /// Derives the 32-byte key of a passcode. Takes about half a second.
    ///
    /// - Throws: `.outOfMemory` if the system cannot give ``memory`` bytes.
    public func derive(_ passcode: borrowing SecretBytes) throws(KeyError) -> SecretBytes {
        isPBKDF2 ? try deriveByPBKDF2(passcode) : try deriveByArgon2id(passcode)
    }

    private func deriveByPBKDF2(_ passcode: borrowing SecretBytes) throws(KeyError) -> SecretBytes {
        guard let rounds = Int(exactly: passes) else { throw .damaged("the passcode's parameters") }
        let key = passcode.withUnsafeBytes { passcode in
            // The rounds were checked when they were read; tests use fewer than the library's minimum.
            try? KDF.Insecure.PBKDF2.deriveKey(
                from: passcode, salt: salt, using: .sha256, outputByteCount: 32, unsafeUncheckedRounds: rounds)
        }
        guard let key else { throw .outOfMemory }
        return SecretBytes(count: 32) { bytes in key.withUnsafeBytes { bytes.copyMemory(from: $0) } }
    }

    private func deriveByArgon2id(_ passcode: borrowing SecretBytes) throws(KeyError) -> SecretBytes {
        let (passes, memory, salt) = (passes, memory, salt)
        return try passcode.withUnsafeBytes { (passcode) throws(KeyError) in
            try SecretBytes(count: 32) { (key) throws(KeyError) in
                let text = UnsafeRawPointer(bytePointer(passcode)).assumingMemoryBound(to: CChar.self)
                let result = crypto_pwhash(
                    bytePointer(key), UInt64(key.count),
                    text, UInt64(passcode.count), salt,
                    passes, memory, crypto_pwhash_ALG_ARGON2ID13)
                guard result == 0 else { throw .outOfMemory }
            }
        }
    }
}
