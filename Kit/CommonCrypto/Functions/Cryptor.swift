import CCommonCrypto
import LibCrypto
import Secrets

/// A cipher in use, to which a `CCCryptorRef` points.
final class Cryptor {
    private let cipher: AESCipher
    private var isFinished = false

    private init(_ cipher: AESCipher) { self.cipher = cipher }

    /// How a cipher is made: the numbers that callers pass, checked.
    struct Settings {
        let encrypts: Bool
        let mode: AESCipher.Mode
        let pads: Bool
    }

    /// Makes a cipher.
    ///
    /// - Throws: the status for the caller.
    static func make(
        _ settings: Settings, key: UnsafeRawPointer?, _ keyCount: Int, vector: UnsafeRawPointer?
    ) throws(CryptorFailure) -> Cryptor {
        guard [kCCKeySizeAES128, kCCKeySizeAES192, kCCKeySizeAES256].contains(keyCount) else {
            throw CryptorFailure(kCCKeySizeError)
        }
        guard let key = bytes(key, keyCount) else { throw CryptorFailure(kCCParamError) }
        return try withVector(vector) { vector throws(CryptorFailure) in
            do throws(CryptoError) {
                return Cryptor(
                    try AESCipher(
                        CryptoLibrary.load(), settings.mode, encrypts: settings.encrypts, pads: settings.pads, key: key,
                        vector: vector))
            } catch { throw CryptorFailure(error) }
        }
    }

    /// Calls `body` with the vector; no vector is one of zeros, as on Apple's systems.
    private static func withVector<Result>(
        _ vector: UnsafeRawPointer?, _ body: (UnsafeRawBufferPointer) throws(CryptorFailure) -> Result
    ) throws(CryptorFailure) -> Result {
        let zeros: (UInt64, UInt64) = (0, 0)
        if let vector { return try body(UnsafeRawBufferPointer(start: vector, count: AESCipher.blockCount)) }
        return try withUnsafeBytes(of: zeros, body)
    }

    func restart(vector: UnsafeRawPointer?) throws(CryptorFailure) {
        try Self.withVector(vector) { vector throws(CryptorFailure) in
            do throws(CryptoError) { try cipher.restart(vector: vector) } catch { throw CryptorFailure(error) }
        }
        isFinished = false
    }

    /// Returns the room that an update, or an update and the end, needs.
    func room(for count: Int, isLast: Bool) throws(CryptorFailure) -> Int {
        guard let room = isLast ? cipher.wholeCount(count) : cipher.updateCount(count) else {
            throw CryptorFailure(kCCParamError)
        }
        return room
    }

    /// Encrypts or decrypts a piece into `output`, which has room for it.
    func update(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) throws(CryptorFailure)
        -> Int
    {
        guard !isFinished else { throw CryptorFailure(kCCCallSequenceError) }
        guard !overlap(input, output) else { return try updateCopy(of: input, into: output) }
        do throws(CryptoError) {
            return try cipher.update(input, into: output.baseAddress?.assumingMemoryBound(to: UInt8.self))
        } catch { throw CryptorFailure(error) }
    }

    /// Writes the last block into `output`, which has room for it.
    func finish(into output: UnsafeMutableRawBufferPointer) throws(CryptorFailure) -> Int {
        guard !isFinished else { throw CryptorFailure(kCCCallSequenceError) }
        guard cipher.pending.isMultiple(of: AESCipher.blockCount) || !cipher.needsWholeBlocks else {
            throw CryptorFailure(kCCAlignmentError)
        }
        isFinished = true
        do throws(CryptoError) {
            return try cipher.finish(into: output.baseAddress?.assumingMemoryBound(to: UInt8.self))
        } catch { throw CryptorFailure(kCCDecodeError) }
    }

    /// Encrypts or decrypts all of the data. A failure leaves nothing of it: what a wrong key makes of a text, or of which only the padding
    /// was wrong.
    func whole(_ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) throws(CryptorFailure)
        -> Int
    {
        let count = try update(input, into: output)
        do throws(CryptorFailure) {
            return try count + finish(into: UnsafeMutableRawBufferPointer(rebasing: output[count...]))
        } catch {
            wipe(UnsafeMutableRawBufferPointer(rebasing: output[..<count]))
            throw error
        }
    }

    /// Buffers that share bytes: the result would be written over data that is still needed. The counts are those of memory.
    private func overlap(_ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer) -> Bool {
        guard let from = input.baseAddress, let to = output.baseAddress, !input.isEmpty, !output.isEmpty else {
            return false
        }
        return from < UnsafeRawPointer(to) + output.count && UnsafeRawPointer(to) < from + input.count
    }

    private func updateCopy(
        of input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(CryptorFailure) -> Int {
        let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: input.count, alignment: 16)
        defer {
            wipe(copy)
            copy.deallocate()
        }
        copy.copyMemory(from: input)
        return try update(UnsafeRawBufferPointer(copy), into: output)
    }
}

/// A status other than `kCCSuccess`.
struct CryptorFailure: Error {
    let status: CCCryptorStatus

    init(_ code: Int) { status = CommonCryptoFunctions.status(code) }
    init(_ error: CryptoError) { status = error.status }
}
