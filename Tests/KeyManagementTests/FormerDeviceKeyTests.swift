import Testing

@testable import KeyManagement

/// The file of a device key of another machine.
@Suite struct FormerDeviceKeyTests {
    private let former = DeviceKey.makeRandom()
    private let own = DeviceKey.makeRandom()

    @Test func theKeyThatWrapsItOpensIt() throws {
        let contents = FormerDeviceKey(former, wrappedBy: own).fileContents()
        #expect(contents.count == FormerDeviceKey.fileSize)
        #expect(try FormerDeviceKey(fileContents: contents).open(with: own).isSame(as: former))
    }

    @Test func anotherKeyDoesNot() throws {
        let key = FormerDeviceKey(former, wrappedBy: own)
        #expect(throws: KeyError.deviceKeyMismatch) { try key.open(with: .makeRandom()) }
    }

    @Test func everyByteCounts() {
        let contents = FormerDeviceKey(former, wrappedBy: own).fileContents()
        for position in contents.indices {
            var changed = contents
            changed[position] ^= 1
            #expect(throws: KeyError.self) { try FormerDeviceKey(fileContents: changed) }
        }
        #expect(throws: KeyError.self) { try FormerDeviceKey(fileContents: contents + [0]) }
        #expect(throws: KeyError.self) { try FormerDeviceKey(fileContents: Array(contents.dropLast())) }
    }

    /// With a right checksum as well: what it wraps is bound to the identifier.
    @Test func itOpensUnderItsOwnIdentifierAlone() throws {
        let other = FormerDeviceKey(.makeRandom(), wrappedBy: own).fileContents()
        let contents = FormerDeviceKey(former, wrappedBy: own).fileContents()
        var mixed = Array(contents[..<24] + other[24..<100])
        var digest = [UInt8](repeating: 0, count: 32)
        mixed.withUnsafeBytes { bytes in digest.withUnsafeMutableBytes { sha256(bytes, into: $0) } }
        mixed += digest.prefix(8)
        let key = try FormerDeviceKey(fileContents: mixed)
        #expect(throws: KeyError.self) { try key.open(with: own) }
    }
}
