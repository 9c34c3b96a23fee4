import LibCrypto
import Secrets

/// A hash function as the functions in C call it.
struct Digest {
    let hash: PlainHash
    let hashing: PlainHashing

    /// - Parameter function: the function that was called.
    init(_ hash: PlainHash, _ function: StaticString) {
        self.hash = hash
        do throws(CryptoError) {
            hashing = try PlainHashing.load()
        } catch { end(function, "\(error.reason); \(error.remedy)") }
    }

    /// `CC_…_Init`
    static func begin(_ hash: PlainHash, _ context: UnsafeMutableRawPointer?, _ function: StaticString) -> Int32 {
        guard let context else { end(function, "no context") }
        Digest(hash, function).hashing.begin(hash, context)
        return 1
    }

    /// `CC_…_Update`
    static func update(
        _ hash: PlainHash, _ context: UnsafeMutableRawPointer?, _ data: UnsafeRawPointer?, _ count: UInt32,
        _ function: StaticString
    ) -> Int32 {
        guard let context, let data = bytes(data, Int(count)) else { end(function, "no context or no data") }
        Digest(hash, function).hashing.update(hash, context, data)
        return 1
    }

    /// `CC_…_Final`
    static func finish(
        _ hash: PlainHash, _ digest: UnsafeMutablePointer<UInt8>?, _ context: UnsafeMutableRawPointer?,
        _ function: StaticString
    ) -> Int32 {
        guard let context, let digest else { end(function, "no context or no place for the hash") }
        Digest(hash, function).hashing.finish(hash, context, into: digest)
        return 1
    }

    /// `CC_…`
    static func whole(
        _ hash: PlainHash, _ data: UnsafeRawPointer?, _ count: UInt32, _ digest: UnsafeMutablePointer<UInt8>?,
        _ function: StaticString
    ) -> UnsafeMutablePointer<UInt8>? {
        guard let data = bytes(data, Int(count)) else { end(function, "no data") }
        // Apple's functions have no memory of their own for it either.
        guard let digest else { return nil }
        let hashing = Digest(hash, function).hashing
        withUnsafeTemporaryAllocation(byteCount: hash.stateCount, alignment: MemoryLayout<UInt64>.alignment) { state in
            guard let context = state.baseAddress else { end(function, "no memory") }
            hashing.begin(hash, context)
            hashing.update(hash, context, data)
            hashing.finish(hash, context, into: digest)
        }
        return digest
    }
}
