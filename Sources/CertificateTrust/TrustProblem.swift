import LibCrypto

/// A reason for which a certificate or its chain is not trusted.
package struct TrustProblem: Hashable, Sendable {
    package let kind: Kind
    /// The position of the certificate in the chain, from 0 for the one in question.
    package let position: Int

    package init(_ kind: Kind, at position: Int) {
        self.kind = kind
        self.position = position
    }

    /// The kinds, the gravest first: the first problem in this order is the one that a program is told.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        case denied, revoked, badSignature, malformed, duplicateExtension
        case missingIssuer, issuerMayNotSign, tooLong, rootNotTrusted
        case expired, notYetValid
        case noNames, wrongHost, wrongMail
        case purpose, keyUsage, notAnAuthority, pathLength, nameConstraints, criticalExtension, policies
        case weakSignature, weakKey, proxy, revocationUnknown, other
    }
}

extension TrustProblem: Comparable {
    package static func < (one: TrustProblem, other: TrustProblem) -> Bool {
        (one.kind.gravity, one.position) < (other.kind.gravity, other.position)
    }
}

extension TrustProblem.Kind {
    /// The position among all kinds: smaller is graver.
    fileprivate var gravity: Int { Self.allCases.firstIndex(of: self) ?? 0 }

    /// Whether other settings, a date, a name or an exception could make the chain trusted.
    package var isRecoverable: Bool {
        switch self {
        case .denied, .revoked, .badSignature, .malformed, .duplicateExtension: false
        default: true
        }
    }

    /// The status number in Apple's API.
    package var status: Int32 {
        switch self {
        case .denied: -67654
        case .revoked: -67820
        case .badSignature: -67688
        case .malformed: -26275
        case .duplicateExtension: -67903
        case .missingIssuer, .tooLong: -25318
        case .rootNotTrusted, .proxy, .other: -67843
        case .expired: -67818
        case .notYetValid: -67819
        case .noNames, .wrongHost: -67602
        case .wrongMail: -67655
        case .purpose: -67609
        case .keyUsage, .issuerMayNotSign: -67608
        case .notAnAuthority: -67605
        case .pathLength: -67611
        case .nameConstraints: -67900
        case .criticalExtension: -67603
        case .policies: -67899
        case .weakSignature: -67815
        case .weakKey: -67735
        case .revocationUnknown: -67635
        }
    }
}

/// A failure of an evaluation itself.
package enum TrustError: Error, Sendable {
    /// The bytes are no certificate that can be evaluated.
    case defect(TrustProblem.Kind)
    case library(CryptoError)
}
