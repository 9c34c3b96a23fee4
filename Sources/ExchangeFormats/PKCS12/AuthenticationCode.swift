import AsymmetricKeys
import LibCrypto
import Secrets

/// The code that protects a PKCS #12 file against changes, and tells whether a password is the right one.
///
/// Specified in: RFC 7292, 4; RFC 9579.
struct AuthenticationCode {
    private let derivation: PasswordDerivation
    private let hash: HashFunction
    private let code: [UInt8]

    /// - Parameter parts: the contents of MacData.
    init(reading parts: DERReader) throws(ExchangeError) {
        var parts = parts
        var digest = try parts.enter()
        var algorithm = try digest.enter()
        code = [UInt8](try digest.take(Tag.octetString))
        try digest.finish()
        let salt = try parts.takeSalt()
        let iterations = parts.isEmpty ? 1 : try parts.takeNumber()
        try parts.finish()
        let identifier = try algorithm.take(Tag.objectIdentifier)
        if identifier.isObject(ObjectIdentifier.pbmac1) {
            var parameters = try algorithm.enter()
            derivation = try PasswordDerivation(reading: try parameters.enter())
            hash = try PasswordDerivation.hash(reading: try parameters.enter())
        } else if let found = HashAlgorithm.function(identifier) {
            (derivation, hash) = (.pkcs12(salt: salt, iterations: iterations, found), found)
        } else {
            throw ExchangeError(.unsupported("another authentication code"))
        }
        guard code.count == hash.byteCount else { throw ExchangeError(.malformed) }
    }

    private init(derivation: PasswordDerivation, hash: HashFunction, code: [UInt8]) {
        self.derivation = derivation
        self.hash = hash
        self.code = code
    }

    /// Whether the code is that of the data under a password.
    func isValid(
        for data: UnsafeRawBufferPointer, _ form: Passphrase.Form, _ budget: inout DerivationBudget
    ) throws(ExchangeError) -> Bool {
        try derivation.charge(&budget)
        let expected = try Self.calculate(derivation, hash, data, form)
        return try expected.withBytes { expected throws(ExchangeError) in
            try code.withBytes { code throws(ExchangeError) in constantTimeEquals(code, expected) }
        }
    }

    private static func calculate(
        _ derivation: PasswordDerivation, _ hash: HashFunction, _ data: UnsafeRawBufferPointer, _ form: Passphrase.Form
    ) throws(ExchangeError) -> [UInt8] {
        let key = try derivation.derive(form, .authentication, count: hash.byteCount)
        return try key.withUnsafeBytes { key throws(ExchangeError) in
            try calling { () throws(CryptoError) in
                try CryptoLibrary.load().authenticate(data, key: key, with: hash)
            }
        }
    }

    /// Returns MacData for new contents.
    static func element(for data: [UInt8], _ form: Passphrase.Form) throws(ExchangeError) -> DERElement {
        let salt = SecureRandom.bytes(16)
        let derivation = PasswordDerivation.pkcs12(
            salt: salt, iterations: PasswordEncryption.iterations, .sha256)
        let code = try data.withBytes { data throws(ExchangeError) in
            try calculate(derivation, .sha256, data, form)
        }
        let algorithm = DERElement.sequence(.object(ObjectIdentifier.sha256), .null)
        return .sequence(
            .sequence(algorithm, .octets(code)), .octets(salt), .number(PasswordEncryption.iterations))
    }
}
