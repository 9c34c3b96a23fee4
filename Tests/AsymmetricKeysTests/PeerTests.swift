import AsymmetricKeys
import Secrets
import Testing

/// Each algorithm in both directions with Python's `cryptography`.
@Suite(.enabled(if: Peer.isInstalled, "python3 has no module “cryptography”"))
struct PeerTests {
    @Test(arguments: Sample.specifications) func pythonVerifiesWhatWeSign(_ specification: KeySpecification) throws {
        let key = try Sample.key(specification)
        let requests = try KeyAlgorithm.supported(.sign, specification, .privateKey).map { algorithm in
            let input = algorithm.input(specification)
            return Peer.Request(
                operation: "verify", type: specification.type, algorithm: algorithm,
                bytes: [
                    "public": key.publicRepresentation, "input": input, "signature": try key.sign(input, algorithm),
                ])
        }
        #expect(requests.isEmpty == (specification == .x25519))
        for (request, answer) in zip(requests, try Peer.ask(requests)) {
            #expect(answer == [1], "\(request.algorithm?.identifier ?? "")")
        }
    }

    @Test(arguments: Sample.specifications) func weVerifyWhatPythonSigns(_ specification: KeySpecification) throws {
        let key = try Sample.key(specification)
        let publicKey = try key.publicKey()
        let algorithms = KeyAlgorithm.supported(.verify, specification, .publicKey)
        let signatures = try Peer.ask(
            try algorithms.map { algorithm in
                Peer.Request(
                    operation: "sign", type: specification.type, algorithm: algorithm,
                    bytes: ["private": try key.bytes(), "input": algorithm.input(specification)])
            })
        for (algorithm, signature) in zip(algorithms, signatures) {
            let signature = try #require(signature)
            let input = algorithm.input(specification)
            #expect(try publicKey.isValid(signature, input, algorithm), "\(algorithm.identifier)")
            let other = [input[0] ^ 1] + input.dropFirst()
            #expect(try !publicKey.isValid(signature, other, algorithm), "\(algorithm.identifier)")
        }
    }

    @Test(arguments: Sample.specifications) func pythonDecryptsWhatWeEncrypt(_ specification: KeySpecification) throws {
        let key = try Sample.key(specification)
        let publicKey = try key.publicKey()
        let algorithms = KeyAlgorithm.supported(.encrypt, specification, .publicKey)
        let messages = try Peer.ask(
            try algorithms.map { algorithm in
                let ciphertext = try publicKey.encrypt(algorithm.input(specification), algorithm)
                return Peer.Request(
                    operation: "decrypt", type: specification.type, algorithm: algorithm,
                    bytes: ["private": try key.bytes(), "input": ciphertext])
            })
        for (algorithm, message) in zip(algorithms, messages) {
            #expect(message == algorithm.input(specification), "\(algorithm.identifier)")
        }
    }

    @Test(arguments: Sample.specifications) func weDecryptWhatPythonEncrypts(_ specification: KeySpecification) throws {
        let key = try Sample.key(specification)
        let algorithms = KeyAlgorithm.supported(.decrypt, specification, .privateKey)
        let ciphertexts = try Peer.ask(
            algorithms.map { algorithm in
                Peer.Request(
                    operation: "encrypt", type: specification.type, algorithm: algorithm,
                    bytes: ["public": key.publicRepresentation, "input": algorithm.input(specification)])
            })
        for (algorithm, ciphertext) in zip(algorithms, ciphertexts) {
            let message = try key.decrypt(try #require(ciphertext), algorithm)
            #expect(message == algorithm.input(specification), "\(algorithm.identifier)")
        }
    }

    @Test(arguments: Sample.specifications.filter { $0.type == .ellipticCurve || $0 == .x25519 })
    func bothDeriveTheSameSecrets(_ specification: KeySpecification) throws {
        let ours = try Sample.key(specification)
        let theirs = try PrivateKey.generate(specification)
        let algorithms = KeyAlgorithm.supported(.exchange, specification, .privateKey)
        let parameters = ExchangeParameters(count: 77, sharedInfo: Array("shared".utf8))
        let secrets = try Peer.ask(
            try algorithms.map { algorithm in
                Peer.Request(
                    operation: "exchange", type: specification.type, algorithm: algorithm,
                    bytes: [
                        "private": try theirs.bytes(), "public": ours.publicRepresentation,
                        "info": parameters.sharedInfo,
                    ], count: 77)
            })
        #expect(algorithms.count == 12)
        for (algorithm, secret) in zip(algorithms, secrets) {
            let shared = try ours.exchange(with: try theirs.publicKey(), algorithm, parameters).bytes
            #expect(shared == secret, "\(algorithm.identifier)")
        }
    }

    @Test(arguments: Sample.specifications.filter { $0 != .rsa(bits: 4096) }) func representationsAreTheSame(
        _ specification: KeySpecification
    ) throws {
        let key = try Sample.key(specification)
        let ours = try key.bytes()
        let answers = try Peer.ask([
            Peer.Request(operation: "public", type: specification.type, bytes: ["private": ours]),
            Peer.Request(operation: "rewrite", type: specification.type, bytes: ["private": ours]),
            Peer.Request(operation: "make", type: specification.type, bits: specification.bits),
        ])
        #expect(answers[0] == key.publicRepresentation)
        #expect(answers[1] == ours)
        let theirs = try #require(answers[2])
        let read = try PrivateKey(specification.type, theirs)
        #expect(read.specification == specification)
        #expect(try read.bytes() == theirs)
    }
}
