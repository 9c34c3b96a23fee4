import CLibCrypto
import Secrets
import Synchronization

/// An asymmetric key in libcrypto's memory, which is overwritten when the last reference ends.
///
/// Specified in: OpenSSL 3.0, EVP_PKEY(3), EVP_PKEY_fromdata(3).
package final class NativeKey: @unchecked Sendable {
    // Sendable: the key is not changed after it was made, libcrypto locks what it caches, and a context is used by one thread.
    /// The library that the key belongs to.
    package let library: CryptoLibrary
    let key: OpaquePointer
    /// The context of the last signature.
    let signingContext = Mutex<SigningContext?>(nil)

    private init(_ library: CryptoLibrary, _ key: OpaquePointer) {
        self.library = library
        self.key = key
    }

    deinit {
        signingContext.withLock { $0?.free() }
        library.functions.pointee.EVP_PKEY_free(key)
    }

    /// Makes a random key.
    package static func generate(
        _ library: CryptoLibrary, type: StaticString, _ parameters: [Parameter]
    ) throws(CryptoError) -> NativeKey {
        let functions = library.functions.pointee
        return try library.withContext(type: type) { context, mark throws(CryptoError) in
            try mark.check(functions.EVP_PKEY_keygen_init(context) > 0)
            let code = Parameter.withNative(parameters) { functions.EVP_PKEY_CTX_set_params(context, $0) }
            try mark.check(code > 0)
            var key: OpaquePointer?
            _ = functions.EVP_PKEY_generate(context, &key)
            return NativeKey(library, try mark.made(key))
        }
    }

    /// Makes a key of its numbers.
    ///
    /// - Parameter hasPrivateHalf: whether the private half is among the parameters.
    /// - Throws: an error if libcrypto refuses them. It checks a public key; ``checkPair()`` checks a private one.
    package static func make(
        _ library: CryptoLibrary, type: StaticString, _ parameters: [Parameter], hasPrivateHalf: Bool
    ) throws(CryptoError) -> NativeKey {
        let functions = library.functions.pointee
        let selection = Int32(hasPrivateHalf ? clibcrypto_key_pair : clibcrypto_public_key)
        return try library.withContext(type: type) { context, mark throws(CryptoError) in
            try mark.check(functions.EVP_PKEY_fromdata_init(context) > 0)
            var key: OpaquePointer?
            _ = Parameter.withNative(parameters) { functions.EVP_PKEY_fromdata(context, &key, selection, $0) }
            return NativeKey(library, try mark.made(key))
        }
    }

    /// Reads a private key in DER, whose public half may be missing: libcrypto calculates it.
    package static func read(
        _ library: CryptoLibrary, der: UnsafeRawBufferPointer
    ) throws(CryptoError) -> NativeKey {
        let functions = library.functions.pointee
        return try library.marked { mark throws(CryptoError) in
            var position = der.bytes
            let key = functions.d2i_AutoPrivateKey_ex(nil, &position, der.count, library.context, nil)
            return NativeKey(library, try mark.made(key))
        }
    }

    /// The number of bits of the modulus or of the field.
    package var bits: Int { Int(library.functions.pointee.EVP_PKEY_get_bits(key)) }

    /// Checks that the private number is in its range, and belongs to the public key. Takes a second for a large RSA key.
    package func checkPair() throws(CryptoError) {
        let functions = library.functions.pointee
        try withContext { context, mark throws(CryptoError) in
            try mark.check(functions.EVP_PKEY_private_check(context) > 0)
            try mark.check(functions.EVP_PKEY_pairwise_check(context) > 0)
        }
    }

    /// Returns a number of the key, with zeros in front.
    ///
    /// - Parameter count: the number of bytes, which the number must fit into.
    package func number(_ name: StaticString, count: Int) throws(CryptoError) -> SecretBytes {
        var number = try read(name, clibcrypto_unsigned_integer, count)
        number.withUnsafeMutableBytes { bytes in
            var bytes = bytes
            bytes.reverse()
        }
        return number
    }

    /// Returns bytes of the key.
    package func octets(_ name: StaticString, count: Int) throws(CryptoError) -> SecretBytes {
        try read(name, clibcrypto_octets, count)
    }

    private func read(_ name: StaticString, _ type: Int, _ count: Int) throws(CryptoError) -> SecretBytes {
        let functions = library.functions.pointee
        return try library.marked { mark throws(CryptoError) in
            try SecretBytes(count: count) { bytes throws(CryptoError) in
                var parameters = [
                    Parameter.native(name, type, UnsafeRawPointer(bytes.baseAddress), count), ossl_param_st(),
                ]
                try mark.check(functions.EVP_PKEY_get_params(key, &parameters) > 0)
                try mark.check(parameters[0].return_size == count)
            }
        }
    }

    /// The function that begins an operation.
    typealias Initialization = @convention(c) (OpaquePointer?, UnsafePointer<ossl_param_st>?) -> Int32

    /// Carries out an operation that `initialize` begins.
    func withContext<Result: ~Copyable>(
        _ initialize: Initialization, _ parameters: [Parameter],
        _ body: (OpaquePointer, ErrorMark) throws(CryptoError) -> Result
    ) throws(CryptoError) -> Result {
        try withContext { context, mark throws(CryptoError) in
            try mark.check(Parameter.withNative(parameters) { initialize(context, $0) } > 0)
            return try body(context, mark)
        }
    }

    private func withContext<Result: ~Copyable>(
        _ body: (OpaquePointer, ErrorMark) throws(CryptoError) -> Result
    ) throws(CryptoError) -> Result {
        let functions = library.functions.pointee
        return try library.marked { mark throws(CryptoError) in
            let context = try mark.made(functions.EVP_PKEY_CTX_new_from_pkey(library.context, key, nil))
            defer { functions.EVP_PKEY_CTX_free(context) }
            return try body(context, mark)
        }
    }
}

extension CryptoLibrary {
    fileprivate func withContext<Result: ~Copyable>(
        type: StaticString, _ body: (OpaquePointer, ErrorMark) throws(CryptoError) -> Result
    ) throws(CryptoError) -> Result {
        try marked { mark throws(CryptoError) in
            let made = functions.pointee.EVP_PKEY_CTX_new_from_name(context, type.cString, nil)
            let context = try mark.found(made, type)
            defer { functions.pointee.EVP_PKEY_CTX_free(context) }
            return try body(context, mark)
        }
    }
}
