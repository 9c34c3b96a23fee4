import Secrets

/// The value that a reference refers to, in guarded memory.
public final class SecretValue: Sendable {
    private let bytes: SecretBytes

    /// Takes ownership of the value.
    public init(_ bytes: consuming SecretBytes) { self.bytes = bytes }

    /// Copies the value. The caller wipes its own.
    public convenience init(copying bytes: UnsafeRawBufferPointer) { self.init(SecretBytes(copying: bytes)) }

    /// Copies a text, which stays in memory: a `String` cannot be wiped.
    public convenience init(_ text: String) { self.init(SecretBytes(copying: text.utf8)) }

    /// The number of bytes.
    public var count: Int { bytes.count }

    /// Calls `body` with the bytes, which are valid during the call.
    public func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result { try bytes.withUnsafeBytes(body) }
}
