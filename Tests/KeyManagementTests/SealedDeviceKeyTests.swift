import Secrets
import Testing

@testable import KeyManagement

@Suite struct SealedDeviceKeyTests {
    private static let key = DeviceKey(id: Array(0..<16), key: secret(Array<UInt8>(0x40...0x5f)))
    private static let damaged = KeyError.damaged("the sealed device key file")

    /// A file made by Python's hashlib, hmac and cryptography from the words of the format.
    private static let example = bytes(
        """
        43484445564b5932000102030405060708090a0b0c0d0e0f00126465766963653a2f6465762f74706d726d3000087368613235363a37\
        000201020003030405000406070809003ca0a1a2a3a4a5a6a7a8a9aaab4f3214fcce020b981fc7657ecf15efa9970f1b6aa13cc74e08\
        1fa1633e859c1b3105ed995efc4c2dc3f94d05ab61a0bae1360a4f3f46864f
        """)

    private func read(_ contents: [UInt8]) throws -> SealedDeviceKey {
        try contents.withUnsafeBytes { try SealedDeviceKey(fileContents: $0) }
    }

    private func make(withCode: Bool = true) -> (sealed: SealedDeviceKey, code: [UInt8]) {
        var sealed = SealedDeviceKey(
            of: Self.key, address: "device:/dev/tpmrm0", registers: "sha256:7", parent: [1, 2], publicArea: [3],
            privateArea: [4, 5])
        let code = withCode ? sealed.makeRecoveryCode(for: Self.key).revealed : []
        return (sealed, code)
    }

    @Test func theFileIsAsItsFormatSays() throws {
        let sealed = try read(Self.example)
        #expect(sealed.id == Array(0..<16))
        #expect(sealed.address == "device:/dev/tpmrm0")
        #expect(sealed.registers == "sha256:7")
        #expect(sealed.parent == [1, 2])
        #expect(sealed.publicArea == [3, 4, 5])
        #expect(sealed.privateArea == [6, 7, 8, 9])
        #expect(sealed.fileContents() == Self.example)
    }

    @Test func theRecoveryCodeOpensIt() throws {
        let opened = try #require(try read(Self.example).deviceKey(recoveryCode: secret(Array<UInt8>(0x80...0x93))))
        #expect(opened.isSame(as: Self.key))
        let (sealed, code) = make()
        #expect(sealed.deviceKey(recoveryCode: secret(code))?.isSame(as: Self.key) == true)
        for index in code.indices {
            #expect(sealed.deviceKey(recoveryCode: secret(code.flipped(at: index))) == nil, "byte \(index)")
        }
        #expect(sealed.deviceKey(recoveryCode: SecretBytes(zeros: 0)) == nil)
    }

    @Test func aLaterCodeTakesThePlaceOfAnEarlierOne() {
        var (sealed, first) = make()
        let second = sealed.makeRecoveryCode(for: Self.key).revealed
        #expect(first != second)
        #expect(sealed.deviceKey(recoveryCode: secret(first)) == nil)
        #expect(sealed.deviceKey(recoveryCode: secret(second)) != nil)
    }

    @Test func withoutACodeNoneOpensIt() throws {
        let sealed = try read(make(withCode: false).sealed.fileContents())
        #expect(!sealed.hasRecoveryCode)
        #expect(sealed.deviceKey(recoveryCode: SecretBytes(zeros: 20)) == nil)
    }

    @Test func everyTruncationAndEveryFlippedBitIsRefused() {
        for count in 0..<Self.example.count {
            #expect(throws: Self.damaged, "\(count) bytes") { try read(Array(Self.example.prefix(count))) }
        }
        for index in Self.example.indices {
            for bit in 0..<8 {
                #expect(throws: Self.damaged) { try read(Self.example.flipped(at: index, bit: bit)) }
            }
        }
        #expect(throws: Self.damaged) { try read(Self.example + [0]) }
    }

    /// With the right checksum: written by an attacker.
    @Test func impossibleLengthsAreRefused() {
        let head = Array("CHDEVKY2".utf8) + Array<UInt8>(repeating: 0, count: 16)
        let none: [UInt8] = [0, 0]
        for body in [
            [], [0], none + none + none + none + none, none + none + none + none + none + none + none,
            [0xff, 0xff] + none, none + none + none + none + none + [0, 59] + Array(repeating: 0, count: 59),
            [0, 201] + Array(repeating: 0x61, count: 201) + none + none + none + none + none,
            [0, 1, 0xff] + none + none + none + none + none,
        ] as [[UInt8]] {
            var contents = head + body
            var digest = [UInt8](repeating: 0, count: 32)
            contents.withUnsafeBytes { contents in digest.withUnsafeMutableBytes { sha256(contents, into: $0) } }
            contents += digest.prefix(8)
            #expect(throws: Self.damaged, "\(body.prefix(20))") { try read(contents) }
        }
    }

    @Test func theKeyIsNowhereInTheFile() {
        let contents = make().sealed.fileContents()
        let key = Array<UInt8>(0x40...0x5f)
        #expect(!(0...contents.count - 8).contains { contents[$0..<$0 + 8].elementsEqual(key.prefix(8)) })
    }
}
