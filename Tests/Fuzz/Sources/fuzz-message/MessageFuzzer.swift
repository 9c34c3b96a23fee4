@testable import AsymmetricKeys
@testable import ExchangeFormats
import FuzzInput
import Secrets

/// Any bytes as a message: refused, or verified with the certificates in it and decrypted with keys of zeros.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)
    switch try? Message.read(bytes) {
    case .signed(let message): verify(message)
    case .enveloped(let message):
        for recipient in message.recipients {
            guard case .agreement(let agreement) = recipient.method else { continue }
            if (try? agreement.unwrap(with: SecretBytes(zeros: agreement.count))) != nil {
                finding("unwrapped with another key")
            }
        }
        open(message.content)
    case .encrypted(let content): open(content)
    case nil: break
    }
    return 0
}

private func open(_ content: EncryptedContent) {
    let key = SecretBytes(zeros: content.keyCount)
    _ = try? content.open(with: key)
    guard (try? content.open(with: SecretBytes(zeros: content.keyCount + 1))) == nil else {
        finding("opened with a key of another length")
    }
}

private func verify(_ message: SignedMessage) {
    // A few: each verification takes as long as all of the parsing.
    let certificates = message.certificates.prefix(4).compactMap { try? CertificateIdentity($0) }
    for signer in message.signers.prefix(4) {
        for certificate in certificates where signer.name.isName(of: certificate) {
            guard let content = message.content,
                (try? signer.verify(content, type: message.type, by: certificate)) == .good
            else { continue }
            // The same signature is not good for other content.
            if (try? signer.verify(content + [0], type: message.type, by: certificate)) == .good {
                finding("a signature of everything")
            }
        }
    }
}
