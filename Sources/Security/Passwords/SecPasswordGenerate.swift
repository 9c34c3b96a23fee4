/// Generates a password of a type. All passwords of the type are equally likely.
///
/// Specified in: keychain-services 7.1.
///
/// - Parameters:
///   - type: one of the constants `kSecPasswordType…`.
///   - error: receives the error on failure. The caller releases it (`takeRetainedValue()`).
///   - passwordRequirements: the requirements, by the keys `kSecPassword…`; nil for those of the type.
/// - Returns: the password, or nil and an error with `errSecBadReq`: for an unknown type, and for requirements that are incomplete, have
///   values of other types, contradict each other, or are met by weak passwords only. At most 1,024 characters are drawn; texts of
///   characters have at most 16 KiB.
public func SecPasswordGenerate(
    _ type: SecPasswordType, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?, _ passwordRequirements: CFDictionary?
) -> CFString? {
    reporting(to: error) { () throws(CFError) in try backend.generatePassword(type, passwordRequirements) }
}

/// Generates a number that is not a common one.
///
/// Specified in: keychain-services 7.1.
///
/// - Parameters:
///   - n: the number of digits, 4 to 512.
///   - error: receives the error on failure. The caller releases it (`takeRetainedValue()`).
/// - Returns: the digits, or nil and an error with `errSecBadReq`.
public func SecPasswordCreateWithRandomDigits(
    _ n: CFIndex, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFString? {
    reporting(to: error) { () throws(CFError) in try backend.generateDigits(n) }
}

/// Returns the format of the passwords of a type.
///
/// - Parameters:
///   - type: one of the constants `kSecPasswordType…`.
///   - error: receives the error on failure. The caller releases it (`takeRetainedValue()`).
/// - Returns: a dictionary with `kSecPasswordGroupSize` and `kSecPasswordNumberOfGroups`, or nil and an error with `errSecBadReq` for an
///   unknown type.
public func SecPasswordCopyDefaultPasswordLength(
    _ type: SecPasswordType, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> CFDictionary? {
    reporting(to: error) { () throws(CFError) in try backend.defaultLength(of: type) }
}

/// Returns whether a password is weak. No dictionary is consulted.
///
/// Specified in: keychain-services 7.1; Docs/password-generator.md, “Weak passwords”.
///
/// - Parameter passcode: the password.
public func SecPasswordIsPasswordWeak(_ passcode: CFString) -> Bool { backend.isWeak(passcode) }

/// Returns whether a password is weak, by the predicate that `SecPasswordGenerate` uses. No dictionary is consulted.
///
/// Specified in: keychain-services 7.1; Docs/password-generator.md, “Weak passwords”.
///
/// - Parameters:
///   - isSimple: whether the password is a PIN of 4 or 6 digits. Any other is then weak only if it has fewer than 4 characters.
///   - passcode: the password.
public func SecPasswordIsPasswordWeak2(_ isSimple: Bool, _ passcode: CFString) -> Bool {
    backend.isWeak(passcode, asSimplePIN: isSimple)
}
