import KeychainServices
import Security

extension Command {
    static let addCertificates = Command(
        name: "add-certificates", arguments: "[-k keychain] file...",
        help: """
            Store the certificates of files in a keychain.
                -k  the keychain
            """
    ) { invocation in
        var (options, name) = (OptionReader("k:", invocation.arguments), String?.none)
        while let (_, value) = try options.next() { name = value }
        guard !options.operands.isEmpty else { throw UsageError() }
        let keychain = try calling("SecKeychainOpen") { [name] in try invocation.keychains.writable(name) }
        for path in options.operands {
            for certificate in try CertificateFile.certificates(path) {
                try exchanging("SecCertificateAddToKeychain") { keychain.store(certificate) }
            }
        }
    }
}
