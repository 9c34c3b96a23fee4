import CSodium

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
