import Foundation
import Glibc
import TestSupport
import Testing

@testable import TrustedPlatform

/// What is taken for granted about libtss2, beside its own headers where they are installed.
@Suite struct HeaderTests {
    private static let compiler = "/usr/bin/cc"
    private static let isPossible =
        access("/usr/include/tss2/tss2_esys.h", R_OK) == 0 && access(compiler, X_OK) == 0

    /// The numbers that C makes of expressions.
    private func values(of expressions: [String]) throws -> [Int] {
        let directory = try TemporaryDirectory()
        let lines = expressions.map { "printf(\"%lu\\n\", (unsigned long)(\($0)));" }.joined(separator: "\n")
        let program = """
            #include <stddef.h>
            #include <stdio.h>
            #include <tss2/tss2_esys.h>
            #include <tss2/tss2_tcti.h>
            int main(void) { \(lines) return 0; }
            """
        try Data(program.utf8).write(to: URL(fileURLWithPath: directory("p.c")))
        try #require(
            try ChildProcess.run([Self.compiler, "-o", directory("p"), directory("p.c")], errors: .null).status == 0)
        let (text, status) = try ChildProcess.run([directory("p")])
        try #require(status == 0)
        return text.split(separator: "\n").compactMap { Int($0) }
    }

    /// Another template is another key, and what was sealed under the first is lost. As in Docs/keychain-format.md.
    @Test func theStorageKeysTemplateStaysAsItIs() {
        let head: [UInt8] = [
            0, 0x5a, 0, 0x23, 0, 0x0b, 0, 3, 4, 0x72, 0, 0, 0, 6, 0, 0x80, 0, 0x43, 0, 0x10, 0, 3, 0, 0x10, 0, 0x20,
        ]
        let zeros = [UInt8](repeating: 0, count: 32)
        #expect(TPMWireFormat.storageKey == head + zeros + [0, 0x20] + zeros)
    }

    @Test(.enabled(if: isPossible)) func everyStructureHasRoomEnough() throws {
        let names = [
            "TPM2B_PUBLIC", "TPM2B_PRIVATE", "TPM2B_SENSITIVE_CREATE", "TPML_PCR_SELECTION", "TPMT_SYM_DEF",
            "TPM2B_DATA",
            "TPM2B_DIGEST",
        ]
        let sizes = try values(of: names.map { "sizeof(\($0))" })
        #expect(sizes.count == names.count)
        for (name, size) in zip(names, sizes) { #expect(size * 5 < NativeStructure.room, "\(name)") }
    }

    @Test(.enabled(if: isPossible)) func theTransportsContextIsLaidOutAsLibtss2TakesIt() throws {
        let members = [
            "magic", "version", "transmit", "receive", "finalize", "cancel", "getPollHandles", "setLocality",
        ]
        let context = "TSS2_TCTI_CONTEXT_COMMON_V1"
        let offsets = try values(of: members.map { "offsetof(\(context), \($0))" } + ["sizeof(\(context))"])
        #expect(offsets == [0, 8, 16, 24, 32, 40, 48, 56, 64])
    }

    @Test(.enabled(if: isPossible)) func numbersAreThoseOfTheHeaders() throws {
        let numbers = try values(of: [
            "ESYS_TR_NONE", "ESYS_TR_PASSWORD", "ESYS_TR_RH_OWNER", "TPM2_ALG_SHA256", "TPM2_ALG_SHA384",
            "TPM2_ALG_AES",
            "TPM2_ALG_CFB", "TPM2_ALG_NULL", "TPM2_ALG_ECC", "TPM2_ALG_KEYEDHASH", "TPM2_ECC_NIST_P256",
            "TPM2_SE_POLICY", "TPM2_SE_TRIAL", "TPM2_CC_Unseal",
            "TPMA_SESSION_CONTINUESESSION | TPMA_SESSION_DECRYPT | TPMA_SESSION_ENCRYPT", "TPMA_OBJECT_NODA",
        ])
        let ours: [Int] = [
            Int(TrustedPlatform.Known.none), Int(TrustedPlatform.Known.empty), Int(TrustedPlatform.Known.owner),
            Int(PCRSelection.Bank.sha256.algorithm), Int(PCRSelection.Bank.sha384.algorithm),
            Int(TPMWireFormat.Identifier.aes.rawValue), Int(TPMWireFormat.Identifier.cfb.rawValue),
            Int(TPMWireFormat.Identifier.none.rawValue),
            Int(TPMWireFormat.Identifier.ecc.rawValue), Int(TPMWireFormat.Identifier.keyedHash.rawValue),
            Int(TPMWireFormat.Identifier.p256),
            Int(TrustedPlatform.SessionKind.policy.rawValue), Int(TrustedPlatform.SessionKind.trial.rawValue), 0x15E,
            0x61, Int(TPMWireFormat.Attributes.noDictionaryAttackProtection.rawValue),
        ]
        #expect(numbers == ours)
    }
}
