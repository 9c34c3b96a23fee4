import CLibCrypto

extension NativeKey {
    /// Returns a signature of a hash.
    ///
    /// - Parameter largest: the number of bytes of the largest signature.
    package func sign(
        hash: UnsafeRawBufferPointer, _ parameters: [Parameter], largest: Int
    ) throws(CryptoError) -> [UInt8] {
        let functions = library.functions.pointee
        return try withSigningContext(parameters) { context, mark throws(CryptoError) in
            try Self.output(largest, mark) { functions.EVP_PKEY_sign(context, $0, &$1, hash.bytes, hash.count) }
        }
    }

    /// Whether a signature of a hash is valid.
    package func isValid(
        _ signature: UnsafeRawBufferPointer, ofHash hash: UnsafeRawBufferPointer, _ parameters: [Parameter]
    ) throws(CryptoError) -> Bool {
        let functions = library.functions.pointee
        return try withContext(functions.EVP_PKEY_verify_init_ex, parameters) { context, _ in
            functions.EVP_PKEY_verify(context, signature.bytes, signature.count, hash.bytes, hash.count) > 0
        }
    }

    /// Returns a signature of a message, for keys that hash it themselves.
    package func sign(message: UnsafeRawBufferPointer, largest: Int) throws(CryptoError) -> [UInt8] {
        let functions = library.functions.pointee
        return try withDigestContext(functions.EVP_DigestSignInit_ex) { context, mark throws(CryptoError) in
            try Self.output(largest, mark) {
                functions.EVP_DigestSign(context, $0, &$1, message.bytes, message.count)
            }
        }
    }

    /// Whether a signature of a message is valid, for keys that hash it themselves.
    package func isValid(
        _ signature: UnsafeRawBufferPointer, ofMessage message: UnsafeRawBufferPointer
    ) throws(CryptoError) -> Bool {
        let functions = library.functions.pointee
        return try withDigestContext(functions.EVP_DigestVerifyInit_ex) { context, _ in
            functions.EVP_DigestVerify(context, signature.bytes, signature.count, message.bytes, message.count) > 0
        }
    }

    /// The function that begins an operation on messages.
    private typealias DigestInitialization =
        @convention(c) (
            OpaquePointer?, UnsafeMutablePointer<OpaquePointer?>?, UnsafePointer<CChar>?, OpaquePointer?,
            UnsafePointer<CChar>?, OpaquePointer?, UnsafePointer<ossl_param_st>?
        ) -> Int32

    private func withDigestContext<Result>(
        _ initialize: DigestInitialization, _ body: (OpaquePointer, ErrorMark) throws(CryptoError) -> Result
    ) throws(CryptoError) -> Result {
        let functions = library.functions.pointee
        return try library.marked { mark throws(CryptoError) in
            let context = try mark.made(functions.EVP_MD_CTX_new())
            defer { functions.EVP_MD_CTX_free(context) }
            try mark.check(initialize(context, nil, nil, library.context, nil, key, nil) > 0)
            return try body(context, mark)
        }
    }

    /// Returns the bytes that a call writes into a buffer, whose size it gets and changes.
    static func output(
        _ largest: Int, _ mark: ErrorMark, _ call: (UnsafeMutablePointer<UInt8>?, inout Int) -> Int32
    ) throws(CryptoError) -> [UInt8] {
        var succeeded = false
        let bytes = [UInt8](unsafeUninitializedCapacity: largest) { buffer, count in
            var written = largest
            succeeded = call(buffer.baseAddress, &written) > 0
            count = succeeded ? written : 0
        }
        try mark.check(succeeded)
        return bytes
    }
}
