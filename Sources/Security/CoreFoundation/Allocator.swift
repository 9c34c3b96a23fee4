/// An allocator of objects. Swift allocates and frees them, so an allocator is never used.
public class CFAllocator: NSObject, @unchecked Sendable {
    override init() {}
}

/// The default allocator: nil, as on Apple's systems.
public let kCFAllocatorDefault: CFAllocator! = nil
