import Foundation
import Secrets

/// Bytes at a fixed address, overwritten when the last reference is released.
final class WipedBytes: @unchecked Sendable {
    // Sendable: the bytes are never written after `init`.
    let pointer: UnsafeRawBufferPointer
    private let memory: UnsafeMutableRawBufferPointer

    init(copying bytes: UnsafeRawBufferPointer) {
        memory = .allocate(byteCount: bytes.count, alignment: 16)
        memory.copyMemory(from: bytes)
        pointer = UnsafeRawBufferPointer(memory)
    }

    /// Joins parts with a separator byte between each two.
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
