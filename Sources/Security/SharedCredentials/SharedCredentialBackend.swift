/// The part of the backend that asks the user for logins of websites.
///
/// Each handler is called once, on a queue of the system's, after the function has returned. Each error has the domain
/// `NSOSStatusErrorDomain`, and is `SecFailure.last` in the handler.
package protocol SharedCredentialBackend: Sendable {
    /// Implements `SecAddSharedWebCredential`.
    func addSharedCredential(
        _ domain: CFString, _ account: CFString, _ password: CFString?,
        _ completionHandler: @escaping @Sendable (CFError?) -> Void)
    /// Implements `SecRequestSharedWebCredential`.
    func requestSharedCredential(
        _ domain: CFString?, _ account: CFString?,
        _ completionHandler: @escaping @Sendable (CFArray?, CFError?) -> Void)
}
