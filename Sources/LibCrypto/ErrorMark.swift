import CLibCrypto

/// The end of the thread's queue of OpenSSL errors at the time when a call of ours began: what is below belongs to the program.
struct ErrorMark {
    private let functions: UnsafePointer<clibcrypto_functions>
    /// The program's last error, which is not the reason of a failure of ours.
    private let before: UInt

    init(_ functions: UnsafePointer<clibcrypto_functions>) {
        self.functions = functions
        before = functions.pointee.ERR_peek_last_error()
    }

    /// Throws the library's last error unless a call succeeded.
    func check(_ succeeded: Bool) throws(CryptoError) {
        guard !succeeded else { return }
        throw failure(.failed)
    }

    /// Returns the object that a call made, or throws the library's last error.
    func made(_ object: OpaquePointer?) throws(CryptoError) -> OpaquePointer {
        guard let object else { throw failure(.failed) }
        return object
    }

    /// Returns the algorithm that a call found.
    func found(_ algorithm: OpaquePointer?, _ name: StaticString) throws(CryptoError) -> OpaquePointer {
        guard let algorithm else { throw failure(.unsupported("\(name)")) }
        return algorithm
    }

    private func failure(_ kind: CryptoError.Kind) -> CryptoError {
        let code = functions.pointee.ERR_peek_last_error()
        guard code != before, let text = functions.pointee.ERR_reason_error_string(code) else {
            return CryptoError(kind)
        }
        return CryptoError(kind, code: code, detail: String(cString: text))
    }
}

extension CryptoLibrary {
    /// Runs calls of libcrypto, and removes the errors that they leave in the thread's queue.
    func marked<Result: ~Copyable>(
        _ body: (ErrorMark) throws(CryptoError) -> Result
    ) throws(CryptoError) -> Result {
        let mark = ErrorMark(functions)
        _ = functions.pointee.ERR_set_mark()
        defer { _ = functions.pointee.ERR_pop_to_mark() }
        return try body(mark)
    }
}
