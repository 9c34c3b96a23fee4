/// Where random bytes come from.
public class SecRandom: NSObject, @unchecked Sendable {
    override init() {}
}
/// Where random bytes come from.
public typealias SecRandomRef = SecRandom

/// The random bytes of the operating system: the only source that there is.
public let kSecRandomDefault: SecRandomRef? = nil

/// Fills memory with random bytes that nobody can predict.
///
/// - Parameters:
///   - random: `kSecRandomDefault` or nil.
///   - count: how many bytes.
///   - bytes: where to put them; room for at least `count`.
/// - Returns: `errSecSuccess`, or `errSecParam` for a negative count.
public func SecRandomCopyBytes(_ random: SecRandomRef?, _ count: Int, _ bytes: UnsafeMutableRawPointer) -> Int32 {
    guard count >= 0 else { return errSecParam }
    backend.fillRandom(UnsafeMutableRawBufferPointer(start: bytes, count: count))
    return errSecSuccess
}
