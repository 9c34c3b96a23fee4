// Identifiers and properties of policies, and keys of results of trust.

/// The policy of X.509 alone.
nonisolated(unsafe) public let kSecPolicyAppleX509Basic: CFString = "1.2.840.113635.100.1.2" as NSString
/// The policy of TLS.
nonisolated(unsafe) public let kSecPolicyAppleSSL: CFString = "1.2.840.113635.100.1.3" as NSString
/// The policy of S/MIME.
nonisolated(unsafe) public let kSecPolicyAppleSMIME: CFString = "1.2.840.113635.100.1.8" as NSString
/// The policy of EAP. No function makes it.
nonisolated(unsafe) public let kSecPolicyAppleEAP: CFString = "1.2.840.113635.100.1.9" as NSString
/// The policy of IPsec. No function makes it.
nonisolated(unsafe) public let kSecPolicyAppleIPsec: CFString = "1.2.840.113635.100.1.11" as NSString
/// The policy of signed programs.
nonisolated(unsafe) public let kSecPolicyAppleCodeSigning: CFString = "1.2.840.113635.100.1.16" as NSString
/// The policy of Apple's identities. No function makes it.
nonisolated(unsafe) public let kSecPolicyAppleIDValidation: CFString = "1.2.840.113635.100.1.18" as NSString
/// The policy of time stamps.
nonisolated(unsafe) public let kSecPolicyAppleTimeStamping: CFString = "1.2.840.113635.100.1.20" as NSString
/// The policy of revocation.
nonisolated(unsafe) public let kSecPolicyAppleRevocation: CFString = "1.2.840.113635.100.1.21" as NSString

/// Property of a policy: its identifier.
nonisolated(unsafe) public let kSecPolicyOid: CFString = "SecPolicyOid" as NSString
/// Property of a policy: the host or the address.
nonisolated(unsafe) public let kSecPolicyName: CFString = "SecPolicyName" as NSString
/// Property of a policy: whether it is for clients.
nonisolated(unsafe) public let kSecPolicyClient: CFString = "SecPolicyClient" as NSString
/// Property of a policy: the flags of revocation.
nonisolated(unsafe) public let kSecPolicyRevocationFlags: CFString = "SecPolicyRevocationFlags" as NSString
/// Property of a policy: the team of an Apple developer. It has no effect.
nonisolated(unsafe) public let kSecPolicyTeamIdentifier: CFString = "SecPolicyTeamIdentifier" as NSString

/// Result: the moment of the evaluation.
nonisolated(unsafe) public let kSecTrustEvaluationDate: CFString = "TrustEvaluationDate" as NSString
/// Result: the number of a `SecTrustResultType`.
nonisolated(unsafe) public let kSecTrustResultValue: CFString = "TrustResultValue" as NSString
/// Result: whether the status of the certificates is known.
nonisolated(unsafe) public let kSecTrustRevocationChecked: CFString = "TrustRevocationChecked" as NSString
/// Result: the moment until which the status counts. Never in a result here.
nonisolated(unsafe) public let kSecTrustRevocationValidUntilDate: CFString = "TrustExpirationDate" as NSString
/// Result: whether the certificate is one of extended validation. Never in a result here.
nonisolated(unsafe) public let kSecTrustExtendedValidation: CFString = "TrustExtendedValidation" as NSString
/// Result: the organisation of extended validation. Never in a result here.
nonisolated(unsafe) public let kSecTrustOrganizationName: CFString = "Organization" as NSString
/// Result: whether the certificate is in public logs. Never in a result here.
nonisolated(unsafe) public let kSecTrustCertificateTransparency: CFString = "TrustCertificateTransparency" as NSString

/// Property of a certificate of a chain: its subject.
nonisolated(unsafe) public let kSecPropertyTypeTitle: CFString = "title" as NSString
/// Property of a certificate of a chain: what is wrong.
nonisolated(unsafe) public let kSecPropertyTypeError: CFString = "error" as NSString
