extension TrustProblem.Kind {
    /// What is wrong, as the rest of a sentence that begins with the certificate.
    package var reason: String {
        switch self {
        case .denied: "is one that the trust settings forbid"
        case .revoked: "has been revoked by its issuer"
        case .badSignature: "has a signature that is not its issuer's"
        case .malformed: "is malformed"
        case .duplicateExtension: "has an extension twice"
        case .missingIssuer: "has an issuer that is neither among the certificates given nor trusted"
        case .issuerMayNotSign: "has an issuer whose key must not sign certificates"
        case .tooLong: "has a chain that is too long, or too many possible issuers"
        case .rootNotTrusted: "is a root that is not trusted"
        case .expired: "has expired"
        case .notYetValid: "is not valid yet"
        case .noNames: "has no subject alternative name"
        case .wrongHost: "is not for this host"
        case .wrongMail: "is not for this e-mail address"
        case .purpose: "is not for this purpose (extended key usage)"
        case .keyUsage: "has a key that must not be used for this (key usage)"
        case .notAnAuthority: "has issued a certificate and is not that of a certificate authority"
        case .pathLength: "has more authorities below it than it allows"
        case .nameConstraints: "has a name that an authority above it does not permit"
        case .criticalExtension: "has a critical extension that is not known here"
        case .policies: "does not fulfil the certificate policies that its chain requires"
        case .weakSignature: "has a signature with a broken hash function"
        case .weakKey: "has a key that is too short, or one for DSA"
        case .proxy: "is a proxy certificate"
        case .revocationUnknown: "has a status (revoked or not) that is required and not known"
        case .other: "is not valid"
        }
    }

    /// A hint on what to do about it.
    package var remedy: String {
        switch self {
        case .denied: "remove the setting if it is a mistake (SecTrustSettingsRemoveTrustSettings)"
        case .revoked: "get a new certificate from the issuer, and trust this one no longer"
        case .badSignature: "get the certificate from its owner again"
        case .malformed, .duplicateExtension, .proxy, .other: "have it issued again"
        case .missingIssuer:
            "give the intermediate certificates as well, and check that the package ca-certificates is installed"
        case .rootNotTrusted:
            "if you know it, make it an anchor (SecTrustSetAnchorCertificates) or trust it in the settings"
        case .expired: "renew it, and check the clock of this machine"
        case .notYetValid: "check the clock of this machine"
        case .noNames: "have it issued with a subject alternative name; the common name does not count"
        case .wrongHost, .wrongMail: "use a name that is in its subject alternative names"
        case .purpose, .keyUsage: "use a certificate that was issued for this purpose"
        case .issuerMayNotSign, .notAnAuthority, .pathLength, .nameConstraints, .policies, .tooLong:
            "ask the issuer for a certificate with a valid chain"
        case .criticalExtension: "have it issued without the extension"
        case .weakSignature: "have it issued with SHA-256 or better"
        case .weakKey: "have it issued for a longer key: RSA with 2048 bits or more, or P-256"
        case .revocationUnknown: "give a current OCSP response of the issuer (SecTrustSetOCSPResponse)"
        }
    }
}
