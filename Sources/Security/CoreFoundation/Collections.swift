/// How many elements an array has.
public func CFArrayGetCount(_ array: CFArray!) -> CFIndex { array?.count ?? 0 }

/// How many bytes there are.
public func CFDataGetLength(_ data: CFData!) -> CFIndex { data?.length ?? 0 }

/// The first of the bytes, valid as long as the object lives and is not changed.
public func CFDataGetBytePtr(_ data: CFData!) -> UnsafePointer<UInt8>! {
    data?.bytes.assumingMemoryBound(to: UInt8.self)
}

/// Bytes, copied.
/// - Parameters:
///   - allocator: ignored; there is one only.
///   - bytes: where they are.
///   - length: how many; negative: none.
public func CFDataCreate(_ allocator: CFAllocator!, _ bytes: UnsafePointer<UInt8>!, _ length: CFIndex) -> CFData! {
    guard let bytes, length > 0 else { return NSData() }
    return NSData(bytes: bytes, length: length)
}

/// How many UTF-16 code units a string has.
public func CFStringGetLength(_ string: CFString!) -> CFIndex { string?.length ?? 0 }
