/// A source of random bytes.
public class SecRandom: NSObject, @unchecked Sendable {
    override init() {}
}
/// A reference to a source of random bytes.
public typealias SecRandomRef = SecRandom

/// The random bytes of the operating system: the only source.
public let kSecRandomDefault: SecRandomRef? = nil

/// Fills memory with cryptographically secure random bytes.
///
/// - Parameters:
///   - random: `kSecRandomDefault` or nil.
///   - count: the number of bytes.
///   - bytes: the memory to fill, at least `count` bytes.
/// - Returns: `errSecSuccess`, or `errSecParam` for a negative count.
public func SecRandomCopyBytes(_ random: SecRandomRef?, _ count: Int, _ bytes: UnsafeMutableRawPointer) -> Int32 {
    guard count >= 0 else { return errSecParam }
    backend.fillRandom(UnsafeMutableRawBufferPointer(start: bytes, count: count))
    return errSecSuccess
}
