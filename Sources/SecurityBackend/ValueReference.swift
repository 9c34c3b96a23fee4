import KeychainServices
import Security

/// The object of `kSecValueRef` (keychain-services 3.9).
enum ValueReference {
    case certificate(SecCertificate)
    case key(KeyHandle)
    case identity(SecIdentity)

    var itemClass: ItemClass {
        switch self {
        case .certificate: .certificate
        case .key: .key
        case .identity: .identity
        }
    }
}
