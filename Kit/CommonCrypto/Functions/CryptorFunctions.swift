import CCommonCrypto
import LibCrypto

/// Makes a cipher, which `CCCryptorRelease` frees. Returns a status.
@_cdecl("CCCryptorCreate")
public func cryptorCreate(
    _ operation: CCOperation, _ algorithm: CCAlgorithm, _ options: CCOptions, _ key: UnsafeRawPointer?, _ keyCount: Int,
    _ vector: UnsafeRawPointer?, _ result: UnsafeMutablePointer<CCCryptorRef?>?
) -> CCCryptorStatus {
    give(result) { () throws(CryptorFailure) in
        try Cryptor.make(Cryptor.Settings(operation, algorithm, options), key: key, keyCount, vector: vector)
    }
}

/// Makes a cipher with a mode by its number. Returns a status.
@_cdecl("CCCryptorCreateWithMode")
public func cryptorCreateWithMode(
    _ operation: CCOperation, _ mode: CCMode, _ algorithm: CCAlgorithm, _ padding: CCPadding,
    _ vector: UnsafeRawPointer?,
    _ key: UnsafeRawPointer?, _ keyCount: Int, _ tweak: UnsafeRawPointer?, _ tweakCount: Int, _ rounds: Int32,
    _ options: CCModeOptions, _ result: UnsafeMutablePointer<CCCryptorRef?>?
) -> CCCryptorStatus {
    give(result) { () throws(CryptorFailure) in
        let settings = try Cryptor.Settings(operation, algorithm, mode, padding, options)
        return try Cryptor.make(settings, key: key, keyCount, vector: vector)
    }
}

/// Frees a cipher, and overwrites its key. Returns a status.
@_cdecl("CCCryptorRelease")
public func cryptorRelease(_ reference: CCCryptorRef?) -> CCCryptorStatus {
    guard let reference else { return status(kCCSuccess) }
    Unmanaged<Cryptor>.fromOpaque(UnsafeRawPointer(reference)).release()
    return status(kCCSuccess)
}

/// Encrypts or decrypts a piece of data. Returns a status.
@_cdecl("CCCryptorUpdate")
public func cryptorUpdate(
    _ reference: CCCryptorRef?, _ input: UnsafeRawPointer?, _ count: Int, _ output: UnsafeMutableRawPointer?,
    _ available: Int, _ moved: UnsafeMutablePointer<Int>?
) -> CCCryptorStatus {
    moved?.pointee = 0
    return run(reference) { cryptor throws(CryptorFailure) in
        guard let input = bytes(input, count) else { throw CryptorFailure(kCCParamError) }
        let place = try place(output, available, needed: cryptor.room(for: count, isLast: false), moved)
        moved?.pointee = try cryptor.update(input, into: place)
    }
}

/// Writes the last block. Returns a status.
@_cdecl("CCCryptorFinal")
public func cryptorFinal(
    _ reference: CCCryptorRef?, _ output: UnsafeMutableRawPointer?, _ available: Int,
    _ moved: UnsafeMutablePointer<Int>?
) -> CCCryptorStatus {
    moved?.pointee = 0
    return run(reference) { cryptor throws(CryptorFailure) in
        let place = try place(output, available, needed: cryptor.room(for: 0, isLast: true), moved)
        moved?.pointee = try cryptor.finish(into: place)
    }
}

/// Returns the number of bytes that an update, or an update and the end, may write; 0 if there is no such number.
@_cdecl("CCCryptorGetOutputLength")
public func cryptorGetOutputLength(_ reference: CCCryptorRef?, _ count: Int, _ isLast: Bool) -> Int {
    guard let reference else { return 0 }
    let cryptor = Unmanaged<Cryptor>.fromOpaque(UnsafeRawPointer(reference)).takeUnretainedValue()
    do throws(CryptorFailure) { return try cryptor.room(for: count, isLast: isLast) } catch { return 0 }
}

/// Begins again with the same key. Returns a status.
@_cdecl("CCCryptorReset")
public func cryptorReset(_ reference: CCCryptorRef?, _ vector: UnsafeRawPointer?) -> CCCryptorStatus {
    run(reference) { cryptor throws(CryptorFailure) in try cryptor.restart(vector: vector) }
}

/// Encrypts or decrypts all of the data. Returns a status.
@_cdecl("CCCrypt")
public func crypt(
    _ operation: CCOperation, _ algorithm: CCAlgorithm, _ options: CCOptions, _ key: UnsafeRawPointer?, _ keyCount: Int,
    _ vector: UnsafeRawPointer?, _ input: UnsafeRawPointer?, _ count: Int, _ output: UnsafeMutableRawPointer?,
    _ available: Int, _ moved: UnsafeMutablePointer<Int>?
) -> CCCryptorStatus {
    moved?.pointee = 0
    do throws(CryptorFailure) {
        guard let input = bytes(input, count) else { throw CryptorFailure(kCCParamError) }
        let settings = try Cryptor.Settings(operation, algorithm, options)
        let cryptor = try Cryptor.make(settings, key: key, keyCount, vector: vector)
        let place = try place(output, available, needed: cryptor.room(for: count, isLast: true), moved)
        moved?.pointee = try cryptor.whole(input, into: place)
        return status(kCCSuccess)
    } catch { return error.status }
}

private func give(
    _ result: UnsafeMutablePointer<CCCryptorRef?>?, _ make: () throws(CryptorFailure) -> Cryptor
) -> CCCryptorStatus {
    guard let result else { return status(kCCParamError) }
    result.pointee = nil
    do throws(CryptorFailure) {
        result.pointee = CCCryptorRef(Unmanaged.passRetained(try make()).toOpaque())
        return status(kCCSuccess)
    } catch { return error.status }
}

private func run(
    _ reference: CCCryptorRef?, _ body: (Cryptor) throws(CryptorFailure) -> Void
) -> CCCryptorStatus {
    guard let reference else { return status(kCCParamError) }
    do throws(CryptorFailure) {
        try body(Unmanaged<Cryptor>.fromOpaque(UnsafeRawPointer(reference)).takeUnretainedValue())
        return status(kCCSuccess)
    } catch { return error.status }
}

/// Returns the place of a result, or says in `moved` how large it has to be.
private func place(
    _ output: UnsafeMutableRawPointer?, _ available: Int, needed: Int, _ moved: UnsafeMutablePointer<Int>?
) throws(CryptorFailure) -> UnsafeMutableRawBufferPointer {
    guard available >= needed else {
        moved?.pointee = needed
        throw CryptorFailure(kCCBufferTooSmall)
    }
    guard output != nil || needed == 0 else { throw CryptorFailure(kCCParamError) }
    return UnsafeMutableRawBufferPointer(start: output, count: needed)
}
