import LibCrypto
import Secrets
import Testing

/// Keys that are wrapped with keys.
@Suite struct KeyWrapTests {
    /// RFC 3394, 4.6: 256 bits wrapped with 256 bits.
    @Test func aes256IsThatOfTheStandard() throws {
        let wrapped: [UInt8] = [
            0x28, 0xC9, 0xF4, 0x04, 0xC4, 0xB8, 0x10, 0xF4, 0xCB, 0xCC, 0xB3, 0x5C, 0xFB, 0x87, 0xF8, 0x26, 0x3F, 0x57,
            0x86, 0xE2, 0xD8, 0x0E, 0xD3, 0x26, 0xCB, 0xC7, 0xF0, 0xE7, 0x1A, 0x99, 0xF4, 0x3B, 0xFB, 0x98, 0x8B, 0x9B,
            0x7A, 0x02, 0xDD, 0x21,
        ]
        let key: [UInt8] = (0..<16).map { $0 * 0x11 } + (0..<16).map { $0 }
        let wrappingKey = SecretBytes(copying: (0..<32).map { UInt8($0) })
        #expect(try KeyWrap.aes256.wrap(SecretBytes(copying: key), with: wrappingKey) == wrapped)
        #expect(try KeyWrap.aes256.unwrap(wrapped, with: wrappingKey).withUnsafeBytes { [UInt8]($0) } == key)
    }

    @Test func whatWasChangedIsNotUnwrapped() throws {
        for wrap in [KeyWrap.aes128, .aes192, .aes256, .tripleDES] {
            let wrappingKey = SecretBytes(random: wrap.keyCount)
            let wrapped = try wrap.wrap(SecretBytes(random: 24), with: wrappingKey)
            for index in wrapped.indices {
                var changed = wrapped
                changed[index] ^= 1
                #expect(throws: CryptoError.self) { try wrap.unwrap(changed, with: wrappingKey).count }
            }
            for count in [0, 1, 7, 8, 15, 16, wrapped.count - 1] {
                #expect(throws: CryptoError.self) {
                    try wrap.unwrap(Array(wrapped.prefix(count)), with: wrappingKey).count
                }
            }
            #expect(throws: CryptoError.self) {
                try wrap.unwrap(wrapped, with: SecretBytes(random: wrap.keyCount)).count
            }
            #expect(throws: CryptoError.self) {
                try wrap.unwrap(wrapped, with: SecretBytes(random: wrap.keyCount + 8)).count
            }
        }
    }
}
