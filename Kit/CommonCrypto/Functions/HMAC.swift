import CCommonCrypto
import LibCrypto
import Secrets

/// HMAC over states that are values: the context may be copied like those of hash functions.
///
/// Specified in: RFC 2104, 2.
struct HMAC {
    let hash: PlainHash
    private let hashing: PlainHashing

    init(_ hash: PlainHash, _ function: StaticString) {
        self.hash = hash
        hashing = Digest(hash, function).hashing
    }

    /// Writes the states after the padded key.
    func begin(_ context: UnsafeMutablePointer<CCHmacContext>, key: UnsafeRawBufferPointer) {
        context.pointee = CCHmacContext()
        context.pointee.algorithm = CC_LONG64(hash.rawValue)
        withUnsafeTemporaryAllocation(byteCount: hash.blockCount, alignment: 1) { block in
            defer { wipe(block) }
            block.initializeMemory(as: UInt8.self, repeating: 0)
            if key.count > hash.blockCount {
                hashed(key, into: block, context)
            } else {
                block.copyMemory(from: key)
            }
            pad(block, 0x36)
            withUnsafeMutableBytes(of: &context.pointee.inner) { absorb(block, $0) }
            pad(block, 0x36 ^ 0x5c)
            withUnsafeMutableBytes(of: &context.pointee.outer) { absorb(block, $0) }
        }
    }

    func update(_ context: UnsafeMutablePointer<CCHmacContext>, _ data: UnsafeRawBufferPointer) {
        withUnsafeMutableBytes(of: &context.pointee.inner) { state in
            guard let state = state.baseAddress else { return }
            hashing.update(hash, state, data)
        }
    }

    func finish(_ context: UnsafeMutablePointer<CCHmacContext>, into mac: UnsafeMutablePointer<UInt8>) {
        withUnsafeMutableBytes(of: &context.pointee.inner) { state in
            guard let state = state.baseAddress else { return }
            hashing.finish(hash, state, into: mac)
        }
        withUnsafeMutableBytes(of: &context.pointee.outer) { state in
            guard let state = state.baseAddress else { return }
            hashing.update(hash, state, UnsafeRawBufferPointer(start: mac, count: hash.byteCount))
            hashing.finish(hash, state, into: mac)
        }
        context.pointee.algorithm = 0
    }

    private func pad(_ block: UnsafeMutableRawBufferPointer, _ value: UInt8) {
        for index in block.indices { block[index] ^= value }
    }

    private func absorb(_ block: UnsafeMutableRawBufferPointer, _ state: UnsafeMutableRawBufferPointer) {
        guard let state = state.baseAddress else { return }
        hashing.begin(hash, state)
        hashing.update(hash, state, UnsafeRawBufferPointer(block))
    }

    /// A key that is longer than a block is hashed, in the state that is not used yet.
    private func hashed(
        _ key: UnsafeRawBufferPointer, into block: UnsafeMutableRawBufferPointer,
        _ context: UnsafeMutablePointer<CCHmacContext>
    ) {
        withUnsafeMutableBytes(of: &context.pointee.inner) { state in
            guard let state = state.baseAddress, let start = block.baseAddress else { return }
            hashing.begin(hash, state)
            hashing.update(hash, state, key)
            hashing.finish(hash, state, into: start.assumingMemoryBound(to: UInt8.self))
        }
    }
}
