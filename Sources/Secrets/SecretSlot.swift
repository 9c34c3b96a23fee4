import CSodium

/// A secret of an item, of which a program may hold a hundred thousand: a slot in guarded memory that is shared with other secrets
/// of about its size.
///
/// As with ``SecretBytes`` the memory is locked as far as the system's limit allows, excluded from core dumps, and the slot is
/// overwritten with zeros when its single owner releases it; but only the ends of each 64 KiB are guarded by inaccessible pages. A
/// mapping for each secret would use up the 65,530 that Linux allows a process.
package struct SecretSlot: ~Copyable, @unchecked Sendable {
    // Sendable: the memory is written only before the value is shared.
    private let bytes: UnsafeMutableRawBufferPointer
    /// The slab that the slot belongs to; nil for a secret that is too large for one.
    private let slab: SecretSlab?

    private init(count: Int) {
        if let size = SecretSlab.Size(of: count) {
            let (slab, start) = SecretSlab.allocate(size)
            bytes = UnsafeMutableRawBufferPointer(start: start, count: count)
            self.slab = slab
        } else {
            bytes = UnsafeMutableRawBufferPointer(start: guardedMemory(count), count: count)
            slab = nil
        }
    }

    /// Copies `source`. The caller has to wipe the original.
    package init(copying source: UnsafeRawBufferPointer) {
        self.init(count: source.count)
        bytes.copyMemory(from: source)
    }

    /// Copies `source`, such as a string's `utf8`. The caller has to wipe the original.
    package init(copying source: some Collection<UInt8>) {
        self.init(count: source.count)
        bytes.copyBytes(from: source)
    }

    deinit {
        if let slab, let start = bytes.baseAddress {
            wipe(bytes)
            SecretSlab.free(start, of: slab)
        } else {
            if let start = bytes.baseAddress { SecretMemory.release(start, bytes.count) }
        }
    }

    /// The number of bytes.
    package var count: Int { bytes.count }

    /// Calls `body` with the bytes. The buffer is valid during the call.
    package borrowing func withUnsafeBytes<Result: ~Copyable, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result { try body(UnsafeRawBufferPointer(bytes)) }
}
