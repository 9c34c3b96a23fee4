import AsymmetricKeys
import Testing

/// Each algorithm that the `openssl` program knows, in both directions.
@Suite(.enabled(if: OpenSSLProgram.isInstalled, "there is no program “openssl”"))
struct OpenSSLTests {
    private static let specifications = Sample.specifications.filter { $0 != .rsa(bits: 4096) }

    @Test(arguments: specifications) func signaturesAgree(_ specification: KeySpecification) throws {
        let key = try Sample.key(specification)
        let publicKey = try key.publicKey()
        let program = try OpenSSLProgram(key)
        for algorithm in KeyAlgorithm.supported(.sign, specification, .privateKey) {
            let input = algorithm.input(specification)
            let ours = try key.sign(input, algorithm)
            #expect(try program.accepts(ours, input, algorithm), "\(algorithm.identifier)")
            let other = [input[0] ^ 1] + input.dropFirst()
            #expect(try !program.accepts(ours, other, algorithm), "\(algorithm.identifier)")
            let theirs = try program.sign(input, algorithm)
            #expect(try publicKey.isValid(theirs, input, algorithm), "\(algorithm.identifier)")
        }
    }

    @Test(arguments: specifications.filter { $0.type == .rsa }) func ciphertextsAgree(_ specification: KeySpecification)
        throws
    {
        let key = try Sample.key(specification)
        let publicKey = try key.publicKey()
        let program = try OpenSSLProgram(key)
        for algorithm in KeyAlgorithm.supported(.encrypt, specification, .publicKey) {
            // The program has no encryption with a session key.
            if case .rsaEncryptionOAEPAESGCM = algorithm { continue }
            let message = algorithm.input(specification)
            let ours = try publicKey.encrypt(message, algorithm)
            #expect(try program.decrypt(ours, algorithm) == message, "\(algorithm.identifier)")
            let theirs = try program.encrypt(message, algorithm)
            #expect(try key.decrypt(theirs, algorithm) == message, "\(algorithm.identifier)")
        }
    }

    @Test(arguments: specifications.filter { $0.type == .ellipticCurve || $0 == .x25519 })
    func sharedSecretsAgree(_ specification: KeySpecification) throws {
        let ours = try Sample.key(specification)
        let theirs = try PrivateKey.generate(specification)
        let program = try OpenSSLProgram(theirs)
        let parameters = ExchangeParameters(count: 50, sharedInfo: [1, 2, 3])
        for algorithm in KeyAlgorithm.supported(.exchange, specification, .privateKey) {
            guard case .exchange(_, let hash) = algorithm else { continue }
            let secret = try ours.exchange(with: try theirs.publicKey(), algorithm, parameters).bytes
            #expect(try program.exchange(with: ours, hash, parameters) == secret, "\(algorithm.identifier)")
        }
    }
}
