/// Unlocks a keychain, for all processes if there is an agent.
///
/// - Parameters:
///   - keychain: nil for the default one. That of this device takes the passcode.
///   - passwordLength: the number of bytes of the password.
///   - password: the password.
///   - usePassword: whether `password` counts; otherwise the user would be asked, which is not supported.
/// - Returns: `errSecSuccess`; `errSecAuthFailed` for a wrong password; `errSecNoSuchKeychain`; `errSecInteractionNotAllowed` without
///   `usePassword`, or if it was locked meanwhile.
public func SecKeychainUnlock(
    _ keychain: SecKeychain?, _ passwordLength: UInt32, _ password: UnsafeRawPointer?, _ usePassword: Bool
) -> OSStatus { backend.unlock(keychain, usePassword ? bytes(password, passwordLength) : nil) }

/// Locks a keychain, for all processes if there is an agent.
///
/// - Parameter keychain: nil for the default one.
/// - Returns: `errSecSuccess`, `errSecNoSuchKeychain`.
public func SecKeychainLock(_ keychain: SecKeychain?) -> OSStatus { backend.lock(keychain) }

/// Locks all keychains of the user.
///
/// - Returns: `errSecSuccess`, or an error.
public func SecKeychainLockAll() -> OSStatus { backend.lockAllKeychains() }

/// Changes the password of a keychain. A copy of before opens with the old one.
///
/// - Parameters:
///   - keychain: nil for the default one.
///   - oldPasswordLength: the number of bytes of the old password.
///   - oldPassword: the old password.
///   - newPasswordLength: the number of bytes of the new password.
///   - newPassword: the new password.
/// - Returns: `errSecSuccess`; `errSecAuthFailed` for a wrong password; `errSecNoSuchKeychain`.
public func SecKeychainChangePassword(
    _ keychain: SecKeychain?, _ oldPasswordLength: UInt32, _ oldPassword: UnsafeRawPointer?,
    _ newPasswordLength: UInt32, _ newPassword: UnsafeRawPointer?
) -> OSStatus {
    backend.changePassword(
        of: keychain, from: bytes(oldPassword, oldPasswordLength), to: bytes(newPassword, newPasswordLength))
}

/// Returns the state of a keychain.
///
/// - Parameters:
///   - keychain: nil for the default one.
///   - keychainStatus: receives the sum of `kSecUnlockStateStatus`, `kSecReadPermStatus` and `kSecWritePermStatus`.
/// - Returns: `errSecSuccess`, `errSecNoSuchKeychain`.
public func SecKeychainGetStatus(
    _ keychain: SecKeychain?, _ keychainStatus: UnsafeMutablePointer<SecKeychainStatus>
) -> OSStatus { backend.getStatus(of: keychain, keychainStatus) }

/// Sets when a keychain is locked without being asked to.
///
/// - Parameters:
///   - keychain: nil for the default one. For that of this device the agent has its own settings, and these are not supported.
///   - newSettings: of version `SEC_KEYCHAIN_SETTINGS_VERS1`.
/// - Returns: `errSecSuccess`; `errSecInteractionNotAllowed` if it is locked; `errSecUnimplemented`; `errSecParam` for another version.
public func SecKeychainSetSettings(
    _ keychain: SecKeychain?, _ newSettings: UnsafePointer<SecKeychainSettings>
) -> OSStatus { backend.setSettings(of: keychain, newSettings.pointee) }

/// Returns when a keychain is locked without being asked to.
///
/// - Parameters:
///   - keychain: nil for the default one.
///   - outSettings: receives the settings.
/// - Returns: `errSecSuccess`; `errSecInteractionNotAllowed` if it is locked; `errSecUnimplemented` for the keychain of this device.
public func SecKeychainCopySettings(
    _ keychain: SecKeychain?, _ outSettings: UnsafeMutablePointer<SecKeychainSettings>
) -> OSStatus { backend.copySettings(of: keychain, outSettings) }

/// Sets whether functions of this process may ask the user.
///
/// - Returns: `errSecSuccess`.
public func SecKeychainSetUserInteractionAllowed(_ state: Bool) -> OSStatus {
    backend.allowsInteraction = state
    return errSecSuccess
}

/// Returns whether functions of this process may ask the user.
///
/// - Parameter state: receives the answer.
/// - Returns: `errSecSuccess`.
public func SecKeychainGetUserInteractionAllowed(_ state: UnsafeMutablePointer<DarwinBoolean>) -> OSStatus {
    state.pointee = DarwinBoolean(backend.allowsInteraction)
    return errSecSuccess
}
