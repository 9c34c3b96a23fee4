// Authentication types of internet passwords: the values of `kSecAttrAuthenticationType`.

/// Authentication type: NTLM.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeNTLM: CFString = "ntlm" as NSString
/// Authentication type: MSN.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeMSN: CFString = "msna" as NSString
/// Authentication type: DPA.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeDPA: CFString = "dpaa" as NSString
/// Authentication type: RPA.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeRPA: CFString = "rpaa" as NSString
/// Authentication type: HTTP basic.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeHTTPBasic: CFString = "http" as NSString
/// Authentication type: HTTP digest.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeHTTPDigest: CFString = "httd" as NSString
/// Authentication type: HTML form.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeHTMLForm: CFString = "form" as NSString
/// Authentication type: default.
nonisolated(unsafe) public let kSecAttrAuthenticationTypeDefault: CFString = "dflt" as NSString
