// The functions of CommonDigest.h for hash functions with states of 32-bit numbers.

/// Begins a hash with SHA224. Returns 1.
@_cdecl("CC_SHA224_Init")
public func sha224Begin(_ context: UnsafeMutableRawPointer?) -> Int32 {
    Digest.begin(.sha224, context, "CC_SHA224_Init")
}

/// Appends bytes to the message. Returns 1.
@_cdecl("CC_SHA224_Update")
public func sha224Update(_ context: UnsafeMutableRawPointer?, _ data: UnsafeRawPointer?, _ count: UInt32) -> Int32 {
    Digest.update(.sha224, context, data, count, "CC_SHA224_Update")
}

/// Writes the hash of the message, and overwrites the state. Returns 1.
@_cdecl("CC_SHA224_Final")
public func sha224Finish(_ digest: UnsafeMutablePointer<UInt8>?, _ context: UnsafeMutableRawPointer?) -> Int32 {
    Digest.finish(.sha224, digest, context, "CC_SHA224_Final")
}

/// Writes the hash of `data`. Returns its place.
@_cdecl("CC_SHA224")
public func sha224(
    _ data: UnsafeRawPointer?, _ count: UInt32, _ digest: UnsafeMutablePointer<UInt8>?
) -> UnsafeMutablePointer<UInt8>? {
    Digest.whole(.sha224, data, count, digest, "CC_SHA224")
}

/// Begins a hash with SHA256. Returns 1.
@_cdecl("CC_SHA256_Init")
public func sha256Begin(_ context: UnsafeMutableRawPointer?) -> Int32 {
    Digest.begin(.sha256, context, "CC_SHA256_Init")
}

/// Appends bytes to the message. Returns 1.
@_cdecl("CC_SHA256_Update")
public func sha256Update(_ context: UnsafeMutableRawPointer?, _ data: UnsafeRawPointer?, _ count: UInt32) -> Int32 {
    Digest.update(.sha256, context, data, count, "CC_SHA256_Update")
}

/// Writes the hash of the message, and overwrites the state. Returns 1.
@_cdecl("CC_SHA256_Final")
public func sha256Finish(_ digest: UnsafeMutablePointer<UInt8>?, _ context: UnsafeMutableRawPointer?) -> Int32 {
    Digest.finish(.sha256, digest, context, "CC_SHA256_Final")
}

/// Writes the hash of `data`. Returns its place.
@_cdecl("CC_SHA256")
public func sha256(
    _ data: UnsafeRawPointer?, _ count: UInt32, _ digest: UnsafeMutablePointer<UInt8>?
) -> UnsafeMutablePointer<UInt8>? {
    Digest.whole(.sha256, data, count, digest, "CC_SHA256")
}
