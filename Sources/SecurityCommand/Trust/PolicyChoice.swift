import Security

/// A policy by the name that macOS's command has for it.
struct PolicyChoice {
    /// The policy in a sentence.
    let title: String
    /// Nil for a policy that is not evaluated here.
    private let identifier: CFString?
    private let isClient: Bool

    private static var all: [String: PolicyChoice] {
        [
            "basic": .init("X.509 Basic", kSecPolicyAppleX509Basic),
            "ssl-client": .init("SSL (client)", kSecPolicyAppleSSL, isClient: true),
            "ssl-server": .init("SSL (server)", kSecPolicyAppleSSL),
            "ssl": .init("SSL (server)", kSecPolicyAppleSSL),
            "smime": .init("S/MIME", kSecPolicyAppleSMIME),
            "codesigning": .init("Code Signing", kSecPolicyAppleCodeSigning),
            "codesign": .init("Code Signing", kSecPolicyAppleCodeSigning),
            "timestamping": .init("Time Stamping", kSecPolicyAppleTimeStamping),
        ]
    }
    /// Those that macOS alone evaluates, with their titles if they are known.
    private static let others: [String: String?] = [
        "eap": "EAP", "ipsec": "IPsec", "ichat": "iChat", "appleid": "AppleID Sharing",
        "macappstore": "Mac App Store Receipt", "sys-default": nil, "sys-kerberos-kdc": nil, "swupdate": nil,
        "pkgsign": nil,
    ]

    private init(_ title: String, _ identifier: CFString?, isClient: Bool = false) {
        (self.title, self.identifier, self.isClient) = (title, identifier, isClient)
    }

    static var basic: PolicyChoice { .init("X.509 Basic", kSecPolicyAppleX509Basic) }

    /// Returns a policy.
    ///
    /// - Parameter lists: whether one that macOS alone evaluates is returned as well, for a list in which nothing is valid for it.
    /// - Throws: ``Ending`` for a policy that macOS alone has, ``UsageError`` for another name.
    static func named(_ name: String, of command: String, lists: Bool = false) throws -> PolicyChoice {
        if let policy = all[name.lowercased()] { return policy }
        guard let title = others[name.lowercased()] else { throw UsageError("“\(name)” is no policy") }
        guard lists, let title else { throw Ending.notImplemented(command, "-p \(name)") }
        return PolicyChoice(title, nil)
    }

    /// Returns the policy; nil if it is not evaluated here.
    ///
    /// - Parameter name: the host or the address that the certificate has to be for, where the policy knows one; nil for any.
    func policy(for name: String? = nil, isClient: Bool = false) -> SecPolicy? {
        guard let identifier else { return nil }
        var properties: [CFString: Any] = [:]
        if let name { properties[kSecPolicyName] = name as NSString }
        if self.isClient || isClient { properties[kSecPolicyClient] = true }
        return SecPolicyCreateWithProperties(identifier, properties as NSDictionary)
    }
}
