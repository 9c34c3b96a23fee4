import AsymmetricKeys
import ExchangeFormats
import Foundation
import LibCrypto
import Secrets
import Security

/// The keys of encrypted messages, decrypted by the private keys of the keychains, wherever these are.
struct MessageKeys {
    private let certificates: MessageCertificates

    /// A message that names one certificate many times would keep its key busy for hours.
    private static let mostTries = 8

    init(_ certificates: MessageCertificates) { self.certificates = certificates }

    /// Returns the key of a message's content.
    ///
    /// - Throws: ``Ending``; of a key that does not fit it is not said why.
    func key(of message: EnvelopedMessage) throws -> SecretBytes {
        let identities = try certificates.identities()
        var tries = 0
        for recipient in message.recipients {
            for (key, certificate) in identities where recipient.name.isName(of: certificate) {
                guard tries < Self.mostTries else { break }
                tries += 1
                guard let found = Self.key(of: recipient, key), found.count == message.content.keyCount else {
                    continue
                }
                return found
            }
        }
        throw Ending(
            1,
            tries > 0
                ? "security: cms: \(ExchangeError(.wrongKey).reason)"
                : "security: cms: the keychains have no key of a recipient")
    }

    /// Returns the key of an envelope's content.
    func key(ofEnvelope bytes: [UInt8]) throws -> SecretBytes {
        let message = try bytes.withBytes { bytes in try reading { () throws(ExchangeError) in try Message.read(bytes) }
        }
        guard case .enveloped(let envelope) = message else {
            throw Ending(1, "security: cms: the envelope is another kind of message")
        }
        return try key(of: envelope)
    }

    private static func key(of recipient: MessageRecipient, _ key: SecKey) -> SecretBytes? {
        switch recipient.method {
        case .transport(let transport):
            let encrypted = NSData(data: Data(transport.encryptedKey))
            return SecKeyCreateDecryptedData(key, transport.padding.algorithm, encrypted, nil).map(secret)
        case .agreement(let agreement):
            guard let wrappingKey = wrappingKey(agreement, key) else { return nil }
            return try? agreement.unwrap(with: wrappingKey)
        }
    }

    private static func wrappingKey(_ agreement: KeyAgreement, _ key: SecKey) -> SecretBytes? {
        let attributes: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeyClass: kSecAttrKeyClassPublic,
        ]
        let bytes = NSData(data: Data(agreement.senderKey))
        guard let sender = SecKeyCreateWithData(bytes, attributes as NSDictionary, nil) else { return nil }
        let parameters: [CFString: Any] = [
            kSecKeyKeyExchangeParameterRequestedSize: agreement.count,
            kSecKeyKeyExchangeParameterSharedInfo: NSData(data: Data(agreement.sharedInfo)),
        ]
        let algorithm = agreement.hash.agreement
        return SecKeyCopyKeyExchangeResult(key, algorithm, sender, parameters as NSDictionary, nil).map(secret)
    }

    private static func secret(_ data: CFData) -> SecretBytes { SecretBytes(copying: data.copied) }
}

extension KeyTransport.Padding {
    fileprivate var algorithm: SecKeyAlgorithm {
        switch self {
        case .pkcs1: .rsaEncryptionPKCS1
        case .oaep(.sha1): .rsaEncryptionOAEPSHA1
        case .oaep(.sha224): .rsaEncryptionOAEPSHA224
        case .oaep(.sha256): .rsaEncryptionOAEPSHA256
        case .oaep(.sha384): .rsaEncryptionOAEPSHA384
        case .oaep(.sha512): .rsaEncryptionOAEPSHA512
        }
    }
}

extension HashFunction {
    fileprivate var agreement: SecKeyAlgorithm {
        switch self {
        case .sha1: .ecdhKeyExchangeStandardX963SHA1
        case .sha224: .ecdhKeyExchangeStandardX963SHA224
        case .sha256: .ecdhKeyExchangeStandardX963SHA256
        case .sha384: .ecdhKeyExchangeStandardX963SHA384
        case .sha512: .ecdhKeyExchangeStandardX963SHA512
        }
    }
}
