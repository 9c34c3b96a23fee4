import AsymmetricKeys
import LibCrypto

/// Hash functions in AlgorithmIdentifier.
///
/// Specified in: RFC 5754, 2; RFC 3370, 2.1.
enum HashAlgorithm {
    private static let identifiers: [(identifier: [UInt8], hash: HashFunction)] = [
        (ObjectIdentifier.sha1, .sha1), (ObjectIdentifier.sha224, .sha224), (ObjectIdentifier.sha256, .sha256),
        (ObjectIdentifier.sha384, .sha384), (ObjectIdentifier.sha512, .sha512),
    ]

    /// Returns the function of an object identifier; nil for one that is not used here, such as MD5.
    static func function(_ identifier: UnsafeRawBufferPointer) -> HashFunction? {
        identifiers.first { identifier.isObject($0.identifier) }?.hash
    }

    /// - Parameter algorithm: the contents of the AlgorithmIdentifier.
    /// - Throws: `.unsupported` for a function that is not used here, such as MD5.
    static func read(_ algorithm: DERReader) throws(ExchangeError) -> HashFunction {
        var parts = algorithm
        guard let hash = function(try parts.take(Tag.objectIdentifier)) else {
            throw ExchangeError(.unsupported("another hash function"))
        }
        // NULL, or nothing.
        _ = try parts.takeIfPresent(Tag.null)
        try parts.finish()
        return hash
    }

    static func identifier(_ hash: HashFunction) -> [UInt8] {
        switch hash {
        case .sha1: ObjectIdentifier.sha1
        case .sha224: ObjectIdentifier.sha224
        case .sha256: ObjectIdentifier.sha256
        case .sha384: ObjectIdentifier.sha384
        case .sha512: ObjectIdentifier.sha512
        }
    }

    /// The AlgorithmIdentifier, without parameters.
    static func element(_ hash: HashFunction) -> DERElement { .sequence(.object(identifier(hash))) }
}
