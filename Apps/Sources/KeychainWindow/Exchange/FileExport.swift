import AgentClient
import Foundation
import Glibc
import GtkSupport
import KeychainServices
import Security

/// Writes a certificate, a key or both to a file.
struct FileExport: Sendable {
    /// What is written.
    enum What: Sendable {
        /// PEM.
        case certificate
        /// PKCS #12, with a password: a certificate and its private key.
        case identity
        /// PEM: a public key, or a private key that is encrypted with a password.
        case key(isPrivate: Bool)

        var takesPassword: Bool {
            switch self {
            case .identity, .key(isPrivate: true): true
            case .certificate, .key(isPrivate: false): false
            }
        }

        var ending: String {
            if case .identity = self { "p12" } else { "pem" }
        }
    }

    let reference: PersistentReference
    let keychain: OwnerKeychain
    let what: What

    /// Makes the contents of the file. Blocks.
    ///
    /// - Throws: the status of the function that fails, as a `KeychainError`.
    func contents(_ password: TypedSecret?) throws -> Data {
        try Keychain.$override.withValue(keychain.keychain) { try written(object(), password) }
    }

    private func object() throws -> AnyObject {
        var data = reference.data
        // The reference of an identity is that of its certificate.
        if case .identity = what { data = Data("idnt".utf8) + data.dropFirst(4) }
        let query: [CFString: Any] = [kSecValuePersistentRef: data as NSData, kSecReturnRef: true]
        var found: CFTypeRef?
        try check(SecItemCopyMatching(query as NSDictionary, &found))
        guard let found else { throw KeychainError(.itemNotFound, "the item is no longer there") }
        return found
    }

    private func written(_ object: AnyObject, _ password: TypedSecret?) throws -> Data {
        var parameters = SecItemImportExportKeyParameters()
        let secret = password.map { typed in typed.bytes.withUnsafeBytes { NSData(data: Data(wipedWhenFreed: $0)) } }
        parameters.passphrase = secret.map { Unmanaged.passUnretained($0) }
        var file: CFData?
        let (format, flags) = formatAndFlags
        let status = withExtendedLifetime(secret) { SecItemExport(object, format, flags, &parameters, &file) }
        try check(status)
        return file.map { Data(referencing: $0) } ?? Data()
    }

    private var formatAndFlags: (SecExternalFormat, SecItemImportExportFlags) {
        switch what {
        case .identity: (.formatPKCS12, [])
        case .certificate: (.formatX509Cert, .pemArmour)
        case .key(isPrivate: true): (.formatWrappedPKCS8, .pemArmour)
        case .key(isPrivate: false): (.formatOpenSSL, .pemArmour)
        }
    }

    /// Writes a new file that its owner alone can read, in place of one of the same name.
    func write(_ data: Data, to path: String) throws {
        let temporary = path + ".part"
        unlink(temporary)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw KeychainError(.io, "the file cannot be written there") }
        do {
            let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            try file.write(contentsOf: data)
            try file.synchronize()
            guard rename(temporary, path) == 0 else { throw KeychainError(.io, "the file cannot be written there") }
        } catch {
            unlink(temporary)
            throw KeychainError(.io, "the file cannot be written there")
        }
    }
}
