import ExchangeFormats
import KeychainServices
import Secrets
import Security

extension Command {
    static let messages = Command(
        name: "cms", arguments: "-S | -D | -E | -C | -O [options...]",
        help: """
            Sign, encrypt and read messages (CMS, S/MIME without MIME).
                -S  sign; -D  verify or decrypt; -E  encrypt for certificates
                -C  encrypt with the key of an envelope; -O  write certificates alone
                -i, -o  the files to read and write, instead of the standard streams
                -k  the keychain, instead of the search list; -p  its password
                -u  the use of the certificate: 0, 1, 2 (SSL), 4, 5 (e-mail: 4, if it is not given), 6, 9 (code), 7, 11 (any)
                -e  the envelope with the key (with -C, -D and -E)
            Signing:
                -N  the identity by its name or e-mail address; -Z  by the identifier of its key
                -H  SHA1, SHA224, SHA256, SHA384 or SHA512: SHA256, if it is not given
                -G  with the time; -P  with the ciphers that you read; -T  without the content
                -Y  the certificate for answers, or NONE; the signer's, if it is not given
            Encrypting:
                -r  the names or e-mail addresses of the certificates, with commas between them
            Reading:
                -c  the file with the content that the message has not
                -h  print a header, for which this is a level; -n  do not print the content
            """
    ) { invocation in
        let options = try MessageOptions(invocation.arguments)
        if let password = options.password {
            try calling("SecKeychainUnlock \(options.keychain ?? "<default>")") {
                try invocation.keychains.unlock(options.keychain, SecretBytes(copying: password.utf8))
            }
        }
        let keychains = try calling("SecKeychainOpen") {
            try invocation.keychains.named(options.keychain.map { [$0] } ?? [])
        }
        let certificates = MessageCertificates(keychains)
        let files = MessageFiles(options, invocation.console)
        switch options.action {
        case .sign: try SignMessage(options: options, certificates: certificates, files: files).run()
        case .read: try ReadMessage(options: options, certificates: certificates, files: files).run()
        case .envelop: try EncryptMessage(options: options, certificates: certificates, files: files).envelop()
        case .encrypt: try EncryptMessage(options: options, certificates: certificates, files: files).encrypt()
        case .certificates:
            let chosen = try certificates.recipients(options.recipients)
            try files.write(
                try reading { () throws(ExchangeError) in
                    try SignedMessage.certificatesOnly(chosen.map(\.certificate))
                })
        }
    }
}
