import CSodium

/// Bytes that nobody else is to see: keys and passcodes.
///
/// They live in libsodium's guarded heap: between inaccessible pages, locked into memory as far as the system's limit
/// allows, left out of core dumps, and overwritten with zeros when their one owner lets them go. They cannot be copied by
/// accident and print as `[redacted]`.
///
/// An allocation costs about 15 µs and three pages: for long-lived keys; what items have is in a ``SecretPlace``.
/// Specified in: libsodium's documentation, "Secure memory".
public struct SecretBytes: ~Copyable, @unchecked Sendable {
    // Sendable: the memory is written only while it has one owner with exclusive access.
    private let start: UnsafeMutableRawPointer
    /// In bytes.
    public let count: Int

    /// `count` bytes of zero.
    public init(zeros count: Int) {
        precondition(count >= 0)
        start = guardedMemory(count)
        self.count = count
        sodium_memzero(start, count)
    }

    /// `count` random bytes from the system.
    public init(random count: Int) {
        self.init(zeros: count)
        randombytes_buf(start, count)
    }

    /// A copy of `bytes`, which stay where they are: wiping them is the caller's business.
    public init(copying bytes: UnsafeRawBufferPointer) {
        self.init(zeros: bytes.count)
        UnsafeMutableRawBufferPointer(start: start, count: count).copyMemory(from: bytes)
    }

    /// A copy of `bytes`, as of a string's `utf8`, which stay where they are: wiping them is the caller's business.
    public init(copying bytes: some Collection<UInt8>) {
        self.init(count: bytes.count) { $0.copyBytes(from: bytes) }
    }

    /// `count` bytes as `body` writes them.
    public init<Failure: Error>(
        count: Int, writing body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
    ) throws(Failure) {
        self.init(zeros: count)
        try body(UnsafeMutableRawBufferPointer(start: start, count: count))
    }

    deinit {
        sodium_free(start)
    }

    /// The bytes, for the length of the call.
    public borrowing func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// The bytes, to be written, for the length of the call.
    public mutating func withUnsafeMutableBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeMutableRawBufferPointer(start: start, count: count))
    }

    /// A second copy, for an owner of its own.
    public borrowing func copy() -> SecretBytes {
        withUnsafeBytes { SecretBytes(copying: $0) }
    }

    /// Whether both are the same, in a time that depends on their lengths only.
    public borrowing func equals(_ other: borrowing SecretBytes) -> Bool {
        guard count == other.count else { return false }
        return sodium_memcmp(start, other.start, count) == 0
    }

    /// Never the bytes.
    public var description: String { "[redacted]" }
}

/// `count` bytes between inaccessible pages, for `sodium_free` to take back.
func guardedMemory(_ count: Int) -> UnsafeMutableRawPointer {
    Sodium.start()
    // sodium_malloc refuses only when memory, or what the process may have of mappings, is exhausted.
    guard let memory = sodium_malloc(max(count, 1)) else { fatalError("out of guarded memory") }
    return memory
}
