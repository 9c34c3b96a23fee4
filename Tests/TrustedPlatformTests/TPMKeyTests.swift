import Foundation
import Glibc
import Secrets
import TestSupport
import Testing

@testable import TrustedPlatform

/// Private keys that a TPM makes and uses.
@Suite(.enabled(if: SoftwareTPM.isInstalled)) struct TPMKeyTests {
    private let digest = SecureRandom.bytes(32)

    private func refusal(_ body: () throws -> Void) -> TPMError.Kind? {
        do {
            try body()
            return nil
        } catch {
            return (error as? TPMError)?.kind
        }
    }

    private func agreed(_ tpm: SoftwareTPM, _ peer: [UInt8], _ key: TPMKey) throws -> [UInt8] {
        let secret = try tpm.connect().agree(with: peer, key)
        return secret.withUnsafeBytes { Array($0) }
    }

    @Test func opensslVerifiesWhatItSigns() throws {
        let tpm = try SoftwareTPM()
        let key = try tpm.connect().makeKey()
        let openssl = OpenSSL(directory: tpm.directory)
        for _ in 0..<4 {
            let signature = try tpm.connect().sign(digest, with: key)
            #expect(try openssl.verifies(signature.r, signature.s, digest, key.publicHalf))
            var other = digest
            other[31] ^= 1
            #expect(try !openssl.verifies(signature.r, signature.s, other, key.publicHalf))
        }
    }

    @Test func itAgreesWithAKeyOfOpenSSL() throws {
        let tpm = try SoftwareTPM()
        let key = try tpm.connect().makeKey()
        let openssl = OpenSSL(directory: tpm.directory)
        let peer = try openssl.makeKey()
        #expect(try agreed(tpm, peer, key) == openssl.agree(with: key.publicHalf))
    }

    @Test func twoKeysOfOneTPMAgree() throws {
        let tpm = try SoftwareTPM()
        let (one, other) = (try tpm.connect().makeKey(), try tpm.connect().makeKey())
        #expect(one.publicHalf != other.publicHalf)
        #expect(try agreed(tpm, one.publicHalf, other) == agreed(tpm, other.publicHalf, one))
    }

    @Test func itWorksAfterARestart() throws {
        let tpm = try SoftwareTPM()
        let key = try tpm.connect().makeKey()
        tpm.stop()
        try tpm.start()
        let copy = try TPMKey(parent: key.parent, publicArea: key.publicArea, privateArea: key.privateArea)
        #expect(copy == key)
        _ = try tpm.connect().sign(digest, with: copy)
    }

    @Test func anotherTPMDoesNotUseIt() throws {
        let (one, other) = (try SoftwareTPM(), try SoftwareTPM())
        let key = try one.connect().makeKey()
        #expect(refusal { _ = try other.connect().sign(digest, with: key) } == .otherTPM)
        let claimed = try TPMKey(
            parent: other.connect().name, publicArea: key.publicArea, privateArea: key.privateArea)
        #expect(refusal { _ = try other.connect().sign(digest, with: claimed) } == .damaged)
    }

    @Test(.enabled(if: SoftwareTPM.hasTools)) func aClearedTPMDoesNotUseIt() throws {
        let tpm = try SoftwareTPM()
        let key = try tpm.connect().makeKey()
        #expect(try tpm.tool("tpm2_clear") == 0)
        #expect(refusal { _ = try tpm.connect().sign(digest, with: key) } == .otherTPM)
        #expect(refusal { _ = try tpm.connect().agree(with: key.publicHalf, key) } == .otherTPM)
    }

    @Test func everyChangedByteIsRefused() throws {
        let tpm = try SoftwareTPM()
        let platform = try tpm.connect()
        let key = try platform.makeKey()
        for index in key.privateArea.indices {
            var area = key.privateArea
            area[index] ^= 0x41
            let changed = try TPMKey(parent: key.parent, publicArea: key.publicArea, privateArea: area)
            #expect(refusal { _ = try platform.sign(digest, with: changed) } == .damaged, "byte \(index)")
        }
        for index in key.publicArea.indices {
            var area = key.publicArea
            area[index] ^= 0x41
            let error = refusal {
                let changed = try TPMKey(parent: key.parent, publicArea: area, privateArea: key.privateArea)
                _ = try platform.sign(digest, with: changed)
            }
            #expect(error == .damaged, "byte \(index)")
        }
        // The connection still works.
        _ = try platform.sign(digest, with: key)
    }

    /// A key that was made outside and imported could be used elsewhere too: its attributes say so.
    @Test func aKeyWithOtherAttributesIsNotRead() throws {
        let tpm = try SoftwareTPM()
        let key = try tpm.connect().makeKey()
        // Type and algorithm are before them.
        for bit in 0..<32 {
            var area = key.publicArea
            area[6 + bit / 8] ^= 1 << (7 - bit % 8)
            #expect(TPMWireFormat.point(ofKey: area) == nil)
        }
        #expect(TPMWireFormat.point(ofKey: key.publicArea + [0]) == nil)
        #expect(TPMWireFormat.point(ofKey: []) == nil)
    }

    @Test func aPointThatIsNotOnTheCurveIsRefused() throws {
        let tpm = try SoftwareTPM()
        let platform = try tpm.connect()
        let key = try platform.makeKey()
        var point = key.publicHalf
        point[64] ^= 1
        #expect(throws: TPMError.self) { _ = try platform.agree(with: point, key) }
        #expect(throws: TPMError.self) { _ = try platform.agree(with: [UInt8](repeating: 0, count: 65), key) }
        #expect(throws: TPMError.self) { _ = try platform.agree(with: [4], key) }
        #expect(throws: TPMError.self) { _ = try platform.sign([1], with: key) }
    }

    @Test func theSharedSecretDoesNotPassInPlaintext() throws {
        let tpm = try SoftwareTPM()
        let gate = try Gate(tpm)
        gate.serve()
        let result: (key: TPMKey, secret: [UInt8])
        do {
            defer { gate.close() }
            result = try agreed(at: "swtpm:path=" + gate.socket)
        }
        // The control: what is not secret passes as it is.
        #expect(gate.traffic.range(of: Data(result.key.publicArea)) != nil)
        for start in 0...24 {
            #expect(gate.traffic.range(of: Data(result.secret[start..<start + 8])) == nil, "from byte \(start) on")
        }
    }

    /// The connection has ended when this returns.
    private func agreed(at place: String) throws -> (TPMKey, [UInt8]) {
        let address: TPMAddress = try #require(TPMAddress(place))
        let tpm = try TrustedPlatform(at: address)
        let (key, other) = (try tpm.makeKey(), try tpm.makeKey())
        let secret = try tpm.agree(with: other.publicHalf, key)
        return (key, secret.withUnsafeBytes { Array($0) })
    }

    /// The protection against guessing would lock the key after other programs' guesses.
    @Test(.enabled(if: SoftwareTPM.hasTools)) func aTPMInLockoutStillSigns() throws {
        let tpm = try SoftwareTPM()
        let key = try tpm.connect().makeKey()
        try tpm.lockOut()
        _ = try tpm.connect().sign(digest, with: key)
    }

    @Test func availabilityIsKnownWithoutAWord() throws {
        let tpm = try SoftwareTPM()
        let address = try tpm.address()
        try address.checkAvailability()
        tpm.stop()
        #expect(refusal { try address.checkAvailability() } == .absent(address.description))
        #expect(refusal { _ = try tpm.connect() } == .absent(address.description))
    }
}
