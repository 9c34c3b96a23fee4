import Foundation
import Secrets

/// A secret of an item: a password, a number of a card, a note. Kept in guarded memory, wiped when the last reference goes, printed
/// as `[redacted]`.
public final class Secret: Sendable {
    private let bytes: SecretPlace

    /// - Parameter text: stays where it is: a `String` cannot be wiped.
    public init(_ text: String) { bytes = SecretPlace(copying: text.utf8) }

    /// - Parameter bytes: UTF-8.
    public init(_ bytes: consuming SecretBytes) { self.bytes = bytes.withUnsafeBytes { SecretPlace(copying: $0) } }

    /// - Parameter bytes: UTF-8, which stays where it is: wiping it is the caller's business.
    init(copying bytes: UnsafeRawBufferPointer) { self.bytes = SecretPlace(copying: bytes) }

    /// In bytes.
    public var count: Int { bytes.count }
    /// Whether there is nothing in it.
    public var isEmpty: Bool { bytes.count == 0 }

    /// The bytes, for the length of the call.
    public func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result { try bytes.withUnsafeBytes(body) }

    /// A copy for an owner of its own.
    public func copy() -> SecretBytes { bytes.withUnsafeBytes { SecretBytes(copying: $0) } }

    /// The secret as a string, which stays in memory until that is used for something else: for interfaces that take nothing else.
    public var text: String { bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }
}

extension Secret: Equatable {
    /// In a time that depends on the lengths only.
    public static func == (one: Secret, other: Secret) -> Bool {
        one.withUnsafeBytes { one in other.withUnsafeBytes { constantTimeEquals(one, $0) } }
    }
}

extension Secret: CustomStringConvertible, CustomReflectable {
    /// Never the secret.
    public var description: String { "[redacted]" }
    /// Never the secret.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
