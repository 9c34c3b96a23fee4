import CSodium
import Synchronization

/// Guarded memory for many secrets of one size class.
final class SecretSlab: @unchecked Sendable {
    // Sendable: the mutable state is changed under the lock of `all`.

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
    private static let all = Mutex<[Size: [ObjectIdentifier: SecretSlab]]>([:])

    private let placeSize: Size
    private let memory: UnsafeMutableRawPointer
    private var free: [UnsafeMutableRawPointer]
    private var isEmpty: Bool { free.count == Self.size / placeSize.bytes }

    private init(_ placeSize: Size) {
        self.placeSize = placeSize
        let memory = guardedMemory(Self.size)
        self.memory = memory
        free = stride(from: 0, to: Self.size, by: placeSize.bytes).map { memory + $0 }
    }

    deinit { sodium_free(memory) }

    static func place(_ size: Size) -> (SecretSlab, UnsafeMutableRawPointer) {
        all.withLock { all in
            let slab = all[size]?.first?.value ?? SecretSlab(size)
            let place = slab.free.removeLast()
            // The dictionary holds only slabs with a free slot, so that the next call finds one at once.
            all[size, default: [:]][ObjectIdentifier(slab)] = slab.free.isEmpty ? nil : slab
            return (slab, place)
        }
    }

    /// Returns a slot to its slab.
    ///
    /// - Parameter place: the slot, already wiped.
    static func giveBack(_ place: UnsafeMutableRawPointer, of slab: SecretSlab) {
        all.withLock { all in
            slab.free.append(place)
            // An empty slab is kept only if there is no other, for a program that takes and frees one secret at a time.
            var listed = all[slab.placeSize, default: [:]]
            all[slab.placeSize] = nil
            listed[ObjectIdentifier(slab)] = nil
            if !slab.isEmpty || listed.isEmpty { listed[ObjectIdentifier(slab)] = slab }
            all[slab.placeSize] = listed
        }
    }
}
