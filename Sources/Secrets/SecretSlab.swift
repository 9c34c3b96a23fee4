import CSodium
import Synchronization

/// Guarded memory for many secrets of one size class.
final class SecretSlab: @unchecked Sendable {
    // Sendable: the mutable state is changed under the lock of `withFreeSlots`.

    /// A size class in bytes; one of a few, so that a freed slot fits the next secret.
    struct Size: Hashable {
        let bytes: Int
        static let largest = 4096
        private static let smallest = 32

        /// Returns the smallest size class for `count` bytes; nil if there is none.
        init?(of count: Int) {
            guard count <= Self.largest else { return nil }
            var size = Self.smallest
            while size < count { size *= 2 }
            bytes = size
        }
    }

    private static let size = 64 << 10
    /// The slabs that have a free slot.
    private static let withFreeSlots = Mutex<[Size: [ObjectIdentifier: SecretSlab]]>([:])

    private let slotSize: Size
    private let memory: UnsafeMutableRawPointer
    private var freeSlots: [UnsafeMutableRawPointer]
    private var isEmpty: Bool { freeSlots.count == Self.size / slotSize.bytes }

    private init(_ slotSize: Size) {
        self.slotSize = slotSize
        let memory = guardedMemory(Self.size)
        self.memory = memory
        freeSlots = stride(from: 0, to: Self.size, by: slotSize.bytes).map { memory + $0 }
    }

    deinit { SecretMemory.release(memory, Self.size) }

    static func allocate(_ size: Size) -> (SecretSlab, UnsafeMutableRawPointer) {
        withFreeSlots.withLock { slabs in
            let slab = slabs[size]?.first?.value ?? SecretSlab(size)
            let slot = slab.freeSlots.removeLast()
            // The dictionary holds only slabs with a free slot, so that the next call finds one at once.
            slabs[size, default: [:]][ObjectIdentifier(slab)] = slab.freeSlots.isEmpty ? nil : slab
            return (slab, slot)
        }
    }

    /// Returns a slot to its slab.
    ///
    /// - Parameter slot: the slot, already wiped.
    static func free(_ slot: UnsafeMutableRawPointer, of slab: SecretSlab) {
        withFreeSlots.withLock { slabs in
            slab.freeSlots.append(slot)
            // An empty slab is kept only if there is no other, for a program that takes and frees one secret at a time.
            var listed = slabs[slab.slotSize, default: [:]]
            slabs[slab.slotSize] = nil
            listed[ObjectIdentifier(slab)] = nil
            if !slab.isEmpty || listed.isEmpty { listed[ObjectIdentifier(slab)] = slab }
            slabs[slab.slotSize] = listed
        }
    }
}
