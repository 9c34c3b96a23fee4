import CSodium
import Secrets

/// How a passcode becomes 32 bytes of key: Argon2id (RFC 9106) with a random salt, one lane.
public struct PasscodeHash: Hashable, Sendable {
    /// Passes over the memory.
    public let passes: UInt64
    /// In bytes.
    public let memory: Int
    /// 16 random bytes.
    public let salt: [UInt8]

    /// In bytes.
    public static let saltSize = 16
    /// The least that a new passcode gets: RFC 9106, second recommended option.
    public static let leastPasses: UInt64 = 3
    /// The least memory that a new passcode gets, in bytes.
    public static let leastMemory = 64 << 20

    /// - Throws: `.damaged` for numbers outside of what Argon2 takes or a person would wait for: a file may ask for 64
    ///   passes over 4 GiB at most.
    public init(passes: UInt64, memory: Int, salt: [UInt8]) throws(KeyError) {
        guard (1...64).contains(passes), (8 << 10...4 << 30).contains(memory), salt.count == Self.saltSize else {
            throw .damaged("the passcode's parameters")
        }
        self.passes = passes
        self.memory = memory
        self.salt = salt
    }

    /// What a new passcode costs.
    public enum Cost: Sendable {
        /// About half a second on this machine, measured, and never less than 64 MiB and 3 passes.
        case tuned
        /// The given cost, however low: for tests.
        case fixed(passes: UInt64, memory: Int)

        /// The least that Argon2 takes, for tests.
        public static let cheapForTests = Cost.fixed(passes: 1, memory: 8 << 10)
    }

    /// Parameters for a new passcode, with a new salt.
    public static func make(_ cost: Cost) throws(KeyError) -> PasscodeHash {
        let salt = SecureRandom.bytes(saltSize)
        switch cost {
        case .fixed(let passes, let memory):
            return try PasscodeHash(passes: passes, memory: memory, salt: salt)
        case .tuned:
            let least = try PasscodeHash(passes: leastPasses, memory: leastMemory, salt: salt)
            let sample = SecretBytes(random: 16)
            let clock = ContinuousClock()
            let start = clock.now
            _ = try least.derive(sample)
            let seconds = (clock.now - start) / .seconds(1)
            // The time is proportional to the memory. Not more than 1 GiB: a smaller device may have to open the file.
            let factor = min(max(0.5 / max(seconds, 0.001), 1), 16)
            let mebibytes = Int(Double(leastMemory >> 20) * factor)
            return try PasscodeHash(passes: leastPasses, memory: mebibytes << 20, salt: salt)
        }
    }

    /// 32 bytes. Takes about half a second.
    ///
    /// - Throws: `.outOfMemory` if the system cannot give ``memory`` bytes.
    public func derive(_ passcode: borrowing SecretBytes) throws(KeyError) -> SecretBytes {
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
