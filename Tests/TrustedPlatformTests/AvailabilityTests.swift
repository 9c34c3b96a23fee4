import Foundation
import Glibc
import Secrets
import Testing

@testable import TrustedPlatform

@Suite struct AvailabilityTests {
    private func refusal(_ body: () throws -> Void) -> TPMError? {
        do {
            try body()
            return nil
        } catch {
            return error as? TPMError
        }
    }

    @Test func aMissingLibraryIsNamed() throws {
        let error = try #require(refusal { _ = try TSSLibrary(prefix: "libtss2-that-is-missing-") })
        #expect(error.kind == .libraryMissing("libtss2-that-is-missing-esys.so.0"))
        #expect(error.reason.contains("libtss2"))
        #expect(error.remedy.contains("install"))
    }

    @Test(.enabled(if: SoftwareTPM.isInstalled)) func aMissingTPMIsNamed() throws {
        let address = try #require(TPMAddress("swtpm:path=/nonexistent/tpm"))
        #expect(refusal { _ = try TrustedPlatform(at: address) }?.kind == .absent("swtpm:path=/nonexistent/tpm"))
        let device = try #require(TPMAddress("device:/dev/tpm987"))
        #expect(refusal { _ = try TrustedPlatform(at: device) }?.kind == .absent("device:/dev/tpm987"))
    }

    @Test(.enabled(if: SoftwareTPM.isInstalled)) func disconnectedTPMIsReportedAtEveryStep() throws {
        let tpm = try SoftwareTPM()
        let connection = try tpm.connect()
        let object = try connection.seal(SecretBytes(random: 32), pcrs: nil)
        let address = try tpm.address()
        tpm.stop()
        #expect(refusal { _ = try connection.unseal(object) }?.kind == .unreachable(address.description))
        #expect(
            refusal { _ = try connection.seal(SecretBytes(zeros: 3), pcrs: nil) }?.kind
                == .unreachable(address.description))
        #expect(refusal { _ = try tpm.connect() }?.kind == .absent(address.description))
    }

    /// Something listens there that is no TPM, and hangs up.
    @Test(.enabled(if: SoftwareTPM.isInstalled)) func otherProgramIsNotTakenForATPM() throws {
        let tpm = try SoftwareTPM()
        tpm.stop()
        try Data("hello".utf8).write(to: URL(fileURLWithPath: tpm.socket))
        let address = try tpm.address()
        #expect(refusal { _ = try tpm.connect() }?.kind == .unreachable(address.description))
    }

    /// libtss2 would load libraries and run commands for strings like these, which may come from a file.
    @Test(arguments: [
        "", "cmd:rm -rf /", "cmd:tpm2_send", "/tmp/evil.so", "libtss2-tcti-evil.so.0", "device", "device:",
        "device:/dev/mem", "device:/dev/tpm", "device:/dev/tpmrm", "device:/dev/tpm/../mem", "device:/dev/tpm0/../x",
        "device:/dev/tpmrm0 ", "pcap:device:/dev/tpm0", "swtpm", "swtpm:", "swtpm:path=relative",
        "swtpm:path=/a,host=evil.example.com", "swtpm:host=evil.example.com,port=2321", "swtpm:host=127.0.0.1,port=",
        "swtpm:host=127.0.0.1,port=123456", "swtpm:host=127.0.0.1,port=99999", "swtpm:path=/a\n",
        "mssim:host=127.0.0.1", "tabrmd:", "DEVICE:/dev/tpm0",
    ])
    func otherAddressesAreRefused(_ text: String) { #expect(TPMAddress(text) == nil) }

    @Test(arguments: [
        "device:/dev/tpmrm0", "device:/dev/tpm1", "swtpm:path=/run/tpm", "swtpm:host=127.0.0.1,port=2321",
    ])
    func theseAddressesAreTaken(_ text: String) { #expect(TPMAddress(text)?.description == text) }

    @Test(arguments: [
        "", "7", "sha256", "sha256:", ":7", "sha1:7", "sha256:24", "sha256:-1", "sha256:+7", "sha256:7,", "sha256:7,7",
        "sha256:7:8", "sha256: 7", "md5:1", "sha256:٧", "sha256:99999999999999999999",
    ])
    func otherRegistersAreRefused(_ text: String) { #expect(PCRSelection(text) == nil) }

    @Test func registersAreWrittenInOneWay() {
        #expect(PCRSelection("sha256:11,7")?.description == "sha256:7,11")
        #expect(PCRSelection("sha384:0")?.description == "sha384:0")
        #expect(TPMWireFormat.selection(PCRSelection("sha256:0,7,16")) == [0, 0, 0, 1, 0, 0x0B, 3, 0x81, 0, 1])
    }

    /// As TPMs and their resource managers say it.
    @Test(
        arguments: [
            (0x9D, TPMError.Kind.policy), (0x99D, .policy), (0x128, .policy), (0x921, .lockout), (0x902, .exhausted),
            (0x903, .exhausted), (0x1DF, .damaged), (0x98B, .damaged), (0x18B, .damaged), (0x9A2, .ownerPassword),
            (0x98E, .ownerPassword), (0xB0921, .lockout), (0xA000A, .unreachable("swtpm:path=/tpm")), (0x101, .failed),
            (0x70005, .failed), (0xFFFF_FFFF, .failed),
        ] as [(UInt32, TPMError.Kind)])
    func responseCodesHaveTheirMeaning(code: UInt32, kind: TPMError.Kind) throws {
        let address = try #require(TPMAddress("swtpm:path=/tpm"))
        let error = TPMError(code: code, address: address, detail: "detail")
        #expect(error.kind == kind)
        #expect(error.reason.contains("0x" + String(code, radix: 16)))
        #expect(!error.remedy.isEmpty)
    }

    /// Half an answer, one that says it is longer than any, and one that ends: none of them keeps anybody waiting or ends the process.
    @Test(
        .enabled(if: SoftwareTPM.isInstalled),
        arguments: [
            [], [0x80], [0x80, 1, 0, 0, 0, 10, 0, 0, 0], [0x80, 1, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0],
            [0x80, 1, 0, 0, 0, 2, 0, 0, 0, 0], [0x80, 1, 0, 0, 0, 10, 0, 0, 0, 0],
            [UInt8](repeating: 0xff, count: 5000),
        ] as [[UInt8]])
    func nonsenseForAnswersIsRefused(answer: [UInt8]) throws {
        let liar = try LyingTPM(answering: answer)
        let address = try #require(TPMAddress("swtpm:path=" + liar.socket))
        #expect(throws: TPMError.self) { _ = try TrustedPlatform(at: address) }
    }
}
