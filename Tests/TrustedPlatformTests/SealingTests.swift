import Foundation
import Glibc
import Secrets
import Testing

@testable import TrustedPlatform

@Suite(.enabled(if: SoftwareTPM.isInstalled)) struct SealingTests {
    private let secret: [UInt8] = Array(0..<64)

    private func seal(_ tpm: SoftwareTPM, _ pcrs: String? = nil) throws -> SealedObject {
        try tpm.connect().seal(SecretBytes(copying: secret), pcrs: pcrs.flatMap { PCRSelection($0) })
    }

    private func unseal(_ object: SealedObject, _ tpm: SoftwareTPM) throws -> [UInt8] {
        let opened = try tpm.connect().unseal(object)
        return opened.withUnsafeBytes { Array($0) }
    }

    private func refusal(_ body: () throws -> Void) -> TPMError.Kind? {
        do {
            try body()
            return nil
        } catch {
            return (error as? TPMError)?.kind
        }
    }

    @Test func sealedKeyIsUnsealedAfterARestart() throws {
        let tpm = try SoftwareTPM()
        let object = try seal(tpm)
        #expect(try unseal(object, tpm) == secret)
        tpm.stop()
        try tpm.start()
        #expect(try unseal(object, tpm) == secret)
        #expect(!String(decoding: object.privateArea, as: UTF8.self).contains(String(decoding: secret, as: UTF8.self)))
    }

    @Test(arguments: [1, 32, 128]) func everySizeThatATPMSeals(count: Int) throws {
        let tpm = try SoftwareTPM()
        let bytes = SecureRandom.bytes(count)
        let object = try tpm.connect().seal(SecretBytes(copying: bytes), pcrs: nil)
        #expect(try unseal(object, tpm) == bytes)
    }

    @Test(arguments: [0, 129]) func otherSizesAreRefused(count: Int) throws {
        let tpm = try SoftwareTPM().connect()
        #expect(throws: TPMError.self) { try tpm.seal(SecretBytes(zeros: count), pcrs: nil) }
    }

    @Test(arguments: [nil, "sha256:7"]) func whatPassesBetweenProcessorAndTPMHasNoSecret(pcrs: String?) throws {
        let tpm = try SoftwareTPM()
        let gate = try Gate(tpm)
        gate.serve()
        let secret = SecureRandom.bytes(64)
        let object: SealedObject
        do {
            defer { gate.close() }
            object = try sealAndUnseal(secret, at: "swtpm:path=" + gate.socket, pcrs)
        }
        // The control: what is not secret passes as it is.
        #expect(gate.traffic.range(of: Data(object.publicArea)) != nil)
        for start in 0...secret.count - 8 {
            #expect(gate.traffic.range(of: Data(secret[start..<start + 8])) == nil, "from byte \(start) on")
        }
    }

    /// The connection has ended when this returns.
    private func sealAndUnseal(_ secret: [UInt8], at place: String, _ pcrs: String?) throws -> SealedObject {
        let address: TPMAddress = try #require(TPMAddress(place))
        let tpm = try TrustedPlatform(at: address)
        let object = try tpm.seal(SecretBytes(copying: secret), pcrs: pcrs.flatMap { PCRSelection($0) })
        let opened = try tpm.unseal(object)
        #expect(opened.withUnsafeBytes { Array($0) } == secret)
        return object
    }

    @Test func anotherTPMDoesNotOpenIt() throws {
        let (one, other) = (try SoftwareTPM(), try SoftwareTPM())
        let object = try seal(one)
        #expect(refusal { _ = try unseal(object, other) } == .otherTPM)
        // Nor if an attacker has changed the identity of its owner.
        let claimed = SealedObject(
            parent: try other.connect().name, publicArea: object.publicArea, privateArea: object.privateArea, pcrs: nil)
        #expect(refusal { _ = try unseal(claimed, other) } == .damaged)
    }

    @Test(.enabled(if: SoftwareTPM.hasTools)) func aClearedTPMIsAnother() throws {
        let tpm = try SoftwareTPM()
        let object = try seal(tpm)
        #expect(try tpm.tool("tpm2_clear") == 0)
        #expect(refusal { _ = try unseal(object, tpm) } == .otherTPM)
    }

    @Test(.enabled(if: SoftwareTPM.hasTools)) func aPolicyHoldsUntilTheRegisterChanges() throws {
        let tpm = try SoftwareTPM()
        let object = try seal(tpm, "sha256:7,16")
        #expect(try unseal(object, tpm) == secret)
        let digest = String(repeating: "5a", count: 32)
        #expect(try tpm.tool("tpm2_pcrextend", "16:sha256=" + digest) == 0)
        #expect(refusal { _ = try unseal(object, tpm) } == .policy)
        #expect(try tpm.tool("tpm2_pcrreset", "16") == 0)
        #expect(try unseal(object, tpm) == secret)
    }

    @Test func registersCannotBeLeftOut() throws {
        let tpm = try SoftwareTPM()
        let object = try seal(tpm, "sha256:16")
        let without = SealedObject(
            parent: object.parent, publicArea: object.publicArea, privateArea: object.privateArea, pcrs: nil)
        #expect(throws: TPMError.self) { _ = try unseal(without, tpm) }
        let other = SealedObject(
            parent: object.parent, publicArea: object.publicArea, privateArea: object.privateArea,
            pcrs: PCRSelection("sha256:15"))
        #expect(refusal { _ = try unseal(other, tpm) } == .policy)
    }

    /// Bit 10 of the attributes would take the object out of the protection against guessing.
    @Test func theProtectionAgainstGuessingIsOn() throws {
        let tpm = try SoftwareTPM()
        for pcrs in [nil, "sha256:7"] {
            let area = try seal(tpm, pcrs).publicArea
            let attributes = area[6..<10].reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
            #expect(attributes & (1 << 10) == 0)
            #expect(attributes & (1 << 1 | 1 << 4) == (1 << 1 | 1 << 4))
            // No value opens it, the empty one neither.
            #expect(attributes & (1 << 6) == 0)
        }
    }

    /// Others' wrong guesses lock what a value opens in the whole TPM.
    @Test(.enabled(if: SoftwareTPM.hasTools), arguments: [nil, "sha256:7"])
    func aLockoutByOthersDoesNotLockUsOut(pcrs: String?) throws {
        let tpm = try SoftwareTPM()
        let object = try seal(tpm, pcrs)
        try tpm.lockOut()
        #expect(try unseal(object, tpm) == secret)
        #expect(try unseal(try seal(tpm, pcrs), tpm) == secret)
    }

    /// A TPM counts as a wrong guess that it lost its power between the use of a value and its being shut down.
    @Test func powerFailuresDoNotLockUsOut() throws {
        let tpm = try SoftwareTPM()
        let object = try seal(tpm)
        for _ in 0..<40 {
            #expect(try unseal(object, tpm) == secret)
            tpm.stop()
            try tpm.start()
        }
    }

    /// Without a resource manager a TPM has three places, which others may leave taken.
    @Test(.enabled(if: SoftwareTPM.hasTools)) func fullTPMIsReported() throws {
        let tpm = try SoftwareTPM()
        let object = try seal(tpm)
        for index in 0..<3 { try tpm.tool("tpm2_createprimary", "-Q", "-C", "o", "-c", "\(index).ctx") }
        #expect(refusal { _ = try unseal(object, tpm) } == .exhausted)
        try tpm.tool("tpm2_flushcontext", "-t")
        #expect(try unseal(object, tpm) == secret)
    }

    /// Many times as many as there are places.
    @Test func nothingStaysLoaded() throws {
        let tpm = try SoftwareTPM()
        try useOften(tpm.connect())
        for _ in 0..<20 { _ = try tpm.connect() }
    }

    private func useOften(_ connection: TrustedPlatform) throws {
        let object = try connection.seal(SecretBytes(copying: secret), pcrs: PCRSelection("sha256:7"))
        var damaged = object.privateArea
        damaged[20] ^= 1
        let broken = SealedObject(
            parent: object.parent, publicArea: object.publicArea, privateArea: damaged, pcrs: object.pcrs)
        for _ in 0..<20 {
            _ = try connection.unseal(object)
            #expect(throws: TPMError.self) { _ = try connection.unseal(broken) }
        }
    }

    @Test func everyChangedByteIsRefused() throws {
        let tpm = try SoftwareTPM()
        let object = try seal(tpm)
        try tryEveryChange(of: object, tpm.connect())
        #expect(try unseal(object, tpm) == secret)
    }

    private func tryEveryChange(of object: SealedObject, _ connection: TrustedPlatform) {
        func attempt(_ publicArea: [UInt8], _ privateArea: [UInt8], _ what: String) {
            let changed = SealedObject(
                parent: object.parent, publicArea: publicArea, privateArea: privateArea, pcrs: nil)
            #expect(refusal { _ = try connection.unseal(changed) } == .damaged, "\(what)")
        }
        for index in object.publicArea.indices {
            var changed = object.publicArea
            changed[index] ^= 0x81
            attempt(changed, object.privateArea, "public \(index)")
        }
        for index in object.privateArea.indices {
            var changed = object.privateArea
            changed[index] ^= 0x81
            attempt(object.publicArea, changed, "private \(index)")
        }
        attempt([], object.privateArea, "no public area")
        attempt(object.publicArea, [], "no private area")
        attempt(object.publicArea + [0], object.privateArea, "a byte more")
        attempt(Array(repeating: 0xff, count: 3000), Array(repeating: 0xff, count: 3000), "nonsense")
    }

    /// There is no /dev/tpmrm0 to be had for a test; a terminal is a device as well.
    @Test func aDeviceIsWrittenToAndReadFrom() throws {
        let tpm = try SoftwareTPM()
        let device = try TerminalDevice(tpm)
        let connection = try TrustedPlatform(at: TPMAddress("terminal", at: .device(path: device.path)))
        let object = try connection.seal(SecretBytes(copying: secret), pcrs: PCRSelection("sha256:7"))
        let opened = try connection.unseal(object)
        #expect(opened.withUnsafeBytes { Array($0) } == secret)
        // The thread behind the terminal needs an end: a command that gets no answer.
        tpm.stop()
        #expect(throws: TPMError.self) { _ = try connection.unseal(object) }
    }
}
