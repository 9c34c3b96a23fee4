import Glibc
import Secrets
import Testing

/// A place that can be put into an array.
private final class Box {
    let place: SecretPlace
    init(_ bytes: [UInt8]) { place = SecretPlace(copying: bytes) }
    var bytes: [UInt8] { place.withUnsafeBytes { Array($0) } }
}

@Suite(.serialized) struct SecretPlaceTests {
    @Test(arguments: [0, 1, 31, 32, 33, 1000, 4095, 4096, 4097, 100_000])
    func aPlaceHoldsWhatWasPutIn(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let box = Box(bytes)
        #expect(box.place.count == count)
        #expect(box.bytes == bytes)
    }

    /// Linux gives a process 65,530 mappings, and what is guarded by itself takes several.
    @Test func aProcessMayHaveMoreSecretsThanMappings() throws {
        let before = try ProcessMemory.regions().count
        var boxes = (0..<100_000).map { number in Box(withUnsafeBytes(of: number) { Array($0) }) }
        #expect(try ProcessMemory.regions().count < before + 1000)
        let isIntact = boxes.enumerated().allSatisfy { number, box in
            box.bytes == withUnsafeBytes(of: number) { Array($0) }
        }
        #expect(isIntact)
        boxes = []
        #expect(try ProcessMemory.regions().count < before + 20)
    }

    @Test func freedSlotsAreReusedOnce() {
        var boxes: [Box?] = (0..<5000).map { number in Box(withUnsafeBytes(of: number) { Array($0) }) }
        for number in boxes.indices where number % 3 != 0 { boxes[number] = nil }
        for number in boxes.indices where number % 3 == 1 {
            boxes[number] = Box(withUnsafeBytes(of: number) { Array($0) })
        }
        let wrong = boxes.enumerated().filter { number, box in
            guard let box else { return number % 3 != 2 }
            return box.bytes != withUnsafeBytes(of: number) { Array($0) }
        }
        #expect(wrong.isEmpty)
    }

    @Test func noByteOfASecretIsLeftWhenItsPlaceIsGivenBack() throws {
        // Another secret of the size, so that the memory stays where it is.
        let other = Box([UInt8](repeating: 1, count: 32))
        let inverted: [UInt8]
        do {
            let secret = SecretBytes(random: 32)
            let place = secret.withUnsafeBytes { SecretPlace(copying: $0) }
            inverted = place.withUnsafeBytes { $0.map { $0 ^ 0xff } }
            // The control: both are found while they live.
            #expect(try ProcessMemory.occurrences(ofInverted: inverted) == 2)
            _ = (secret.count, place.count)
        }
        #expect(try ProcessMemory.occurrences(ofInverted: inverted) == 0)
        #expect(other.place.count == 32)
    }

    @Test func placesAreLockedIntoMemoryAndLeftOutOfCoreDumps() throws {
        let box = Box([1, 2, 3])
        let flags = try box.place.withUnsafeBytes { try ProcessMemory.flags(at: UInt(bitPattern: $0.baseAddress)) }
        #expect(flags.contains("dd"))
        #expect(flags.contains("lo"))
        #expect(box.place.count == 3)
    }
}
