/// An algorithm of keys, with its parameters.
///
/// Specified in: keychain-services 6.4.
public struct SecKeyAlgorithm: RawRepresentable, Hashable, @unchecked Sendable {
    /// Apple's identifier of the algorithm.
    public let rawValue: CFString
    /// Makes an algorithm from Apple's identifier.
    ///
    /// - Parameter rawValue: the identifier. One that does not exist is an algorithm that no key supports.
    public init(rawValue: CFString) { self.rawValue = NSString(string: rawValue as String) }

    init(_ identifier: String) { rawValue = NSString(string: "algid:" + identifier) }
}
