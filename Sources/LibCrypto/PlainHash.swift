import CLibCrypto
import Secrets
import Synchronization

/// A hash function whose state is a value in memory of the caller: copied like a number, and never released.
///
/// For C-like interfaces that promise this. EVP_MD_CTX(3) does not have it, and OpenSSL 3.0 has no way to write its state down, so these are the
/// functions that it had before (Docs/decisions/0071). They know no library context, no provider and no error.
package enum PlainHash: UInt32, CaseIterable, Sendable {
    case md5 = 1
    case sha1, sha224, sha256, sha384, sha512

    /// The number of bytes of a hash.
    package var byteCount: Int {
        switch self {
        case .md5: 16
        case .sha1: 20
        case .sha224: 28
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        }
    }

    /// The number of bytes of a block.
    package var blockCount: Int {
        switch self {
        case .md5, .sha1, .sha224, .sha256: 64
        case .sha384, .sha512: 128
        }
    }

    /// The number of bytes that are enough for a state, which is aligned like a number of 64 bits.
    package var stateCount: Int {
        switch self {
        case .md5, .sha1, .sha224, .sha256: Int(clibcrypto_plain_state)
        case .sha384, .sha512: Int(clibcrypto_long_plain_state)
        }
    }

    /// The largest number of bytes of a hash, of a block, and of a state.
    package static let largestHash = 64, largestBlock = 128, largestState = Int(clibcrypto_long_plain_state)
}

/// The functions of ``PlainHash``.
package struct PlainHashing: @unchecked Sendable {
    // Sendable: the table never changes after it was filled.
    private let functions: UnsafePointer<clibcrypto_plain_functions>

    private static let loaded = Mutex<PlainHashing?>(nil)

    /// Returns the functions, which the first call loads.
    ///
    /// - Throws: `.libraryMissing`, also for a libcrypto that was built without them; a later call tries again.
    package static func load() throws(CryptoError) -> PlainHashing {
        try loaded.withLock { hashing throws(CryptoError) in
            if let hashing { return hashing }
            // First of all the library is loaded in its own way, without the configuration.
            _ = try CryptoLibrary.load()
            let made = PlainHashing(
                functions: try CryptoLibrary.table(CryptoLibrary.fileName, names: clibcrypto_plain_name))
            hashing = made
            return made
        }
    }

    /// Makes the state of an empty message.
    package func begin(_ hash: PlainHash, _ state: UnsafeMutableRawPointer) {
        let pointer = OpaquePointer(state)
        switch hash {
        case .md5: _ = functions.pointee.MD5_Init(pointer)
        case .sha1: _ = functions.pointee.SHA1_Init(pointer)
        case .sha224: _ = functions.pointee.SHA224_Init(pointer)
        case .sha256: _ = functions.pointee.SHA256_Init(pointer)
        case .sha384: _ = functions.pointee.SHA384_Init(pointer)
        case .sha512: _ = functions.pointee.SHA512_Init(pointer)
        }
    }

    /// Appends bytes to the message.
    package func update(_ hash: PlainHash, _ state: UnsafeMutableRawPointer, _ bytes: UnsafeRawBufferPointer) {
        // Not a byte: not a pointer either.
        guard let start = bytes.baseAddress, bytes.count > 0 else { return }
        let pointer = OpaquePointer(state)
        switch hash {
        case .md5: _ = functions.pointee.MD5_Update(pointer, start, bytes.count)
        case .sha1: _ = functions.pointee.SHA1_Update(pointer, start, bytes.count)
        case .sha224: _ = functions.pointee.SHA224_Update(pointer, start, bytes.count)
        case .sha256: _ = functions.pointee.SHA256_Update(pointer, start, bytes.count)
        case .sha384: _ = functions.pointee.SHA384_Update(pointer, start, bytes.count)
        case .sha512: _ = functions.pointee.SHA512_Update(pointer, start, bytes.count)
        }
    }

    /// Writes the hash of the message, ``PlainHash/byteCount`` bytes, and overwrites the state.
    package func finish(_ hash: PlainHash, _ state: UnsafeMutableRawPointer, into digest: UnsafeMutablePointer<UInt8>) {
        let pointer = OpaquePointer(state)
        switch hash {
        case .md5: _ = functions.pointee.MD5_Final(digest, pointer)
        case .sha1: _ = functions.pointee.SHA1_Final(digest, pointer)
        case .sha224: _ = functions.pointee.SHA224_Final(digest, pointer)
        case .sha256: _ = functions.pointee.SHA256_Final(digest, pointer)
        case .sha384: _ = functions.pointee.SHA384_Final(digest, pointer)
        case .sha512: _ = functions.pointee.SHA512_Final(digest, pointer)
        }
        wipe(UnsafeMutableRawBufferPointer(start: state, count: hash.stateCount))
    }
}
