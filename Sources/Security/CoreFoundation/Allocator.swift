/// An allocator of objects. Swift allocates and frees them; an allocator only says who frees the bytes of `CFDataCreateWithBytesNoCopy`.
public class CFAllocator: NSObject, @unchecked Sendable {
    override init() {}
}

/// The default allocator: nil, as on Apple's systems.
public let kCFAllocatorDefault: CFAllocator! = nil
/// The allocator that is used if there is no other.
public let kCFAllocatorSystemDefault: CFAllocator! = CFAllocator()
/// The allocator of malloc(3) and free(3).
public let kCFAllocatorMalloc: CFAllocator! = CFAllocator()
/// The allocator that neither allocates nor frees: the bytes stay the caller's.
public let kCFAllocatorNull: CFAllocator! = CFAllocator()
