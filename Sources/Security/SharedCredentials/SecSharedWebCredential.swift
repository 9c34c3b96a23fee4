/// Generates a password for a website: 12 letters and digits, in four groups with hyphens between.
///
/// Specified in: keychain-services 7.2.
///
/// - Returns: the password. There always is one.
public func SecCreateSharedWebCredentialPassword() -> CFString? { backend.generateSharedPassword() }

/// Stores a login of a website that belongs to the program in the user's vault. The user sees the login and saves it, or does not.
///
/// The function returns at once, and the user may take any time. While one request of a program is shown, its others fail.
///
/// Specified in: keychain-services 7.3; Docs/shared-web-credentials.md.
///
/// - Parameters:
///   - fqdn: the website's domain, with a colon and a port if it has one of its own. The entitlements list of the program has to name it;
///     the agent reads that list.
///   - account: the user's name there.
///   - password: the password. Nil, to remove the login, is not implemented.
///   - completionHandler: called once, on a queue of the system's. Its error is nil for success, or has the code `errSecParam` for empty
///     texts, `errSecBadReq` without an agent or a vault, `errSecMissingEntitlement` for another domain, `errSecUserCanceled`,
///     `errSecNotAvailable` if the user cannot be asked now, `errSecUnimplemented` without a password.
public func SecAddSharedWebCredential(
    _ fqdn: CFString, _ account: CFString, _ password: CFString?,
    _ completionHandler: @escaping @Sendable (CFError?) -> Void
) {
    backend.addSharedCredential(fqdn, account, password, completionHandler)
}

/// Asks the user for a login of a website that belongs to the program. The user picks one from the vault, or none.
///
/// The function returns at once, as ``SecAddSharedWebCredential(_:_:_:_:)`` does.
///
/// Specified in: keychain-services 7.4; Docs/shared-web-credentials.md.
///
/// - Parameters:
///   - fqdn: as for ``SecAddSharedWebCredential(_:_:_:_:)``; nil for the first domain in the entitlements list of the program.
///   - account: the user's name, which goes first in the list; nil for any. The user may pick another one.
///   - completionHandler: called once, on a queue of the system's. Gets an array with one dictionary (`kSecAttrServer`, `kSecAttrAccount`,
///     `kSecSharedPassword`, and `kSecAttrPort` if the domain had one), or an empty array and an error with one of the codes of
///     ``SecAddSharedWebCredential(_:_:_:_:)``. There is no `errSecItemNotFound`: a user without a login can make one, or cancels.
public func SecRequestSharedWebCredential(
    _ fqdn: CFString?, _ account: CFString?, _ completionHandler: @escaping @Sendable (CFArray?, CFError?) -> Void
) {
    backend.requestSharedCredential(fqdn, account, completionHandler)
}
