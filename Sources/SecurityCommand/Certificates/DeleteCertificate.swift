import Foundation
import KeychainServices

extension Command {
    static let deleteCertificate = Command(
        name: "delete-certificate", arguments: "[-c name] [-Z hash] [-t] [keychain...]",
        help: """
            Delete a certificate.
                -c  the one whose common name has this in it
                -Z  the one of this SHA-256 or SHA-1 hash
                -t  delete the trust settings too
            One of -c and -Z has to be given.
            """
    ) { try removeCertificate(&$0) }
}

private func removeCertificate(_ invocation: inout Invocation) throws {
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
    let keychains = try calling("SecKeychainOpen") { try invocation.keychains.named(operands) }
    let found = try StoredCertificate.all(in: keychains, limit: 2) { certificate in
        if let hash { return [certificate.sha1, certificate.sha256].contains(hash) }
        return certificate.isNamed(wanted)
    }
    guard found.count == 1, let certificate = found.first else {
        if found.count > 1 {
            invocation.console.complain("\"\(wanted)\" is ambiguous, matches more than one certificate\n")
        }
        throw Ending(1, "Unable to delete certificate matching \"\(wanted)\"")
    }
    try calling("SecKeychainItemDelete") { try certificate.keychain.requireWritable() }
    let query = Query(certificate.item.persistentReference)
    let count = try calling("SecKeychainItemDelete") { try certificate.keychain.keychain.delete(query) }
    guard count > 0 else { throw FunctionFailure("SecKeychainItemDelete", .itemNotFound) }
    if deletesSettings { try UserTrust.forget(certificate.certificate) }
}
