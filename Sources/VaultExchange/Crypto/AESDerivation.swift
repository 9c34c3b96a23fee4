import Dispatch
import LibCrypto
import Secrets
import Synchronization

/// KeePass's derivation by AES: both halves of 32 bytes are encrypted by AES-256 again and again, and the result is hashed by SHA-256.
///
/// Each half is one chain of blocks: CBC over zeros encrypts the block before, which OpenSSL does without a call for each round. Both halves
/// run at the same time.
/// Specified in: KeePass's documentation, "Security", "Key derivation functions"; NIST SP 800-38A, 6.2 (CBC).
package struct AESDerivation: Sendable, Equatable {
    /// The number of rounds.
    package let rounds: Int

    /// The most rounds that a file can demand: about 20 s of work.
    package static let mostRounds = 400_000_000

    /// Makes a derivation with the costs that a file demands.
    ///
    /// - Throws: `.tooLarge` for one that exceeds the limit.
    package init(rounds: Int) throws(ExchangeError) {
        guard (0...Self.mostRounds).contains(rounds) else {
            throw ExchangeError(
                .tooLarge,
                "the file demands \(rounds) rounds of AES to derive its key; at most \(Self.mostRounds) are accepted",
                remedy: "set lower costs in the program that the file is from, and save it again")
        }
        self.rounds = rounds
    }

    /// Derives a key of 32 bytes.
    ///
    /// - Parameters:
    ///   - password: 32 bytes.
    ///   - seed: the key of AES, 32 bytes.
    ///   - isCancelled: asked between parts of the work, by several threads.
    /// - Throws: `.cancelled`, `.unsupported`, or `.damaged` for other lengths.
    package func derive(
        _ password: UnsafeRawBufferPointer, seed: UnsafeRawBufferPointer,
        isCancelled: @Sendable () -> Bool = { false }
    ) throws(ExchangeError) -> SecretBytes {
        guard password.count == 32, seed.count == 32 else {
            throw ExchangeError(.damaged, "the seed of the password's derivation does not have 32 bytes")
        }
        let library: CryptoLibrary
        do { library = try CryptoLibrary.load() } catch { throw ExchangeError(error) }
        var state = SecretBytes(copying: password)
        let failure = state.withUnsafeMutableBytes { state in
            let halves = [Half(state, 0), Half(state, 16)]
            let seed = Shared(seed)
            let failure = Mutex<ExchangeError?>(nil)
            DispatchQueue.concurrentPerform(iterations: 2) { index in
                do throws(ExchangeError) {
                    try run(library, halves[index], seed, isCancelled)
                } catch { failure.withLock { $0 = error } }
            }
            return failure.withLock { $0 }
        }
        if let failure { throw failure }
        do throws(CryptoError) {
            let hash = try state.withUnsafeBytes { state throws(CryptoError) in try library.hash(state, with: .sha256) }
            return SecretBytes(copying: hash)
        } catch { throw ExchangeError(error) }
    }

    private func run(
        _ library: CryptoLibrary, _ half: Half, _ seed: Shared, _ isCancelled: () -> Bool
    ) throws(ExchangeError) {
        guard rounds > 0 else { return }
        let most = min(rounds, 1 << 16) * AESCipher.blockCount
        let zeros = SecretBytes(zeros: most)
        var chain = SecretBytes(zeros: most)
        var wasCancelled = false
        do throws(CryptoError) {
            let cipher = try AESCipher(
                library, .cbc, encrypts: true, pads: false, key: seed.bytes, vector: UnsafeRawBufferPointer(half.bytes))
            var done = 0
            while done < rounds {
                wasCancelled = isCancelled()
                if wasCancelled { break }
                let part = min(rounds - done, 1 << 16)
                try chain.withUnsafeMutableBytes { chain throws(CryptoError) in
                    try zeros.withUnsafeBytes { zeros throws(CryptoError) in
                        let input = UnsafeRawBufferPointer(rebasing: zeros[..<(part * AESCipher.blockCount)])
                        let output = chain.baseAddress?.assumingMemoryBound(to: UInt8.self)
                        let count = try cipher.update(input, into: output)
                        guard count == input.count else { return }
                        half.bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: chain[(count - 16)..<count]))
                    }
                }
                done += part
            }
        } catch { throw ExchangeError(error) }
        if wasCancelled { throw ExchangeError(.cancelled, "interrupted; nothing was changed") }
    }
}

extension ExchangeError {
    /// Makes the error of a call of OpenSSL's.
    package init(_ error: CryptoError) { self.init(.unsupported, error.reason, remedy: error.remedy) }
}

/// A half of the state, which one thread writes.
private struct Half: @unchecked Sendable {
    // Sendable: the halves do not overlap.
    let bytes: UnsafeMutableRawBufferPointer

    init(_ state: UnsafeMutableRawBufferPointer, _ start: Int) {
        bytes = UnsafeMutableRawBufferPointer(rebasing: state[start..<start + 16])
    }
}

/// Bytes that several threads read.
private struct Shared: @unchecked Sendable {
    // Sendable: they are not written meanwhile.
    let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }
}
