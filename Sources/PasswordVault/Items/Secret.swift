import Foundation
import Secrets

/// A secret of an item: a password, a card number, a note. It is kept in guarded memory, wiped when the last reference is released, and
/// printed as `[redacted]`.
public final class Secret: Sendable {
    private let bytes: SecretSlot

    /// Copies a secret from a string.
    ///
    /// - Parameter text: the secret. The string itself stays in memory: a `String` cannot be wiped.
    public init(_ text: String) { bytes = SecretSlot(copying: text.utf8) }

    /// Copies a secret and wipes the source.
    ///
    /// - Parameter bytes: the secret as UTF-8.
    public init(_ bytes: consuming SecretBytes) { self.bytes = bytes.withUnsafeBytes { SecretSlot(copying: $0) } }

    /// Copies a secret.
    ///
    /// - Parameter bytes: the secret as UTF-8. The caller has to wipe it.
    init(copying bytes: UnsafeRawBufferPointer) { self.bytes = SecretSlot(copying: bytes) }

    /// The size in bytes.
    public var count: Int { bytes.count }
    /// Whether the secret is empty.
    public var isEmpty: Bool { bytes.count == 0 }

    /// Calls `body` with the bytes, which are valid for the duration of the call only.
    public func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result { try bytes.withUnsafeBytes(body) }

    /// Returns a copy that the caller owns.
    public func copy() -> SecretBytes { bytes.withUnsafeBytes { SecretBytes(copying: $0) } }

    /// The secret as a string, for interfaces that take nothing else. The string stays in memory until that memory is reused.
    public var text: String { bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
}

extension Secret: Equatable {
    /// Compares in a time that depends only on the lengths.
    public static func == (one: Secret, other: Secret) -> Bool {
        one.withUnsafeBytes { one in other.withUnsafeBytes { constantTimeEquals(one, $0) } }
    }
}

extension Secret: CustomStringConvertible, CustomReflectable {
    /// `[redacted]`, never the secret.
    public var description: String { "[redacted]" }
    /// A mirror without children, which never shows the secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
