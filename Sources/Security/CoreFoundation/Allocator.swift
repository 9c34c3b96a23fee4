/// What makes and frees objects. Swift does both, so nothing is ever asked of one.
public class CFAllocator: NSObject, @unchecked Sendable {
    override init() {}
}

/// The usual allocator: nil, as on Apple's systems.
public let kCFAllocatorDefault: CFAllocator! = nil
