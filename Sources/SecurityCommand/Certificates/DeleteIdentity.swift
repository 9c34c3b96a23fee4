import KeychainServices
import Security

extension Command {
    static let deleteIdentity = Command(
        name: "delete-identity", arguments: "[-c name] [-Z hash] [-t] [keychain...]",
        help: """
            Delete a certificate and its private key.
                -c  the one whose common name has this in it
                -Z  the one of this SHA-256 or SHA-1 hash
                -t  delete the user's trust settings too
            One of -c and -Z has to be given.
            """
    ) { invocation in
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
        let found = try StoredIdentity.all(in: keychains).filter { [hash] identity in
            if let hash { return [identity.sha1, identity.sha256].contains(hash) }
            return identity.isNamed(wanted)
        }
        guard found.count == 1, let identity = found.first else {
            if found.count > 1 {
                invocation.console.complain("\"\(wanted)\" is ambiguous, matches more than one certificate\n")
            }
            throw Ending(1, "Unable to delete certificate matching \"\(wanted)\"")
        }
        try identity.delete()
        if deletesSettings { try UserTrust.forget(identity.certificate) }
    }
}

extension StoredIdentity {
    fileprivate func delete() throws {
        try calling("SecKeychainItemDelete") { try keychain.requireWritable() }
        let query: [CFString: Any] = [kSecValueRef: identity, kSecUseKeychain: keychain.reference]
        let status = SecItemDelete(query as NSDictionary)
        guard status == errSecSuccess else {
            throw FunctionFailure("SecKeychainItemDelete", KeychainError.Code(rawValue: status))
        }
    }
}
