import AsymmetricKeys
import ExchangeFormats
import Glibc
import Secrets

/// Encrypts content.
struct EncryptMessage {
    private let options: MessageOptions
    private let certificates: MessageCertificates
    private let files: MessageFiles

    init(_ options: MessageOptions, _ certificates: MessageCertificates, _ files: MessageFiles) {
        (self.options, self.certificates, self.files) = (options, certificates, files)
    }

    /// Encrypts for certificates, with a key for this message alone.
    func envelop() throws {
        let recipients = try certificates.recipients(options.recipients)
        let key = SecretBytes(random: EncryptedContent.newKeyCount)
        try files.write(try Self.envelope(try sealed(with: key), key, recipients))
    }

    /// Encrypts with the key of an envelope. If there is none yet, it is made for the recipients.
    func encrypt() throws {
        let path = options.envelope ?? ""
        guard access(path, F_OK) != 0 else {
            let key = try MessageKeys(certificates).key(ofEnvelope: try files.read(path))
            guard key.count == EncryptedContent.newKeyCount else {
                throw Ending(1, "security: cms: the key of the envelope is for another cipher than AES-256")
            }
            return try files.write(try sealed(with: key).message())
        }
        guard !options.recipients.isEmpty else { throw UsageError() }
        let recipients = try certificates.recipients(options.recipients)
        let key = SecretBytes(random: EncryptedContent.newKeyCount)
        let message = try sealed(with: key).message()
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
