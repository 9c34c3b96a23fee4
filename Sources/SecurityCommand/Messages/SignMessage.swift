import AsymmetricKeys
import ExchangeFormats
import Foundation
import LibCrypto
import Security

/// Signs content with the key of an identity, wherever the key is.
struct SignMessage {
    let options: MessageOptions
    let certificates: MessageCertificates
    let files: MessageFiles

    func run() throws {
        let (identity, certificate) = try certificates.signer(options)
        guard let key = identity.key else { throw Ending.failed("SecIdentityCopyPrivateKey", errSecItemNotFound) }
        let attributes = try attributes(of: certificate)
        let chain = certificates.chain(of: identity.certificate)
        let content = try files.read()
        let message = try content.withBytes { content in
            let new = try reading { () throws(ExchangeError) in
                try NewSignature(
                    of: content, by: certificate, with: options.hash, attributes, namesKey: options.signerKey != nil)
            }
            let signature = try Self.sign(new.signedBytes, key, certificate, options.hash)
            return new.message(
                signature: signature, content: options.isDetached ? nil : content, certificates: chain)
        }
        try files.write(message)
    }

    private func attributes(of signer: CertificateIdentity) throws -> NewSignature.Attributes {
        var attributes = NewSignature.Attributes()
        if options.hasTime { attributes.time = Int(Date().timeIntervalSince1970) }
        attributes.namesCiphers = options.namesCiphers
        switch options.preference {
        case nil: attributes.encryptionCertificate = signer.allowsEncryption ? signer : nil
        case "NONE"?: break
        case let name?: attributes.encryptionCertificate = try certificates.certificate(name)
        }
        return attributes
    }

    private static func sign(
        _ bytes: [UInt8], _ key: SecKey, _ certificate: CertificateIdentity, _ hash: HashFunction
    ) throws -> [UInt8] {
        let algorithm = algorithm(isRSA: certificate.hasRSAKey, hash)
        var error: Unmanaged<CFError>?
        let signature = SecKeyCreateSignature(key, algorithm, NSData(data: Data(bytes)), &error)
        guard let signature else {
            let code = error?.takeRetainedValue().code ?? Int(errSecInternalError)
            throw Ending.failed("SecKeyCreateSignature", OSStatus(clamping: code))
        }
        return [UInt8](signature.copied)
    }

    private static func algorithm(isRSA: Bool, _ hash: HashFunction) -> SecKeyAlgorithm {
        switch hash {
        case .sha1: isRSA ? .rsaSignatureMessagePKCS1v15SHA1 : .ecdsaSignatureMessageX962SHA1
        case .sha224: isRSA ? .rsaSignatureMessagePKCS1v15SHA224 : .ecdsaSignatureMessageX962SHA224
        case .sha256: isRSA ? .rsaSignatureMessagePKCS1v15SHA256 : .ecdsaSignatureMessageX962SHA256
        case .sha384: isRSA ? .rsaSignatureMessagePKCS1v15SHA384 : .ecdsaSignatureMessageX962SHA384
        case .sha512: isRSA ? .rsaSignatureMessagePKCS1v15SHA512 : .ecdsaSignatureMessageX962SHA512
        }
    }
}
