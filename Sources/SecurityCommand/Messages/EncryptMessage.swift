import AsymmetricKeys
import ExchangeFormats
import Glibc
import Secrets

/// Encrypts content.
struct EncryptMessage {
    let options: MessageOptions
    let certificates: MessageCertificates
    let files: MessageFiles

    /// Encrypts for certificates: with a key for this message alone, or with that of an envelope.
    func envelop() throws {
        let recipients = try certificates.recipients(options.recipients)
        guard options.envelope == nil else {
            return try withKeyOfEnvelope(recipients) { try Self.envelope(try sealed(with: $0), $0, recipients) }
        }
        let key = SecretBytes(random: EncryptedContent.newKeyCount)
        try files.write(try Self.envelope(try sealed(with: key), key, recipients))
    }

    /// Encrypts with the key of an envelope.
    func encrypt() throws {
        try withKeyOfEnvelope(certificates.recipients(options.recipients)) { try sealed(with: $0).message() }
    }

    /// Writes a message with the key of the envelope. If there is none yet, it is made for the recipients.
    private func withKeyOfEnvelope(
        _ recipients: [CertificateIdentity], _ message: (borrowing SecretBytes) throws -> [UInt8]
    ) throws {
        let path = options.envelope ?? ""
        guard access(path, F_OK) != 0 else {
            let key = try MessageKeys(certificates).key(ofEnvelope: try files.read(path))
            guard key.count == EncryptedContent.newKeyCount else {
                throw Ending(1, "security: cms: the key of the envelope is for another cipher than AES-256")
            }
            return try files.write(try message(key))
        }
        guard !recipients.isEmpty else { throw UsageError() }
        let key = SecretBytes(random: EncryptedContent.newKeyCount)
        let message = try message(key)
        // The envelope is there for its key: it has no content.
        let empty = try reading { () throws(ExchangeError) in
            try EncryptedContent(UnsafeRawBufferPointer(start: nil, count: 0), with: key)
        }
        let envelope = try Self.envelope(empty, key, recipients)
        try envelope.withBytes { try OutputFile.write($0, to: path, isSecret: false) }
        try files.write(message)
    }

    private func sealed(with key: borrowing SecretBytes) throws -> EncryptedContent {
        let content = try files.read()
        return try content.withBytes { content in
            try reading { () throws(ExchangeError) in try EncryptedContent(content, with: key) }
        }
    }

    private static func envelope(
        _ content: EncryptedContent, _ key: borrowing SecretBytes, _ recipients: [CertificateIdentity]
    ) throws -> [UInt8] {
        try reading { () throws(ExchangeError) in try EnvelopedMessage.message(content, key: key, for: recipients) }
    }
}
