import LinuxSupport
import Security

/// The certificate that `delete-certificate` and `delete-identity` delete, by its name or its hash.
struct CertificateDeletion {
    static let arguments = "[-c name] [-Z hash] [-t] [keychain...]"
    static let help = """
            -c  the one whose common name has this in it
            -Z  the one of this SHA-256 or SHA-1 hash
            -t  delete the user's trust settings too
        One of -c and -Z has to be given.
        """

    let keychains: [KeychainChoice.Named]
    private let wanted: String
    private let isHash: Bool
    private let deletesSettings: Bool
    private let console: any Console

    init(_ invocation: inout Invocation) throws {
        var (name, hash, deletesSettings) = (String?.none, String?.none, false)
        var options = OptionReader("c:tZ:", invocation.arguments)
        while let (letter, value) = try options.next() {
            switch letter {
            case "c": name = value
            case "Z": hash = value?.uppercased()
            default: deletesSettings = true
            }
        }
        guard let wanted = hash ?? name else { throw UsageError() }
        let operands = options.operands
        keychains = try calling("SecKeychainOpen") { try invocation.keychains.named(operands) }
        (self.wanted, isHash, self.deletesSettings) = (wanted, hash != nil, deletesSettings)
        console = invocation.console
    }

    func isWanted(_ certificate: some NamedCertificate) -> Bool {
        isHash ? [certificate.sha1, certificate.sha256].contains(wanted) : certificate.isNamed(wanted)
    }

    /// Deletes the only certificate that is wanted, and its settings if the options say so.
    ///
    /// - Throws: ``Ending`` if there is none, or more than one.
    func delete<Found: NamedCertificate>(_ found: [Found], by delete: (Found) throws -> Void) throws {
        let wanted = UntrustedText.forTerminal(wanted)
        guard found.count == 1, let certificate = found.first else {
            if found.count > 1 { console.complain("\"\(wanted)\" is ambiguous, matches more than one certificate\n") }
            throw Ending(1, "Unable to delete certificate matching \"\(wanted)\"")
        }
        try calling("SecKeychainItemDelete") { try certificate.keychain.requireWritable() }
        try delete(certificate)
        if deletesSettings { try UserTrust.forget(certificate.certificate) }
    }
}
