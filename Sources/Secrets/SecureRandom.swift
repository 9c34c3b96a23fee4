import CSodium

/// Random numbers from the operating system, through libsodium.
public enum SecureRandom {
    /// Fills `buffer` with random bytes.
    public static func fill(_ buffer: UnsafeMutableRawBufferPointer) {
        Sodium.start()
        guard let start = buffer.baseAddress else { return }
        randombytes_buf(start, buffer.count)
    }

    /// Returns `count` random bytes.
    public static func bytes(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            fill(UnsafeMutableRawBufferPointer(buffer))
            initialized = count
        }
    }

    /// Returns a uniformly distributed number from 0 up to but not including `bound`.
    public static func uniform(_ bound: UInt32) -> UInt32 {
        Sodium.start()
        return randombytes_uniform(bound)
    }
}

/// Overwrites `buffer` with zeros in a way that the compiler does not optimise away.
public func wipe(_ buffer: UnsafeMutableRawBufferPointer) {
    guard let start = buffer.baseAddress else { return }
    sodium_memzero(start, buffer.count)
}

/// Whether both buffers have the same bytes, in a time that depends on their lengths only.
public func constantTimeEquals(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Bool {
    guard one.count == other.count else { return false }
    guard let start = one.baseAddress, let otherStart = other.baseAddress else { return true }
    return sodium_memcmp(start, otherStart, one.count) == 0
}
