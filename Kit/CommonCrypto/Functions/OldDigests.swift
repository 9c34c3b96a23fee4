// The functions of CommonDigest.h for hash functions that are broken: for what others have hashed with them.

/// Begins a hash with MD5. Returns 1.
@_cdecl("CC_MD5_Init")
public func md5Begin(_ context: UnsafeMutableRawPointer?) -> Int32 { Digest.begin(.md5, context, "CC_MD5_Init") }

/// Appends bytes to the message. Returns 1.
@_cdecl("CC_MD5_Update")
public func md5Update(_ context: UnsafeMutableRawPointer?, _ data: UnsafeRawPointer?, _ count: UInt32) -> Int32 {
    Digest.update(.md5, context, data, count, "CC_MD5_Update")
}

/// Writes the hash of the message, and overwrites the state. Returns 1.
@_cdecl("CC_MD5_Final")
public func md5Finish(_ digest: UnsafeMutablePointer<UInt8>?, _ context: UnsafeMutableRawPointer?) -> Int32 {
    Digest.finish(.md5, digest, context, "CC_MD5_Final")
}

/// Writes the hash of `data`. Returns its place.
@_cdecl("CC_MD5")
public func md5(
    _ data: UnsafeRawPointer?, _ count: UInt32, _ digest: UnsafeMutablePointer<UInt8>?
) -> UnsafeMutablePointer<UInt8>? {
    Digest.whole(.md5, data, count, digest, "CC_MD5")
}

/// Begins a hash with SHA1. Returns 1.
@_cdecl("CC_SHA1_Init")
public func sha1Begin(_ context: UnsafeMutableRawPointer?) -> Int32 { Digest.begin(.sha1, context, "CC_SHA1_Init") }

/// Appends bytes to the message. Returns 1.
@_cdecl("CC_SHA1_Update")
public func sha1Update(_ context: UnsafeMutableRawPointer?, _ data: UnsafeRawPointer?, _ count: UInt32) -> Int32 {
    Digest.update(.sha1, context, data, count, "CC_SHA1_Update")
}

/// Writes the hash of the message, and overwrites the state. Returns 1.
@_cdecl("CC_SHA1_Final")
public func sha1Finish(_ digest: UnsafeMutablePointer<UInt8>?, _ context: UnsafeMutableRawPointer?) -> Int32 {
    Digest.finish(.sha1, digest, context, "CC_SHA1_Final")
}

/// Writes the hash of `data`. Returns its place.
@_cdecl("CC_SHA1")
public func sha1(
    _ data: UnsafeRawPointer?, _ count: UInt32, _ digest: UnsafeMutablePointer<UInt8>?
) -> UnsafeMutablePointer<UInt8>? {
    Digest.whole(.sha1, data, count, digest, "CC_SHA1")
}
