import Secrets
import Testing

@testable import KeyManagement

@Suite struct DeviceKeyTests {
    @Test func aKeyComesBackFromItsFile() throws {
        let key = DeviceKey.makeRandom()
        let read = try deviceKey(key.fileContents().revealed)
        #expect(read.id == key.id)
        let isSame = read.key.equals(key.key)
        #expect(isSame)
    }

    /// The digest is that of Python's hashlib.
    @Test func theFileIsAsItsFormatSays() throws {
        let key = DeviceKey(id: Array(0..<16), key: secret(Array(100..<132)))
        let contents = key.fileContents().revealed
        #expect(contents.count == 64)
        #expect(contents.prefix(8).elementsEqual("CHDEVKY1".utf8))
        #expect(Array(contents[8..<24]) == Array(0..<16))
        #expect(Array(contents[24..<56]) == Array(100..<132))
        #expect(Array(contents[56...]) == bytes("bddf88ee6d48809e"))
    }

    @Test func everyTruncationIsRefused() {
        let contents = DeviceKey.makeRandom().fileContents().revealed
        for count in 0..<contents.count {
            #expect(throws: KeyError.damaged("the device key file"), "\(count) bytes") {
                try deviceKey(Array(contents.prefix(count)))
            }
        }
        #expect(throws: KeyError.damaged("the device key file")) { try deviceKey(contents + [0]) }
    }

    @Test func everyFlippedBitIsRefused() {
        let contents = DeviceKey.makeRandom().fileContents().revealed
        for index in contents.indices {
            for bit in 0..<8 {
                #expect(throws: KeyError.damaged("the device key file"), "byte \(index)") {
                    try deviceKey(contents.flipped(at: index, bit: bit))
                }
            }
        }
    }

    @Test func everyKeyIsAnother() {
        let keys = (0..<50).map { _ in DeviceKey.makeRandom() }
        #expect(Set(keys.map(\.id)).count == keys.count)
        #expect(Set(keys.map { $0.key.revealed }).count == keys.count)
    }

    private func deviceKey(_ contents: [UInt8]) throws -> DeviceKey {
        try contents.withUnsafeBytes { try DeviceKey(fileContents: $0) }
    }
}
