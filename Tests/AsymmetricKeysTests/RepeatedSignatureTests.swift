import AsymmetricKeys
import Foundation
import Synchronization
import Testing

/// Signatures one after the other and at the same time: a key keeps the context of its last one for the next.
@Suite struct RepeatedSignatureTests {
    private static let message = Array("a message".utf8)

    @Test func threadsThatSignWithOneKeyAndSeveralAlgorithmsGetValidSignatures() throws {
        let key = try Sample.key(.rsa(bits: 2048))
        let publicKey = try key.publicKey()
        let algorithms: [KeyAlgorithm] = [
            .rsaSignaturePSS(.message(.sha256)), .rsaSignaturePSS(.message(.sha512)),
            .rsaSignaturePKCS1(.message(.sha256)), .rsaSignaturePKCS1(.message(.sha384)),
        ]
        let valid = Atomic(0)
        DispatchQueue.concurrentPerform(iterations: 64) { number in
            let algorithm = algorithms[number % algorithms.count]
            guard let signature = try? key.sign(Self.message, algorithm),
                let isValid = try? publicKey.isValid(signature, Self.message, algorithm), isValid
            else { return }
            valid.wrappingAdd(1, ordering: .relaxed)
        }
        #expect(valid.load(ordering: .relaxed) == 64)
    }

    /// A random number that is used twice tells the private key.
    @Test func everySignatureOnACurveHasARandomNumberOfItsOwn() throws {
        let key = try Sample.key(.ellipticCurve(.p256))
        let algorithm = KeyAlgorithm.ecdsa(.rfc4754, .message(.sha256))
        var firstHalves: Set<[UInt8]> = []
        for _ in 0..<200 { firstHalves.insert(Array(try key.sign(Self.message, algorithm).prefix(32))) }
        #expect(firstHalves.count == 200)
    }

    @Test func aSignatureThatFailsLeavesNothingBehind() throws {
        let key = try Sample.key(.rsa(bits: 1024))
        let (tooLarge, small) = ([UInt8](repeating: 0xff, count: 128), [UInt8](repeating: 0, count: 127) + [2])
        #expect(try key.sign(small, .rsaSignatureRaw).count == 128)
        #expect(throws: KeyError(.input)) { try key.sign(tooLarge, .rsaSignatureRaw) }
        let signature = try key.sign(small, .rsaSignatureRaw)
        #expect(try key.publicKey().isValid(signature, small, .rsaSignatureRaw))
        #expect(throws: KeyError(.input)) { try key.sign(tooLarge, .rsaSignatureRaw) }
    }
}
