import AsymmetricKeys
import ExchangeFormats
import Foundation
import LinuxSupport
import Secrets
import Security

/// Verifies or decrypts a message, and writes its content.
struct ReadMessage {
    let options: MessageOptions
    let certificates: MessageCertificates
    let files: MessageFiles

    func run() throws {
        let bytes = try files.read()
        let message = try bytes.withBytes { bytes in try reading { () throws(ExchangeError) in try Message.read(bytes) }
        }
        switch message {
        case .signed(let signed): try read(signed)
        case .enveloped(let enveloped):
            let keys = MessageKeys(certificates)
            let key =
                try options.envelope.map { try keys.key(ofEnvelope: try files.read($0)) } ?? keys.key(of: enveloped)
            try write(enveloped.content, with: key, enveloped.isAuthenticated ? "authEnvelopedData" : "envelopedData")
        case .encrypted(let content):
            guard let envelope = options.envelope else {
                throw Ending(1, "security: cms: the key of the message is in an envelope: name it with -e")
            }
            let key = try MessageKeys(certificates).key(ofEnvelope: try files.read(envelope))
            try write(content, with: key, "encryptedData")
        }
    }

    private func write(_ content: EncryptedContent, with key: consuming SecretBytes, _ type: String) throws {
        let key = key
        let plaintext = try reading { () throws(ExchangeError) in try content.open(with: key) }
        try plaintext.withUnsafeBytes { try write($0, header: header("type=\(type); "), isSecret: true) }
    }

    private func read(_ message: SignedMessage) throws {
        guard !message.signers.isEmpty else { throw Ending(1, "security: cms: the message has no signature") }
        let content = try content(of: message)
        let enclosed = message.certificates.compactMap { SecCertificateCreateWithData(nil, NSData(data: Data($0))) }
        let known = enclosed + certificates.all()
        let signers = try message.signers.map { try SignerResult($0, content, message, known, options.policy) }
        for (number, signer) in signers.enumerated() where signer.status != .good {
            let reason = signer.reason.map { " (\($0))" } ?? ""
            files.complain("signer \(number) status = \(signer.status.rawValue)\(reason)\n")
        }
        guard signers.allSatisfy({ $0.status == .good }) else { throw Ending(1) }
        let lines = signers.enumerated().map { number, signer in
            let name = UntrustedText.forTerminal(signer.name).filter { $0 != "\"" }
            return "\n\t\tsigner\(number).id=\"\(name)\"; signer\(number).status=\(signer.status.rawValue); "
        }
        let text = header("type=signedData; nsigners=\(signers.count); \(lines.joined())")
        try content.withBytes { try write($0, header: text, isSecret: false) }
    }

    /// Returns the content: that of the message, or of the file that the option names.
    private func content(of message: SignedMessage) throws -> [UInt8] {
        switch (message.content, options.contentFile) {
        case (let content?, nil): return content
        case (nil, let path?): return try files.read(path)
        case (nil, nil): throw Ending(1, "security: cms: the message has no content: name the file with -c")
        case (.some, .some): throw Ending(1, "security: cms: the message has a content of its own: leave out -c")
        }
    }

    /// The lines that `-h` asks for; without it, none.
    private func header(_ text: String) -> String {
        guard let level = options.headerLevel else { return "" }
        return "SMIME: \tlevel=\(level).2; \(text)\n\tlevel=\(level).1; type=data; \n"
    }

    private func write(_ content: UnsafeRawBufferPointer, header: String, isSecret: Bool) throws {
        let header = Array(header.utf8)
        let shown = options.isSuppressed ? UnsafeRawBufferPointer(start: nil, count: 0) : content
        guard options.output != nil || !header.isEmpty || !shown.isEmpty else { return }
        let whole = SecretBytes(count: header.count + shown.count) { buffer in
            buffer.copyBytes(from: header)
            UnsafeMutableRawBufferPointer(rebasing: buffer[header.count...]).copyMemory(from: shown)
        }
        try whole.withUnsafeBytes { try files.write($0, isSecret: isSecret) }
    }
}

/// The result of the verification of a signature and of the certificate of the signer.
private struct SignerResult {
    let status: SignatureStatus
    /// Why a certificate is not trusted.
    let reason: String?
    /// What a person calls the signer.
    let name: String

    init(
        _ signer: MessageSigner, _ content: [UInt8], _ message: SignedMessage, _ certificates: [SecCertificate],
        _ policy: PolicyChoice
    ) throws {
        let found = certificates.lazy.compactMap { certificate in
            (try? CertificateIdentity(certificate)).map { (certificate, $0) }
        }.first { signer.name.isName(of: $0.1) }
        guard let (certificate, identity) = found else {
            (status, reason, name) = (.certificateNotFound, nil, "")
            return
        }
        name = SecCertificateCopySubjectSummary(certificate).map { "\($0)" } ?? ""
        let signature = try reading { () throws(ExchangeError) in
            try signer.verify(content, type: message.type, by: identity)
        }
        guard signature == .good, let policy = policy.policy() else {
            (status, reason) = (signature, nil)
            return
        }
        let trust = TrustResult.status(of: certificate, certificates, [policy])
        status = trust == errSecSuccess ? .good : .certificateNotTrusted
        reason = trust == errSecSuccess ? nil : TrustResult.name(trust)
    }
}
