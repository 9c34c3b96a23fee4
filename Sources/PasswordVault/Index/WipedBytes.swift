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

    deinit {
        wipe(memory)
        memory.deallocate()
    }
}
