// The functions of CommonDigest.h for hash functions with states of 64-bit numbers.

/// Begins a hash with SHA384. Returns 1.
@_cdecl("CC_SHA384_Init")
public func sha384Begin(_ context: UnsafeMutableRawPointer?) -> Int32 {
    Digest.begin(.sha384, context, "CC_SHA384_Init")
}

/// Appends bytes to the message. Returns 1.
@_cdecl("CC_SHA384_Update")
public func sha384Update(_ context: UnsafeMutableRawPointer?, _ data: UnsafeRawPointer?, _ count: UInt32) -> Int32 {
    Digest.update(.sha384, context, data, count, "CC_SHA384_Update")
}

/// Writes the hash of the message, and overwrites the state. Returns 1.
@_cdecl("CC_SHA384_Final")
public func sha384Finish(_ digest: UnsafeMutablePointer<UInt8>?, _ context: UnsafeMutableRawPointer?) -> Int32 {
    Digest.finish(.sha384, digest, context, "CC_SHA384_Final")
}

/// Writes the hash of `data`. Returns its place.
@_cdecl("CC_SHA384")
public func sha384(
    _ data: UnsafeRawPointer?, _ count: UInt32, _ digest: UnsafeMutablePointer<UInt8>?
) -> UnsafeMutablePointer<UInt8>? {
    Digest.whole(.sha384, data, count, digest, "CC_SHA384")
}

/// Begins a hash with SHA512. Returns 1.
@_cdecl("CC_SHA512_Init")
public func sha512Begin(_ context: UnsafeMutableRawPointer?) -> Int32 {
    Digest.begin(.sha512, context, "CC_SHA512_Init")
}

/// Appends bytes to the message. Returns 1.
@_cdecl("CC_SHA512_Update")
public func sha512Update(_ context: UnsafeMutableRawPointer?, _ data: UnsafeRawPointer?, _ count: UInt32) -> Int32 {
    Digest.update(.sha512, context, data, count, "CC_SHA512_Update")
}

/// Writes the hash of the message, and overwrites the state. Returns 1.
@_cdecl("CC_SHA512_Final")
public func sha512Finish(_ digest: UnsafeMutablePointer<UInt8>?, _ context: UnsafeMutableRawPointer?) -> Int32 {
    Digest.finish(.sha512, digest, context, "CC_SHA512_Final")
}

/// Writes the hash of `data`. Returns its place.
@_cdecl("CC_SHA512")
public func sha512(
    _ data: UnsafeRawPointer?, _ count: UInt32, _ digest: UnsafeMutablePointer<UInt8>?
) -> UnsafeMutablePointer<UInt8>? {
    Digest.whole(.sha512, data, count, digest, "CC_SHA512")
}
