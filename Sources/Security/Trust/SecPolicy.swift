/// A policy for evaluating a certificate's trust. Two are equal if they have the same rules.
public class SecPolicy: NSObject, @unchecked Sendable {
    /// The rules, for the backend.
    package enum Rules: Hashable, Sendable {
        case basic
        case ssl(isServer: Bool, host: String?)
        case mail(address: String?)
        case code
        case timeStamping
        case revocation(flags: CFOptionFlags)
    }

    package let rules: Rules

    package init(_ rules: Rules) { self.rules = rules }

    /// Whether `object` is a policy with the same rules.
    public override func isEqual(_ object: Any?) -> Bool { (object as? SecPolicy)?.rules == rules }
    /// A hash that is equal for equal policies.
    public override var hash: Int { rules.hashValue }
}

extension SecPolicy: CoreFoundationObject {
    static var typeID: CFTypeID { TypeID.policy }
}

/// Returns the type id of `SecPolicy`.
public func SecPolicyGetTypeID() -> CFTypeID { SecPolicy.typeID }

/// Makes the policy of X.509 alone: a chain to an anchor, and nothing about what the certificate is for.
public func SecPolicyCreateBasicX509() -> SecPolicy { SecPolicy(.basic) }

/// Makes a policy for TLS.
///
/// It refuses signatures with SHA-1 and MD5, RSA keys under 2048 bits, and of servers certificates without subject alternative names or
/// whose purposes do not name servers.
///
/// - Parameters:
///   - server: true for the certificate of a server, false for that of a client.
///   - hostname: the domain name, with A-labels if it is internationalised, or the IP address that the certificate has to name; nil for
///     any. The common name never counts.
public func SecPolicyCreateSSL(_ server: Bool, _ hostname: CFString?) -> SecPolicy {
    SecPolicy(.ssl(isServer: server, host: hostname.map { $0 as String }))
}

/// Makes a policy about revocation, for use beside another one.
///
/// Nothing is fetched: what counts are the responses of `SecTrustSetOCSPResponse`.
///
/// - Parameter revocationFlags: `kSecRevocation…`. With `kSecRevocationRequirePositiveResponse` every certificate below the anchor needs a
///   response that says that it is good; without, one of which nothing is known is not refused.
/// - Returns: the policy; nil for flags that are none of these, or for no method.
public func SecPolicyCreateRevocation(_ revocationFlags: CFOptionFlags) -> SecPolicy? {
    let methods = kSecRevocationUseAnyAvailableMethod
    let all =
        methods | kSecRevocationPreferCRL | kSecRevocationRequirePositiveResponse | kSecRevocationNetworkAccessDisabled
    guard revocationFlags & ~all == 0, revocationFlags & methods != 0 else { return nil }
    return SecPolicy(.revocation(flags: revocationFlags))
}

/// Makes a policy of its identifier.
///
/// - Parameters:
///   - policyIdentifier: `kSecPolicyAppleX509Basic`, `…SSL`, `…SMIME`, `…CodeSigning`, `…TimeStamping` or `…Revocation`.
///   - properties: `kSecPolicyName` (a host, or an e-mail address), `kSecPolicyClient` (true for clients), `kSecPolicyRevocationFlags`;
///     nil for none.
/// - Returns: the policy; nil for any other identifier, and for properties of the wrong type.
public func SecPolicyCreateWithProperties(_ policyIdentifier: CFTypeRef, _ properties: CFDictionary?) -> SecPolicy? {
    guard let identifier = policyIdentifier as? NSString, let properties = PolicyProperties(properties) else {
        return nil
    }
    switch identifier {
    case kSecPolicyAppleX509Basic: return SecPolicyCreateBasicX509()
    case kSecPolicyAppleSSL: return SecPolicy(.ssl(isServer: !properties.isClient, host: properties.name))
    case kSecPolicyAppleSMIME: return SecPolicy(.mail(address: properties.name))
    case kSecPolicyAppleCodeSigning: return SecPolicy(.code)
    case kSecPolicyAppleTimeStamping: return SecPolicy(.timeStamping)
    case kSecPolicyAppleRevocation:
        return SecPolicyCreateRevocation(properties.flags ?? kSecRevocationUseAnyAvailableMethod)
    default: return nil
    }
}

/// Returns the properties of a policy: `kSecPolicyOid`, and those of `SecPolicyCreateWithProperties` that it has.
public func SecPolicyCopyProperties(_ policy: SecPolicy) -> CFDictionary? {
    let properties = NSMutableDictionary()
    properties.setObject(policy.rules.identifier, forKey: kSecPolicyOid)
    switch policy.rules {
    case .ssl(let isServer, let host):
        if let host { properties.setObject(host as NSString, forKey: kSecPolicyName) }
        if !isServer { properties.setObject(NSNumber(value: true), forKey: kSecPolicyClient) }
    case .mail(let address?): properties.setObject(address as NSString, forKey: kSecPolicyName)
    case .revocation(let flags): properties.setObject(NSNumber(value: flags), forKey: kSecPolicyRevocationFlags)
    default: break
    }
    return properties
}

extension SecPolicy.Rules {
    /// The policy's identifier.
    package var identifier: CFString {
        switch self {
        case .basic: kSecPolicyAppleX509Basic
        case .ssl: kSecPolicyAppleSSL
        case .mail: kSecPolicyAppleSMIME
        case .code: kSecPolicyAppleCodeSigning
        case .timeStamping: kSecPolicyAppleTimeStamping
        case .revocation: kSecPolicyAppleRevocation
        }
    }
}

/// The properties that a program gives.
private struct PolicyProperties {
    var name: String?
    var isClient = false
    var flags: CFOptionFlags?

    init?(_ dictionary: NSDictionary?) {
        guard let dictionary else { return }
        if let value = dictionary.object(forKey: kSecPolicyName) {
            guard let name = value as? NSString else { return nil }
            self.name = name as String
        }
        if let value = dictionary.object(forKey: kSecPolicyClient) {
            guard let isClient = value as? NSNumber else { return nil }
            self.isClient = isClient.boolValue
        }
        if let value = dictionary.object(forKey: kSecPolicyRevocationFlags) {
            guard let flags = value as? NSNumber else { return nil }
            self.flags = flags.uintValue
        }
    }
}
