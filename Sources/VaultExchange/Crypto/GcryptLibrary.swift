import LinuxSupport
import Secrets
import Synchronization

/// The functions of libgcrypt that files of other programs need, loaded at their first use.
///
/// Specified in: The Libgcrypt Reference Manual, "Symmetric cryptography", "Key Derivation".
package struct GcryptLibrary: Sendable {
    typealias CheckVersion = @convention(c) (UnsafePointer<CChar>?) -> UnsafePointer<CChar>?
    typealias Open = @convention(c) (UnsafeMutablePointer<OpaquePointer?>, Int32, Int32, UInt32) -> UInt32
    typealias Close = @convention(c) (OpaquePointer?) -> Void
    typealias SetBytes = @convention(c) (OpaquePointer?, UnsafeRawPointer?, Int) -> UInt32
    typealias Run =
        @convention(c) (OpaquePointer?, UnsafeMutableRawPointer?, Int, UnsafeRawPointer?, Int) -> UInt32
    typealias OpenDerivation =
        @convention(c) (
            UnsafeMutablePointer<OpaquePointer?>, Int32, Int32, UnsafePointer<UInt>?, UInt32, UnsafeRawPointer?, Int,
            UnsafeRawPointer?, Int, UnsafeRawPointer?, Int, UnsafeRawPointer?, Int
        ) -> UInt32
    typealias Compute = @convention(c) (OpaquePointer?, UnsafeRawPointer?) -> UInt32
    typealias Final = @convention(c) (OpaquePointer?, Int, UnsafeMutableRawPointer?) -> UInt32

    let openCipher: Open
    let closeCipher: Close
    let setKey: SetBytes
    let setVector: SetBytes
    let encrypt: Run
    let decrypt: Run
    let openDerivation: OpenDerivation
    let compute: Compute
    let final: Final
    let closeDerivation: Close

    private static let loaded = Mutex<GcryptLibrary?>(nil)

    /// Returns the library, which the first call loads.
    ///
    /// - Throws: `.unsupported` if it is not installed, or older than 1.10.
    package static func load() throws(ExchangeError) -> GcryptLibrary {
        try loaded.withLock { library throws(ExchangeError) in
            if let library { return library }
            do throws(MissingLibrary) {
                let made = try GcryptLibrary()
                library = made
                return made
            } catch {
                throw ExchangeError(
                    .unsupported, "the library \(error.name) 1.10 or later is not installed",
                    remedy: "install Debian's package libgcrypt20, or your system's")
            }
        }
    }

    private init() throws(MissingLibrary) {
        let library = try SharedLibrary("libgcrypt.so.20")
        openCipher = try library.function("gcry_cipher_open")
        closeCipher = try library.function("gcry_cipher_close")
        setKey = try library.function("gcry_cipher_setkey")
        setVector = try library.function("gcry_cipher_setiv")
        encrypt = try library.function("gcry_cipher_encrypt")
        decrypt = try library.function("gcry_cipher_decrypt")
        openDerivation = try library.function("gcry_kdf_open")
        compute = try library.function("gcry_kdf_compute")
        final = try library.function("gcry_kdf_final")
        closeDerivation = try library.function("gcry_kdf_close")
        // Initialises the library before its first use. Releases before 1.10 lack gcry_kdf_open.
        let checkVersion: CheckVersion = try library.function("gcry_check_version")
        _ = checkVersion(nil)
    }
}
