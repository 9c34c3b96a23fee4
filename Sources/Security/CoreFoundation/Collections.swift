/// Returns the number of elements of an array.
public func CFArrayGetCount(_ array: CFArray!) -> CFIndex { array?.count ?? 0 }

/// Returns the number of bytes.
public func CFDataGetLength(_ data: CFData!) -> CFIndex { data?.length ?? 0 }

/// Returns a pointer to the bytes, valid as long as the object exists and is not changed.
public func CFDataGetBytePtr(_ data: CFData!) -> UnsafePointer<UInt8>! {
    data?.bytes.assumingMemoryBound(to: UInt8.self)
}

/// Makes a copy of bytes.
///
/// - Parameters:
///   - allocator: ignored.
///   - bytes: the bytes.
///   - length: their number; none if negative.
public func CFDataCreate(_ allocator: CFAllocator!, _ bytes: UnsafePointer<UInt8>!, _ length: CFIndex) -> CFData! {
    guard let bytes, length > 0 else { return NSData() }
    return NSData(bytes: bytes, length: length)
}

/// Makes a data object of bytes that it does not copy.
///
/// - Parameters:
///   - allocator: ignored.
///   - bytes: the bytes, which must exist and stay unchanged as long as the object and everything that was bridged from it.
///   - length: their number.
///   - bytesDeallocator: `kCFAllocatorNull` if the bytes stay the caller's. Otherwise the object frees them by free(3).
/// - Returns: the object; nil for a negative length, and then the bytes stay the caller's.
public func CFDataCreateWithBytesNoCopy(
    _ allocator: CFAllocator!, _ bytes: UnsafePointer<UInt8>!, _ length: CFIndex, _ bytesDeallocator: CFAllocator!
) -> CFData! {
    guard length >= 0 else { return nil }
    guard let bytes else { return NSData() }
    let isFreed = bytesDeallocator == nil || bytesDeallocator !== kCFAllocatorNull
    return NSData(bytesNoCopy: UnsafeMutableRawPointer(mutating: bytes), length: length, freeWhenDone: isFreed)
}

/// Returns the number of UTF-16 code units of a string.
public func CFStringGetLength(_ string: CFString!) -> CFIndex { string?.length ?? 0 }
