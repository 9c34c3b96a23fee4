import Glibc
import Secrets
import Testing

/// A slot that can be put into an array.
private final class Box {
    let slot: SecretSlot
    init(_ bytes: [UInt8]) { slot = SecretSlot(copying: bytes) }
    var bytes: [UInt8] { slot.withUnsafeBytes { Array($0) } }
}

@Suite(.serialized) struct SecretSlotTests {
    @Test(arguments: [0, 1, 31, 32, 33, 1000, 4095, 4096, 4097, 100_000])
    func aSlotHoldsTheCopiedBytes(count: Int) {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let box = Box(bytes)
        #expect(box.slot.count == count)
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

    @Test func noByteOfASecretIsLeftWhenItsSlotIsFreed() throws {
        // Another secret of the size, so that the memory stays where it is.
        let other = Box([UInt8](repeating: 1, count: 32))
        let inverted: [UInt8]
        do {
            let secret = SecretBytes(random: 32)
            let slot = secret.withUnsafeBytes { SecretSlot(copying: $0) }
            inverted = slot.withUnsafeBytes { $0.map { $0 ^ 0xff } }
            // The control: both are found while they live.
            #expect(try ProcessMemory.occurrences(ofInverted: inverted) == 2)
            _ = (secret.count, slot.count)
        }
        #expect(try ProcessMemory.occurrences(ofInverted: inverted) == 0)
        #expect(other.slot.count == 32)
    }

    @Test func slotsAreLockedIntoMemoryAndLeftOutOfCoreDumps() throws {
        let box = Box([1, 2, 3])
        let flags = try box.slot.withUnsafeBytes { try ProcessMemory.flags(at: UInt(bitPattern: $0.baseAddress)) }
        #expect(flags.contains("dd"))
        #expect(flags.contains("lo"))
        #expect(box.slot.count == 3)
    }
}
