import CLibCrypto
import LinuxSupport
import Synchronization

/// OpenSSL's libcrypto, loaded at its first use, with a library context of its own.
///
/// The program that this code runs in may use OpenSSL itself. Its contexts, providers, errors and configuration stay its own
/// (Docs/decisions/0068).
/// Specified in: OpenSSL 3.0, OSSL_LIB_CTX(3), OPENSSL_init_crypto(3).
package struct CryptoLibrary: @unchecked Sendable {
    // Sendable: the table never changes after it was filled, and libcrypto locks what its contexts share.
    let functions: UnsafePointer<clibcrypto_functions>
    let context: OpaquePointer

    private static let loaded = Mutex<CryptoLibrary?>(nil)
    private static let loadedLegacy = Mutex<CryptoLibrary?>(nil)
    static let fileName = "libcrypto.so.3"

    /// Returns the library, which the first call loads.
    ///
    /// - Throws: `.libraryMissing`; a later call tries again.
    package static func load() throws(CryptoError) -> CryptoLibrary {
        try loaded.withLock { library throws(CryptoError) in
            if let library { return library }
            let opened = try CryptoLibrary(fileName: fileName)
            library = opened
            return opened
        }
    }

    /// Returns the library with the algorithms that only old files need, in a context that nothing else uses.
    ///
    /// - Throws: `.libraryMissing`, `.legacyMissing`.
    package static func loadLegacy() throws(CryptoError) -> CryptoLibrary {
        try loadedLegacy.withLock { library throws(CryptoError) in
            if let library { return library }
            let opened = try CryptoLibrary(extending: try load())
            library = opened
            return opened
        }
    }

    /// - Parameter fileName: the library's file name; tests pass another one, which no library has.
    init(fileName: String) throws(CryptoError) {
        // A program that has libcrypto already is OpenSSL's user too, and its configuration is left to it.
        let isShared = SharedLibrary.isLoaded(fileName)
        functions = try Self.table(fileName, names: clibcrypto_name)
        if !isShared {
            _ = functions.pointee.OPENSSL_init_crypto(
                UInt64(clibcrypto_no_configuration | clibcrypto_no_exit_handler), nil)
        }
        context = try Self.makeContext(functions, providers: ["default"])
    }

    private init(extending library: CryptoLibrary) throws(CryptoError) {
        functions = library.functions
        context = try Self.makeContext(functions, providers: ["default", "legacy"])
    }

    /// Returns a table of functions of the library.
    ///
    /// - Parameters:
    ///   - fileName: the library's file name.
    ///   - names: gives the name of each pointer of the table by its position, and nil after the last.
    static func table<Table>(
        _ fileName: String, names: (Int32) -> UnsafePointer<CChar>?
    ) throws(CryptoError) -> UnsafePointer<Table> {
        // Never released, like the library.
        let table = UnsafeMutablePointer<Table>.allocate(capacity: 1)
        let slots = UnsafeMutableRawPointer(table)
        do {
            let library = try SharedLibrary(fileName)
            var position: Int32 = 0
            while let name = names(position) {
                let function: UnsafeMutableRawPointer = try library.function(String(cString: name))
                slots.storeBytes(
                    of: function, toByteOffset: Int(position) * MemoryLayout<UnsafeMutableRawPointer>.stride,
                    as: UnsafeMutableRawPointer.self)
                position += 1
            }
        } catch {
            table.deallocate()
            throw CryptoError(.libraryMissing(error.name))
        }
        return UnsafePointer(table)
    }

    private static func makeContext(
        _ functions: UnsafePointer<clibcrypto_functions>, providers: [String]
    ) throws(CryptoError) -> OpaquePointer {
        let library = functions.pointee
        _ = library.ERR_set_mark()
        defer { _ = library.ERR_pop_to_mark() }
        guard let context = library.OSSL_LIB_CTX_new() else { throw CryptoError(.failed) }
        // The directory that libcrypto was built with: never the one that OPENSSL_MODULES names.
        let directory = library.OPENSSL_info(Int32(clibcrypto_modules_directory))
        guard let directory, library.OSSL_PROVIDER_set_default_search_path(context, directory) > 0 else {
            library.OSSL_LIB_CTX_free(context)
            throw CryptoError(.failed)
        }
        for provider in providers where library.OSSL_PROVIDER_load(context, provider) == nil {
            library.OSSL_LIB_CTX_free(context)
            throw CryptoError(provider == "legacy" ? .legacyMissing : .failed)
        }
        return context
    }
}
