import AgentClient
import Foundation
import Glibc
import GtkSupport
import KeychainServices
import Security

/// Reads keys and certificates from a file into a keychain.
struct FileImport: Sendable {
    /// The result of an attempt.
    enum Outcome: Sendable {
        /// What was stored: numbers of identities, keys and certificates.
        case done(identities: Int, keys: Int, certificates: Int)
        /// The file takes a password.
        case needsPassword
        /// The password is wrong.
        case wrongPassword
        case failed(OSStatus)
        /// It cannot be read, or is no file, or is too large.
        case unreadable
    }

    /// What the readers of the formats take.
    private static let mostBytes = 16 << 20

    let path: String
    let keychain: OwnerKeychain

    /// Stores what is in the file. Blocks.
    func run(_ password: TypedSecret?) -> Outcome {
        guard let file = contents() else { return .unreadable }
        return Keychain.$override.withValue(keychain.keychain) { store(file, password) }
    }

    private func store(_ file: Data, _ password: TypedSecret?) -> Outcome {
        var destination: SecKeychain?
        // The keychain of this task, whichever that is.
        guard SecKeychainOpen("login.keychain", &destination) == errSecSuccess else {
            return .failed(errSecNoSuchKeychain)
        }
        var parameters = SecItemImportExportKeyParameters()
        let secret = password.map { typed in typed.bytes.withUnsafeBytes { NSData(data: Data(wipedWhenFreed: $0)) } }
        parameters.passphrase = secret.map { Unmanaged.passUnretained($0) }
        var (format, type) = (SecExternalFormat.formatUnknown, SecExternalItemType.itemTypeUnknown)
        var items: CFArray?
        let status = withExtendedLifetime(secret) {
            SecItemImport(file as NSData, nil, &format, &type, [], &parameters, destination, &items)
        }
        switch status {
        case errSecSuccess: return Self.counted(items)
        case errSecPassphraseRequired: return .needsPassword
        case errSecPkcs12VerifyFailure, errSecAuthFailed: return password == nil ? .needsPassword : .wrongPassword
        default: return .failed(status)
        }
    }

    private static func counted(_ items: CFArray?) -> Outcome {
        let objects = items?.map { $0 as AnyObject } ?? []
        return .done(
            identities: objects.count { $0 is SecIdentity }, keys: objects.count { $0 is SecKey },
            certificates: objects.count { $0 is SecCertificate })
    }

    /// The contents of a regular file; others are refused without waiting for them.
    private func contents() -> Data? {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.mostBytes
        else {
            return nil
        }
        guard let data = try? file.read(upToCount: Self.mostBytes + 1), data.count <= Self.mostBytes else { return nil }
        return data
    }
}
