import Security

/// A policy by the name that macOS's command has for it.
struct PolicyChoice {
    /// The policy in a sentence.
    let title: String
    private let identifier: CFString
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
    private static let others: Set = [
        "eap", "ipsec", "ichat", "sys-default", "sys-kerberos-kdc", "appleid", "macappstore", "swupdate", "pkgsign",
    ]

    private init(_ title: String, _ identifier: CFString, isClient: Bool = false) {
        (self.title, self.identifier, self.isClient) = (title, identifier, isClient)
    }

    static var basic: PolicyChoice { .init("X.509 Basic", kSecPolicyAppleX509Basic) }

    /// - Throws: ``Ending`` for a policy that macOS alone has, ``UsageError`` for another name.
    static func named(_ name: String, of command: String) throws -> PolicyChoice {
        if let policy = all[name.lowercased()] { return policy }
        guard !others.contains(name.lowercased()) else { throw Ending.notImplemented(command, "-p \(name)") }
        throw UsageError("“\(name)” is no policy")
    }

    /// Returns the policy.
    ///
    /// - Parameter name: the host or the address that the certificate has to be for, where the policy knows one; nil for any.
    func policy(for name: String? = nil, isClient: Bool = false) -> SecPolicy? {
        var properties: [CFString: Any] = [:]
        if let name { properties[kSecPolicyName] = name as NSString }
        if self.isClient || isClient { properties[kSecPolicyClient] = true }
        return SecPolicyCreateWithProperties(identifier, properties as NSDictionary)
    }
}
