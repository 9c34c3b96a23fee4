/// The method by which a password is sent to a server. The raw values are those that the keychain stores.
///
/// Specified in: keychain-services 1.6.
public enum InternetAuthenticationType: String, CaseIterable, Sendable {
    /// Windows NT LAN Manager.
    case ntlm = "ntlm"
    /// Microsoft Network authentication.
    case msn = "msna"
    /// Distributed password authentication.
    case dpa = "dpaa"
    /// Remote password authentication.
    case rpa = "rpaa"
    /// HTTP's basic scheme.
    case httpBasic = "http"
    /// HTTP's digest scheme.
    case httpDigest = "httd"
    /// A form on a page.
    case htmlForm = "form"
    /// The default of the protocol.
    case `default` = "dflt"
}
