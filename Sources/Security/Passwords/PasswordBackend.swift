/// The part of the backend that generates and judges passwords.
///
/// Each error has the domain `NSOSStatusErrorDomain`, and is `SecFailure.last` as well.
package protocol PasswordBackend: Sendable {
    /// Implements `SecPasswordGenerate`.
    func generatePassword(_ type: SecPasswordType, _ requirements: CFDictionary?) throws(CFError) -> CFString
    /// Implements `SecPasswordCreateWithRandomDigits`.
    func generateDigits(_ count: CFIndex) throws(CFError) -> CFString
    /// Implements `SecPasswordCopyDefaultPasswordLength`.
    func defaultLength(of type: SecPasswordType) throws(CFError) -> CFDictionary
    /// Implements `SecPasswordIsPasswordWeak`.
    func isWeak(_ password: CFString) -> Bool
    /// Implements `SecPasswordIsPasswordWeak2`.
    func isWeak(_ password: CFString, asSimplePIN isSimple: Bool) -> Bool
    /// Implements `SecCreateSharedWebCredentialPassword`.
    func generateSharedPassword() -> CFString
}
