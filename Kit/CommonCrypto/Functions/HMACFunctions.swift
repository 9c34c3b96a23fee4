import CCommonCrypto
import LibCrypto

private func hash(_ algorithm: CCHmacAlgorithm, _ function: StaticString) -> PlainHash {
    switch Int(algorithm) {
    case kCCHmacAlgSHA1: .sha1
    case kCCHmacAlgMD5: .md5
    case kCCHmacAlgSHA256: .sha256
    case kCCHmacAlgSHA384: .sha384
    case kCCHmacAlgSHA512: .sha512
    case kCCHmacAlgSHA224: .sha224
    default: end(function, "there is no algorithm \(algorithm)")
    }
}

private func begun(_ context: UnsafeMutablePointer<CCHmacContext>, _ function: StaticString) -> HMAC {
    guard let number = UInt32(exactly: context.pointee.algorithm), let hash = PlainHash(rawValue: number) else {
        end(function, "CCHmacInit was not called for this context")
    }
    return HMAC(hash, function)
}

/// Begins a message authentication code.
@_cdecl("CCHmacInit")
public func hmacBegin(
    _ context: UnsafeMutablePointer<CCHmacContext>?, _ algorithm: CCHmacAlgorithm, _ key: UnsafeRawPointer?,
    _ keyCount: Int
) {
    guard let context, let key = bytes(key, keyCount) else { end("CCHmacInit", "no context or no key") }
    HMAC(hash(algorithm, "CCHmacInit"), "CCHmacInit").begin(context, key: key)
}

/// Appends bytes to the message.
@_cdecl("CCHmacUpdate")
public func hmacUpdate(
    _ context: UnsafeMutablePointer<CCHmacContext>?, _ data: UnsafeRawPointer?, _ count: Int
) {
    guard let context, let data = bytes(data, count) else { end("CCHmacUpdate", "no context or no data") }
    begun(context, "CCHmacUpdate").update(context, data)
}

/// Writes the code of the message, and overwrites the context.
@_cdecl("CCHmacFinal")
public func hmacFinish(_ context: UnsafeMutablePointer<CCHmacContext>?, _ mac: UnsafeMutableRawPointer?) {
    guard let context, let mac else { end("CCHmacFinal", "no context or no place for the code") }
    begun(context, "CCHmacFinal").finish(context, into: mac.assumingMemoryBound(to: UInt8.self))
}

/// Writes the message authentication code of `data`.
@_cdecl("CCHmac")
public func hmac(
    _ algorithm: CCHmacAlgorithm, _ key: UnsafeRawPointer?, _ keyCount: Int, _ data: UnsafeRawPointer?, _ count: Int,
    _ mac: UnsafeMutableRawPointer?
) {
    guard let key = bytes(key, keyCount), let data = bytes(data, count), let mac else {
        end("CCHmac", "no key, no data or no place for the code")
    }
    let function = HMAC(hash(algorithm, "CCHmac"), "CCHmac")
    var context = CCHmacContext()
    withUnsafeMutablePointer(to: &context) { context in
        function.begin(context, key: key)
        function.update(context, data)
        function.finish(context, into: mac.assumingMemoryBound(to: UInt8.self))
    }
}
