import CSodium

/// Secret bytes: keys and passcodes.
///
/// They are in libsodium's guarded heap: between inaccessible pages, locked into memory as far as the system's limit allows,
/// excluded from core dumps, and overwritten with zeros when their single owner releases them. They cannot be copied by accident
/// and print as `[redacted]`.
///
/// An allocation takes a page of locked memory, and about 15 µs if none was released before (`SpareBlocks`), which suits long-lived keys;
/// secrets of items are in a `SecretSlot`.
/// Specified in: libsodium's documentation, "Secure memory".
public struct SecretBytes: ~Copyable, @unchecked Sendable {
    // Sendable: the memory is written only while it has one owner with exclusive access.
    private let start: UnsafeMutableRawPointer
    /// The number of bytes.
    public let count: Int

    /// Allocates `count` bytes of zero.
    public init(zeros count: Int) {
        precondition(count >= 0)
        start = guardedMemory(count)
        self.count = count
        sodium_memzero(start, count)
    }

    /// Allocates `count` random bytes from the system.
    public init(random count: Int) {
        self.init(zeros: count)
        randombytes_buf(start, count)
    }

    /// Copies `bytes`. The caller has to wipe the original.
    public init(copying bytes: UnsafeRawBufferPointer) {
        self.init(zeros: bytes.count)
        UnsafeMutableRawBufferPointer(start: start, count: count).copyMemory(from: bytes)
    }

    /// Copies `bytes`, such as a string's `utf8`. The caller has to wipe the original.
    public init(copying bytes: some Collection<UInt8>) {
        self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
    }

    /// Allocates `count` bytes and has `body` write them.
    public init<Failure: Error>(
        count: Int, writing body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        self.init(zeros: count)
        try body(UnsafeMutableRawBufferPointer(start: start, count: count))
    }

    deinit {
        SecretMemory.release(start, count)
    }

    /// Calls `body` with the bytes. The buffer is valid during the call.
    public borrowing func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Calls `body` with the bytes for writing. The buffer is valid during the call.
    public mutating func withUnsafeMutableBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeMutableRawBufferPointer(start: start, count: count))
    }

    /// Returns a copy with an owner of its own.
    public borrowing func copy() -> SecretBytes {
        withUnsafeBytes { SecretBytes(copying: $0) }
    }

    /// Whether both are equal, in a time that depends on their lengths only.
    public borrowing func equals(_ other: borrowing SecretBytes) -> Bool {
        guard count == other.count else { return false }
        return sodium_memcmp(start, other.start, count) == 0
    }

    /// A fixed text without the bytes.
    public var description: String { "[redacted]" }
}

/// Allocates `count` bytes between inaccessible pages, to be released by ``SecretMemory/release(_:_:)``.
func guardedMemory(_ count: Int) -> UnsafeMutableRawPointer {
    Sodium.start()
    // sodium_malloc fails only if memory, or the process's number of mappings, is exhausted.
    return SecretMemory.allocate(count)
}
