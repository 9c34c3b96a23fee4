import AsymmetricKeys
import Secrets

extension Keychain {
    // MARK: - Private keys

    /// Carries out an operation with a private key of the keychain: in the agent, if one serves the keychain, and no byte of the key
    /// leaves it. Whether the key is extractable makes no difference.
    ///
    /// - Parameters:
    ///   - key: the reference of the key's item, or of an identity; or a key in hardware that is no item.
    ///   - request: the operation and its input, with 16 MiB at most. Its type has to be that of the key.
    ///   - authentication: the authentication results, and the behaviour at a key that requires more. Using a key takes what reading its
    ///     secret takes; `.skip` is the same as `.fail`.
    /// - Returns: a signature, a plaintext or the result of a key exchange.
    /// - Throws: `.itemNotFound` if the key is no longer there, or in no group of the program's; `.interactionNotAllowed` if the keychain is
    ///   locked; `.keyUsageIncorrect` if the key's attributes do not allow the operation; `.parameter` if the item is no private key, or the
    ///   key, the algorithm and the input do not fit; `.decode` for a damaged one; `.unimplemented` if OpenSSL's library is missing, or the
    ///   agent is of an earlier release; authentication errors as ``items(matching:reading:with:)``.
    package func use(
        _ key: PrivateKeyReference, for request: PrivateKeyRequest, with authentication: Authentication
    ) throws(KeychainError) -> SecretBytes {
        try perform { (service) throws(KeychainError) in try service.use(key, for: request, with: authentication) }
    }

    /// Uses a key of an item, or of an identity, as the function above.
    package func use(
        _ key: PersistentReference, for request: PrivateKeyRequest, with authentication: Authentication
    ) throws(KeychainError) -> SecretBytes { try use(.item(key), for: request, with: authentication) }

    /// Makes a private key on P-256 in the TPM: by the agent, if one serves the keychain.
    ///
    /// - Parameters:
    ///   - item: the attributes of the key, without those that follow from it.
    ///   - isPermanent: whether it is stored as an item. Else the caller has the key, sealed by the keychain.
    ///   - authentication: as for ``add(_:with:)``.
    /// - Throws: `.unimplemented` if there is no TPM and the settings do not allow a key in software, or if the agent is of an earlier release;
    ///   `.notAvailable` if the TPM does not answer; `.parameter` in another keychain than that of the device; as ``add(_:with:)``.
    package func makeKey(
        _ item: NewItem, isPermanent: Bool, with authentication: Authentication = Authentication()
    ) throws(KeychainError) -> MadeKey {
        try perform { (service) throws(KeychainError) in
            try service.makeKey(item, isPermanent: isPermanent, with: authentication)
        }
    }
}
