// Keychains in files of their own. Specified in: Docs/keychains.md.

/// Makes a keychain in a file, which its password alone opens, also on another machine. It is unlocked then, and at the end of the search
/// list.
///
/// - Parameters:
///   - pathName: the path; a name without a slash is in `~/Library/Keychains`.
///   - passwordLength: the number of bytes of the password.
///   - password: the password; it may be empty.
///   - promptUser: whether the user is asked for the password: not supported.
///   - initialAccess: not used: access lists belong to items.
///   - keychain: receives the keychain; unchanged on failure.
/// - Returns: `errSecSuccess`; `errSecDuplicateKeychain` if there is a file of that name; `errSecInteractionNotAllowed` with `promptUser`;
///   `errSecNotAvailable` for a directory in which others can write; `errSecReadOnly`, `errSecParam`.
public func SecKeychainCreate(
    _ pathName: UnsafePointer<CChar>, _ passwordLength: UInt32, _ password: UnsafeRawPointer?, _ promptUser: Bool,
    _ initialAccess: SecAccess?, _ keychain: UnsafeMutablePointer<SecKeychain?>
) -> OSStatus {
    guard let path = String(validatingCString: pathName) else { return errSecParam }
    return backend.createKeychain(path, promptUser ? nil : bytes(password, passwordLength), keychain)
}

/// Returns the keychain with a path, which need not exist.
///
/// - Parameters:
///   - pathName: the path; a name without a slash is in `~/Library/Keychains`. `login.keychain` is the keychain of this device.
///   - keychain: receives the keychain; unchanged on failure.
/// - Returns: `errSecSuccess`, `errSecParam`.
public func SecKeychainOpen(
    _ pathName: UnsafePointer<CChar>, _ keychain: UnsafeMutablePointer<SecKeychain?>
) -> OSStatus {
    guard let path = String(validatingCString: pathName) else { return errSecParam }
    return backend.openKeychain(path, keychain)
}

/// Deletes the files of keychains, and removes them from the search list.
///
/// - Parameter keychainOrArray: a keychain, or an array of them.
/// - Returns: `errSecSuccess`; `errSecNoSuchKeychain`; `errSecInvalidKeychain` for a file that is none; `errSecUnimplemented` for the
///   keychain of this device, which is not deleted so; `errSecParam`.
public func SecKeychainDelete(_ keychainOrArray: CFTypeRef?) -> OSStatus {
    guard let keychains = keychains(keychainOrArray), !keychains.isEmpty else { return errSecInvalidKeychain }
    return backend.deleteKeychains(keychains)
}

/// Returns the keychains of an argument that is one, or an array of them.
func keychains(_ object: CFTypeRef?) -> [SecKeychain]? {
    if let keychain = object as? SecKeychain { return [keychain] }
    guard let array = object as? NSArray else { return nil }
    var keychains: [SecKeychain] = []
    for element in array {
        guard let keychain = element as? SecKeychain else { return nil }
        keychains.append(keychain)
    }
    return keychains
}

/// Returns the bytes of an argument; an empty buffer without any.
func bytes(_ start: UnsafeRawPointer?, _ count: UInt32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(count))
}

/// Returns the version of the functions of keychains.
///
/// - Parameter returnVers: receives the version.
/// - Returns: `errSecSuccess`.
public func SecKeychainGetVersion(_ returnVers: UnsafeMutablePointer<UInt32>) -> OSStatus {
    returnVers.pointee = 0x0200_8000
    return errSecSuccess
}

/// Returns the path of a keychain, and a zero after it.
///
/// - Parameters:
///   - keychain: nil for the default one.
///   - ioPathLength: the number of bytes at `pathName`; receives that of the path, without the zero.
///   - pathName: receives the path.
/// - Returns: `errSecSuccess`; `errSecBufferTooSmall`; then `ioPathLength` has the number of bytes that are needed.
public func SecKeychainGetPath(
    _ keychain: SecKeychain?, _ ioPathLength: UnsafeMutablePointer<UInt32>, _ pathName: UnsafeMutablePointer<CChar>
) -> OSStatus { backend.getPath(of: keychain, ioPathLength, pathName) }
