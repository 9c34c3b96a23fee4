import Secrets
import Testing

@testable import KeyManagement

/// Keys that another implementation has wrapped by the words of Docs/keychain-format.md alone (Python, `cryptography` 48):
/// the format is what the document says, and stays so.
@Suite struct WrappedKeyTests {
    private static let keychainID = Array<UInt8>(0x10...0x1f)
    private static let deviceKey = DeviceKey(id: Array(0..<16), key: secret(Array<UInt8>(0x40...0x5f)))

    struct Sample: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let context: KeyContext
        /// What follows the nonce `f0…fb`.
        let wrapped: String
        let wrapper: @Sendable () throws -> WrappingKey
    }

    private static func context(
        _ part: KeyContext.Part, number: Int64, _ protection: ProtectionClass, isCurrent: Bool = true
    ) -> KeyContext {
        KeyContext(keychainID: keychainID, number: number, protection: protection, isCurrent: isCurrent, part: part)
    }

    private static func passcodeKey() throws -> WrappingKey {
        try WrappingKey.ofPasscode(
            secret("1234"), hash: PasscodeHash(passes: 1, memory: 8 << 10, salt: Array(0..<16)), deviceKey: deviceKey,
            keychainID: keychainID
        ).passcode
    }

    static let all = [
        Sample(
            testDescription: "a class key by D", context: context(.classKey, number: 24, .always),
            wrapped: "cfb93595dcfa61d13f50acb1a9e7a871dbd395a9cb7b03214b859ece8f41b468b55a2cf11aa25f17ba9f053b0092701b"
        ) { .device(deviceKey, keychainID: keychainID) },
        Sample(
            testDescription: "the search key by D", context: context(.searchKey, number: 0, .always),
            wrapped: "cfb93595dcfa61d13f50acb1a9e7a871dbd395a9cb7b03214b859ece8f41b468e02817b7eb5bf0013d912806065ae6f3"
        ) { .device(deviceKey, keychainID: keychainID) },
        Sample(
            testDescription: "a class key by K", context: context(.classKey, number: 22, .whenUnlocked),
            wrapped: "a081a532ad177f666fb7d2d8040db1d77dc2ec8226d2bad1d0f3444e0130933d54c21da331cd8b844b38d9918c53276b"
        ) { try passcodeKey() },
        Sample(
            testDescription: "a retired class key by K",
            context: context(.classKey, number: 22, .whenUnlocked, isCurrent: false),
            wrapped: "a081a532ad177f666fb7d2d8040db1d77dc2ec8226d2bad1d0f3444e0130933dda2e526ad2dc0f2a6784a5522557af4d"
        ) { try passcodeKey() },
        Sample(
            testDescription: "a class key by R", context: context(.classKey, number: 22, .whenUnlocked),
            wrapped: "1a609c0ab74655b99731cb1e51b3e075ed71f40343cad0e11800798e7fc9de96ccb2b3d16743dc69e6f50c94876731c2"
        ) { .recovery(secret(Array<UInt8>(0x80...0x8f)), keychainID: keychainID) },
        Sample(
            testDescription: "a metadata key by its class key",
            context: context(.metadataKey, number: 22, .whenUnlocked),
            wrapped: "2098a4c65104e484424cfc1fbd72ce4dc45b3b0e144a7c26784b32d59961c76dc4faa6dd84f8d6bce9926567b06be079"
        ) { WrappingKey(kind: .classKey, key: secret(Array<UInt8>(0xc0...0xdf))) },
    ]

    @Test(arguments: all)
    func keysThatAnotherImplementationWrappedOpen(sample: Sample) throws {
        let wrapped = bytes("f0f1f2f3f4f5f6f7f8f9fafb") + bytes(sample.wrapped)
        #expect(try sample.wrapper().unwrap(wrapped, context: sample.context)?.revealed == Array(0..<32))
    }

    @Test(arguments: all)
    func wrappedKeyOpensForTheSameContextOnly(sample: Sample) throws {
        let wrapper = try sample.wrapper()
        let context = sample.context
        let wrapped = wrapper.wrap(secret(Array<UInt8>(1...32)), context: context)
        #expect(wrapped.count == 60)
        #expect(wrapper.unwrap(wrapped, context: context)?.revealed == Array(1...32))
        let others = [
            KeyContext(
                keychainID: context.keychainID.flipped(at: 0), number: context.number, protection: context.protection,
                isCurrent: context.isCurrent, part: context.part),
            Self.context(context.part, number: context.number + 1, context.protection, isCurrent: context.isCurrent),
            Self.context(context.part, number: context.number, .alwaysThisDeviceOnly, isCurrent: context.isCurrent),
            Self.context(context.part, number: context.number, context.protection, isCurrent: !context.isCurrent),
            Self.context(
                context.part == .classKey ? .metadataKey : .classKey, number: context.number, context.protection,
                isCurrent: context.isCurrent),
        ]
        for other in others { #expect(wrapper.unwrap(wrapped, context: other)?.revealed == nil) }
        for count in [0, 28, 59] {
            #expect(wrapper.unwrap(Array(wrapped.prefix(count)), context: context)?.revealed == nil)
        }
    }
}
