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

/// Returns the number of UTF-16 code units of a string.
public func CFStringGetLength(_ string: CFString!) -> CFIndex { string?.length ?? 0 }
