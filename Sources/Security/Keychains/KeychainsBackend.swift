/// The part of the backend that knows several keychains. Each function implements the one of Security with its name.
package protocol KeychainsBackend: Sendable {
    func createKeychain(
        _ path: String, _ password: UnsafeRawBufferPointer?, _ keychain: UnsafeMutablePointer<SecKeychain?>
    ) -> OSStatus
    func openKeychain(_ path: String, _ keychain: UnsafeMutablePointer<SecKeychain?>) -> OSStatus
    func deleteKeychains(_ keychains: [SecKeychain]) -> OSStatus
    func setDefaultKeychain(_ keychain: SecKeychain) -> OSStatus
    func copySearchList(_ list: UnsafeMutablePointer<CFArray?>) -> OSStatus
    func setSearchList(_ list: CFArray) -> OSStatus
    func lock(_ keychain: SecKeychain?) -> OSStatus
    func lockAllKeychains() -> OSStatus
    func unlock(_ keychain: SecKeychain?, _ password: UnsafeRawBufferPointer?) -> OSStatus
    func changePassword(
        of keychain: SecKeychain?, from old: UnsafeRawBufferPointer, to new: UnsafeRawBufferPointer
    ) -> OSStatus
    func getStatus(of keychain: SecKeychain?, _ status: UnsafeMutablePointer<SecKeychainStatus>) -> OSStatus
    func getPath(
        of keychain: SecKeychain?, _ length: UnsafeMutablePointer<UInt32>, _ path: UnsafeMutablePointer<CChar>
    ) -> OSStatus
    func copySettings(of keychain: SecKeychain?, _ settings: UnsafeMutablePointer<SecKeychainSettings>) -> OSStatus
    func setSettings(of keychain: SecKeychain?, _ settings: SecKeychainSettings) -> OSStatus
    /// Whether functions of this process may ask the user.
    var allowsInteraction: Bool { get nonmutating set }
}
