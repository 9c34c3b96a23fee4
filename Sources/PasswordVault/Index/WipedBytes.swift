import Foundation
import Secrets

/// Bytes that stay where they are as long as somebody refers to them, and are overwritten after that.
final class WipedBytes: @unchecked Sendable {
    // Sendable: nobody writes to them.
    let pointer: UnsafeRawBufferPointer
    private let memory: UnsafeMutableRawBufferPointer

    init(copying bytes: UnsafeRawBufferPointer) {
        memory = .allocate(byteCount: bytes.count, alignment: 16)
        memory.copyMemory(from: bytes)
        pointer = UnsafeRawBufferPointer(memory)
    }

    /// The parts one behind the other, with a byte between two.
    init(joining parts: [UnsafeRawBufferPointer], separator: UInt8) {
        let count = parts.reduce(max(parts.count - 1, 0)) { $0 + $1.count }
        memory = .allocate(byteCount: count, alignment: 16)
        var position = 0
        for part in parts {
            UnsafeMutableRawBufferPointer(rebasing: memory[position..<position + part.count]).copyMemory(from: part)
            position += part.count
            guard position < count else { break }
            memory[position] = separator
            position += 1
        }
        pointer = UnsafeRawBufferPointer(memory)
    }

    deinit {
        wipe(memory)
        memory.deallocate()
    }
}
