import KeychainServices
import Secrets

/// A reference to a secret: `SecretBytes` cannot be copied, and so cannot be in values that are.
final class SecretHolder: Sendable {
    let secret: SecretBytes
    init(_ secret: consuming SecretBytes) { self.secret = secret }

    convenience init(copying bytes: UnsafeRawBufferPointer) { self.init(SecretBytes(copying: bytes)) }

    /// Returns two secrets that came one after the other, of which the second may be empty.
    ///
    /// - Parameter name: of the secrets in the plural, for the error.
    /// - Throws: `.parameter` if there are fewer bytes than the first one is said to have.
    static func two(
        in part: UnsafeRawBufferPointer, firstLength: UInt32, _ name: String
    ) throws(KeychainError) -> (SecretHolder, SecretHolder) {
        guard let length = Int(exactly: firstLength), length <= part.count else {
            throw .unreadable("\(name) whose lengths differ from the stated ones")
        }
        let first = UnsafeRawBufferPointer(rebasing: part[..<length])
        let second = UnsafeRawBufferPointer(rebasing: part[length...])
        return (SecretHolder(copying: first), SecretHolder(copying: second))
    }
}
