import Foundation
import KeychainServices

extension Command {
    static let findCertificate = Command(
        name: "find-certificate", arguments: "[-a] [-c name] [-e email] [-m] [-p] [-Z] [keychain...]",
        help: """
            Find certificates.
                -a  all that match, not only the first
                -c  those whose common name has this in it
                -e  those for this e-mail address
                -m  print the e-mail addresses
                -p  print in PEM
                -Z  print the hashes (SHA-256 and SHA-1)
            """
    ) { try FindCertificate(&$0).run() }
}

/// Prints certificates.
private struct FindCertificate {
    private var (findsAll, showsAddresses, showsPEM, showsHashes) = (false, false, false, false)
    private var name: String?
    private var address: String?
    private let keychains: [KeychainChoice.Named]
    private let console: any Console

    init(_ invocation: inout Invocation) throws {
        console = invocation.console
        var options = OptionReader("ac:e:mpZ", invocation.arguments)
        while let (letter, value) = try options.next() {
            switch letter {
            case "a": findsAll = true
            case "c": name = value
            case "e": address = value
            case "m": showsAddresses = true
            case "p": showsPEM = true
            default: showsHashes = true
            }
        }
        let operands = options.operands
        keychains = try calling("SecKeychainOpen") { try invocation.keychains.named(operands) }
    }

    func run() throws {
        let found = try StoredCertificate.all(in: keychains, limit: findsAll ? .max : 1, where: isWanted)
        guard findsAll || !found.isEmpty else { throw FunctionFailure(PasswordSearch.function, .itemNotFound) }
        for certificate in found { try show(certificate) }
    }

    private func isWanted(_ certificate: StoredCertificate) -> Bool {
        if let name, !certificate.isNamed(name) { return false }
        guard let address else { return true }
        return certificate.certificate.emailAddresses.contains { $0.caseInsensitiveCompare(address) == .orderedSame }
    }

    private func show(_ certificate: StoredCertificate) throws {
        if showsHashes {
            try console.print("SHA-256 hash: \(certificate.sha256)")
            try console.print("SHA-1 hash: \(certificate.sha1)")
        }
        if showsAddresses {
            try console.print("email addresses: \(certificate.certificate.emailAddresses.joined(separator: ", "))")
        }
        if showsPEM {
            try console.write(certificate.certificate.pem)
        } else {
            try console.write(ItemText.text(of: certificate.item, in: certificate.keychain.path))
        }
    }
}
