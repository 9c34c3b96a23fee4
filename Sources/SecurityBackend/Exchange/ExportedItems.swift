import AsymmetricKeys
import ExchangeFormats
import KeychainServices
import Secrets
import Security

/// Objects of `Security` as the contents of a file.
struct ExportedItems {
    private(set) var items: [ExchangeItem] = []
    /// Whether there is one object, and it is an identity.
    let isIdentity: Bool

    /// - Parameter object: a certificate, a key or an identity, or an array of them.
    /// - Throws: `errSecDataNotAvailable` for a private key that is not extractable; `errSecParam` for other objects.
    init(_ object: CFTypeRef) throws(KeychainError) {
        let objects = (object as? NSArray).map { array in array.map { $0 as AnyObject } } ?? [object]
        guard !objects.isEmpty else { throw .invalidRequest("there is nothing to export") }
        isIdentity = objects.count == 1 && objects[0] is SecIdentity
        for object in objects { try add(object) }
    }

    private mutating func add(_ object: AnyObject) throws(KeychainError) {
        switch object {
        case let certificate as SecCertificate: items.append(Self.item(certificate))
        case let key as SecKey: items.append(ExchangeItem(try Self.content(key)))
        case let identity as SecIdentity:
            var (certificate, key) = (Self.item(identity.certificate), ExchangeItem(try Self.content(identity.key)))
            let id = [UInt8](identity.certificate.fields.publicKeyHash)
            (certificate.id, key.id, key.name) = (id, id, certificate.name)
            // The same certificate may be in the list by itself.
            items += [certificate, key]
        default: throw .invalidRequest("only certificates, keys and identities can be exported")
        }
    }

    private static func item(_ certificate: SecCertificate) -> ExchangeItem {
        ExchangeItem(.certificate([UInt8](certificate.der)), name: certificate.fields.subject.summary)
    }

    /// Reads a key by the functions that every program has: they know whether it may be copied.
    private static func content(_ key: SecKey) throws(KeychainError) -> ExchangeItem.Content {
        var error: Unmanaged<CFError>?
        guard let data = SecKeyCopyExternalRepresentation(key, &error) else {
            throw refusal(error?.takeRetainedValue())
        }
        let attributes = SecKeyCopyAttributes(key) as? [String: Any]
        guard let number = (attributes?[kSecAttrKeyType as String] as? String).flatMap({ Int($0) }),
            let type = KeyType(rawValue: number)
        else { throw .invalidRequest("the type of the key is not known") }
        let isPrivate = attributes?[kSecAttrKeyClass as String] as? String == kSecAttrKeyClassPrivate as String
        let bytes = SecretBytes(copying: data.copied)
        return try withKeys { () throws(KeyError) in
            guard isPrivate else {
                return .publicKey(
                    try bytes.withUnsafeBytes { bytes throws(KeyError) in
                        try PublicKey(type: type, representation: bytes)
                    })
            }
            return .privateKey(try PrivateKey(type: type, representation: bytes))
        }
    }

    private static func refusal(_ error: CFError?) -> KeychainError {
        let status = OSStatus(clamping: error?.code ?? Int(errSecInternal))
        guard status == errSecUnimplemented else {
            let failure = SecFailure.last
            return KeychainError(
                KeychainError.Code(rawValue: status), failure?.reason ?? "the key cannot be read",
                remedy: failure?.remedy)
        }
        return KeychainError(
            KeychainError.Code(rawValue: errSecDataNotAvailable), "the key is not extractable",
            remedy: "use it through its SecKey, or make a new one that is extractable")
    }
}
