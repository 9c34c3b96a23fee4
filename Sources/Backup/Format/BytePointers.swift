/// Returns a pointer for libsodium's functions, which take one even for an empty buffer.
func bytePointer(_ buffer: UnsafeRawBufferPointer) -> UnsafePointer<UInt8> {
    buffer.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? UnsafePointer(nothing)
}

func bytePointer(_ buffer: UnsafeMutableRawBufferPointer) -> UnsafeMutablePointer<UInt8> {
    buffer.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? nothing
}

/// One byte that stands in for an empty buffer; never read or written.
private nonisolated(unsafe) let nothing = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
