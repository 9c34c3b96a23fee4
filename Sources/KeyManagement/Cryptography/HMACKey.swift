import CSodium
import Secrets

/// A key for HMAC-SHA-256 (RFC 2104), kept as the two hash states that begin every computation.
package struct HMACKey: ~Copyable, Sendable {
    /// The size of a tag in bytes.
    package static let tagSize = 32
    private let state: SecretBytes

    /// Prepares the hash states.
    ///
    /// - Parameter key: of any length; 32 bytes are usual.
    package init(_ key: UnsafeRawBufferPointer) {
        state = SecretBytes(count: Self.stateSize) { Self.prepare(key, state: $0) }
    }

    /// Makes the key of HKDF-Extract with SHA-256 (RFC 5869, 2.2), ready for ``expand(_:into:)``: for input that is not
    /// uniformly random, or longer than a key.
    package init(extracting input: borrowing SecretBytes, salt: [UInt8]) {
        let salted = SecretBytes(copying: salt).withUnsafeBytes { HMACKey($0) }
        let extracted = SecretBytes(count: Self.tagSize) { output in
            input.withUnsafeBytes { salted.authenticate($0, into: output) }
        }
        self = extracted.withUnsafeBytes { HMACKey($0) }
    }

    /// Writes the first `output.count` bytes of the tag over `message`; at most ``tagSize``.
    package borrowing func authenticate(_ message: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) {
        state.withUnsafeBytes { Self.authenticate(message, state: $0, into: output) }
    }

    /// Derives 32 bytes: HKDF-Expand with SHA-256 (RFC 5869, 2.3), which for one block is a single HMAC over the
    /// context and the byte 1. The key has to be uniformly random.
    package borrowing func expand(_ context: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) {
        state.withUnsafeBytes { Self.expand(context, state: $0, into: output) }
    }
}

// The same functions over states that the caller stores. A state is as secret as the key.
extension HMACKey {
    /// The size of the two hash states in bytes.
    static let stateSize = MemoryLayout<crypto_auth_hmacsha256_state>.stride

    /// Makes the two hash states that begin every computation from a key of any length.
    ///
    /// - Parameter state: ``stateSize`` bytes, aligned to 8.
    static func prepare(_ key: UnsafeRawBufferPointer, state: UnsafeMutableRawBufferPointer) {
        precondition(state.count == stateSize)
        guard let state = state.baseAddress?.assumingMemoryBound(to: crypto_auth_hmacsha256_state.self) else { return }
        crypto_auth_hmacsha256_init(state, bytePointer(key), key.count)
    }

    static func authenticate(
        _ message: UnsafeRawBufferPointer, state initial: UnsafeRawBufferPointer,
        into output: UnsafeMutableRawBufferPointer
    ) {
        precondition(initial.count == stateSize && output.count <= tagSize)
        // Copied by address, so that no temporary copy of the state stays on the stack.
        withUnsafeTemporaryAllocation(of: crypto_auth_hmacsha256_state.self, capacity: 1) { states in
            guard let state = states.baseAddress else { return }
            defer { wipe(UnsafeMutableRawBufferPointer(states)) }
            UnsafeMutableRawBufferPointer(states).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: initial[..<MemoryLayout<crypto_auth_hmacsha256_state>.size]))
            withUnsafeTemporaryAllocation(byteCount: tagSize, alignment: 8) { tag in
                crypto_auth_hmacsha256_update(state, bytePointer(message), UInt64(message.count))
                crypto_auth_hmacsha256_final(state, bytePointer(tag))
                output.copyMemory(from: UnsafeRawBufferPointer(rebasing: tag[..<output.count]))
                wipe(tag)
            }
        }
    }

    static func expand(
        _ context: UnsafeRawBufferPointer, state: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) {
        precondition(output.count == tagSize)
        withUnsafeTemporaryAllocation(byteCount: context.count + 1, alignment: 1) { message in
            message.copyMemory(from: context)
            message[context.count] = 1
            authenticate(UnsafeRawBufferPointer(message), state: state, into: output)
        }
    }
}

/// Writes the SHA-256 digest (FIPS 180-4) of `message` to the 32 bytes of `output`.
package func sha256(_ message: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer) {
    precondition(output.count == 32)
    crypto_hash_sha256(
        bytePointer(output),
        bytePointer(message), UInt64(message.count))
}
