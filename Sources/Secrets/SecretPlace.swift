import CSodium
import Synchronization

/// A secret of an item, of which a program may hold a hundred thousand: a place in guarded memory that it shares with others of about
/// its size.
///
/// As with ``SecretBytes`` the memory is locked as far as the system's limit allows, left out of core dumps, and the place is overwritten
/// with zeros when its one owner lets it go; but only the ends of 64 KiB are guarded by inaccessible pages. A mapping for each secret
/// would use up the 65,530 that Linux gives a process.
package struct SecretPlace: ~Copyable, @unchecked Sendable {
    // Sendable: the memory is written only before anybody else has the place.
    private let bytes: UnsafeMutableRawBufferPointer
    /// Whose place it is; nil: a secret that is too large to share memory.
    private let slab: SecretSlab?

    private init(count: Int) {
        if let size = SecretSlab.Size(of: count) {
            let (slab, start) = SecretSlab.place(size)
            bytes = UnsafeMutableRawBufferPointer(start: start, count: count)
            self.slab = slab
        } else {
            bytes = UnsafeMutableRawBufferPointer(start: guardedMemory(count), count: count)
            slab = nil
        }
    }

    /// A copy of `source`, which stays where it is: wiping it is the caller's business.
    package init(copying source: UnsafeRawBufferPointer) {
        self.init(count: source.count)
        bytes.copyMemory(from: source)
    }

    /// A copy of `source`, as of a string's `utf8`, which stays where it is: wiping it is the caller's business.
    package init(copying source: some Collection<UInt8>) {
        self.init(count: source.count)
        bytes.copyBytes(from: source)
    }

    deinit {
        if let slab, let start = bytes.baseAddress {
            wipe(bytes)
            SecretSlab.giveBack(start, of: slab)
        } else {
            sodium_free(bytes.baseAddress)
        }
    }

    /// In bytes.
    package var count: Int { bytes.count }

    /// The bytes, for the length of the call.
    package borrowing func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(UnsafeRawBufferPointer(bytes)) }
}

/// Guarded memory for many secrets of one size.
private final class SecretSlab: @unchecked Sendable {
    // Sendable: what changes is changed under the lock of `all`.

    /// In bytes; one of a few, so that a place that was given back fits the next.
    struct Size: Hashable {
        let bytes: Int
        static let largest = 4096
        private static let smallest = 32

        /// The smallest that `count` bytes fit into; nil if there is none.
        init?(of count: Int) {
            guard count <= Self.largest else { return nil }
            var size = Self.smallest
            while size < count { size *= 2 }
            bytes = size
        }
    }

    private static let size = 64 << 10
    /// Those that have a free place.
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
            // The lists have only those with a place, so that the next call finds one at once.
            all[size, default: [:]][ObjectIdentifier(slab)] = slab.free.isEmpty ? nil : slab
            return (slab, place)
        }
    }

    /// - Parameter place: has been wiped.
    static func giveBack(_ place: UnsafeMutableRawPointer, of slab: SecretSlab) {
        all.withLock { all in
            slab.free.append(place)
            // One that is empty is kept only if there is no other, for a program that takes and gives back one secret at a time.
            let others = (all[slab.placeSize]?.count ?? 0) - (all[slab.placeSize]?[ObjectIdentifier(slab)] == nil ? 0 : 1)
            all[slab.placeSize, default: [:]][ObjectIdentifier(slab)] = slab.isEmpty && others > 0 ? nil : slab
        }
    }
}

/// `count` bytes between inaccessible pages, for `sodium_free` to take back.
func guardedMemory(_ count: Int) -> UnsafeMutableRawPointer {
    Sodium.start()
    // sodium_malloc refuses only when memory, or what the process may have of mappings, is exhausted.
    guard let memory = sodium_malloc(max(count, 1)) else { fatalError("out of guarded memory") }
    return memory
}
