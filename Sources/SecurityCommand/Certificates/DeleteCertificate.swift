import KeychainServices
import Security

extension Command {
    static let deleteCertificate = Command(
        name: "delete-certificate", arguments: CertificateDeletion.arguments,
        help: "Delete a certificate.\n" + CertificateDeletion.help
    ) { invocation in
        let deletion = try CertificateDeletion(&invocation)
        let found = try StoredCertificate.all(in: deletion.keychains, limit: 2, where: deletion.isWanted)
        try deletion.delete(found) { certificate in
            let query = Query(certificate.item.persistentReference)
            let count = try calling("SecKeychainItemDelete") { try certificate.keychain.keychain.delete(query) }
            guard count > 0 else { throw FunctionFailure("SecKeychainItemDelete", .itemNotFound) }
        }
    }

    static let deleteIdentity = Command(
        name: "delete-identity", arguments: CertificateDeletion.arguments,
        help: "Delete a certificate and its private key.\n" + CertificateDeletion.help
    ) { invocation in
        let deletion = try CertificateDeletion(&invocation)
        let found = try StoredIdentity.all(in: deletion.keychains).filter(deletion.isWanted)
        try deletion.delete(found) { identity in
            let query: [CFString: Any] = [
                kSecValueRef: identity.identity, kSecUseKeychain: identity.keychain.reference,
            ]
            let status = SecItemDelete(query as NSDictionary)
            guard status == errSecSuccess else {
                throw FunctionFailure("SecKeychainItemDelete", KeychainError.Code(rawValue: status))
            }
        }
    }
}
