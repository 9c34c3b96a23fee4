import CLibCrypto

/// A context of libcrypto in which signatures with one key and the same parameters are made, one after the other. It has no secret of its
/// own: each signature takes its random number, and the key's numbers are the key's.
///
/// Making one takes a seventh of a signature on P-256.
/// Specified in: OpenSSL 3.0, EVP_PKEY_sign(3), which may be called more than once.
struct SigningContext: @unchecked Sendable {
    // Sendable: it is taken out of the key for as long as a thread uses it.
    fileprivate let context: OpaquePointer
    fileprivate let parameters: [Parameter]
    private let functions: UnsafePointer<clibcrypto_functions>

    fileprivate init(_ key: NativeKey, _ parameters: [Parameter], _ mark: ErrorMark) throws(CryptoError) {
        functions = key.library.functions
        let table = functions.pointee
        context = try mark.made(table.EVP_PKEY_CTX_new_from_pkey(key.library.context, key.key, nil))
        self.parameters = parameters
        let code = Parameter.withNative(parameters) { table.EVP_PKEY_sign_init_ex(context, $0) }
        do throws(CryptoError) {
            try mark.check(code > 0)
        } catch {
            free()
            throw error
        }
    }

    func free() { functions.pointee.EVP_PKEY_CTX_free(context) }
}

extension NativeKey {
    /// Calls `body` with a context for signatures: the one of the last signature, if that had the same parameters and no other thread uses
    /// it, else a new one.
    func withSigningContext<Result>(
        _ parameters: [Parameter], _ body: (OpaquePointer, ErrorMark) throws(CryptoError) -> Result
    ) throws(CryptoError) -> Result {
        try library.marked { mark throws(CryptoError) in
            let former = signingContext.withLock { kept in
                defer { kept = nil }
                return kept
            }
            let context: SigningContext
            if let former, Parameter.areSame(former.parameters, parameters) {
                context = former
            } else {
                former?.free()
                context = try SigningContext(self, parameters, mark)
            }
            do throws(CryptoError) {
                let result = try body(context.context, mark)
                keep(context)
                return result
            } catch {
                context.free()
                throw error
            }
        }
    }

    private func keep(_ context: SigningContext) {
        let other = signingContext.withLock { kept in
            defer { kept = context }
            return kept
        }
        // That of another thread.
        other?.free()
    }
}
