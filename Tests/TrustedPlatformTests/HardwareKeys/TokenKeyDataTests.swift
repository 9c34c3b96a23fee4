import AsymmetricKeys
import Foundation
import Secrets
import Testing

@testable import KeychainServices
@testable import TrustedPlatform

/// The secret of the item of a key in hardware, read from bytes that were changed.
@Suite(.enabled(if: SoftwareTPM.isInstalled)) struct TokenKeyDataTests {
    private func keys() throws -> [TokenKey] {
        let tpm = try SoftwareTPM()
        let made = try withExtendedLifetime(tpm) { try tpm.connect().makeKey() }
        return [.tpm(made), .software(try PrivateKey.generate(.ellipticCurve(.p256)))]
    }

    @Test func itComesBackAsItWas() throws {
        for key in try keys() {
            let data = try key.data()
            #expect(try TokenKey(data).data() == data)
            #expect(try TokenKey(data).publicHalf == key.publicHalf)
        }
    }

    @Test func noOtherLengthIsRead() throws {
        for key in try keys() {
            let data = try key.data()
            for count in data.indices {
                #expect(throws: KeychainError(.decode, "")) { _ = try TokenKey(data.prefix(count)) }
            }
            #expect(throws: KeychainError(.decode, "")) { _ = try TokenKey(data + [0]) }
        }
    }

    /// A changed byte is an error, or is in a part that only the TPM can check.
    @Test func aChangedByteNeverGivesAnotherForm() throws {
        for key in try keys() {
            let data = try key.data()
            for index in data.indices {
                for bit in [0x01, 0x80] as [UInt8] {
                    var changed = data
                    changed[index] ^= bit
                    if let read = try? TokenKey(changed) { #expect(try read.data() == changed) }
                }
            }
        }
    }
}
