import Foundation
import KeyManagement
import LinuxSupport
import Secrets
import Synchronization
import TrustedPlatform

/// The file that holds the device key, in plaintext or sealed by a TPM.
struct DeviceKeyFile: Sendable {
    /// The maximum size in bytes: longer files are damaged.
    static let limit = 4096
    /// The first bytes of a file with a plaintext key.
    static let clear = "CHDEVKY1".utf8

    let root: KeychainRoot
    var path: String { root.deviceKeyPath }

    /// Reads the key; nil if there is no file.
    ///
    /// - Throws: `KeyError.damaged`; a `KeychainError` if the file cannot be read, or the TPM does not open the key.
    func open() throws -> DeviceKey? {
        guard let contents = try self.contents() else { return nil }
        do {
            return try open(contents)
        } catch let error as KeyError {
            // If the file was just replaced, the old one has been overwritten. Then the new one is read.
            guard let again = try self.contents(), !again.equals(contents) else { throw error }
            return try open(again)
        }
    }

    /// Reads the sealed key; nil if the key is not sealed, or there is none.
    ///
    /// - Throws: `KeyError.damaged`; a `KeychainError` if the file cannot be read.
    func sealed() throws -> SealedDeviceKey? {
        guard let contents = try self.contents() else { return nil }
        return try contents.withUnsafeBytes { contents in
            SealedDeviceKey.isSealed(contents) ? try SealedDeviceKey(fileContents: contents) : nil
        }
    }

    /// Reads the file after checking the directories; nil if there is none.
    private func contents() throws(KeychainError) -> SecretBytes? {
        try root.checkDirectories()
        return try Descriptor.contents(ofOwn: path, limit: Self.limit)
    }

    private func open(_ contents: borrowing SecretBytes) throws -> DeviceKey {
        let sealed = try contents.withUnsafeBytes { contents in
            SealedDeviceKey.isSealed(contents) ? try SealedDeviceKey(fileContents: contents) : nil
        }
        guard let sealed else { return try contents.withUnsafeBytes { try DeviceKey(fileContents: $0) } }
        return try OpenDeviceKeys.shared.key(of: sealed) { try unseal(sealed) }
    }

    /// Unseals the key with the TPM.
    ///
    /// - Parameter address: the current address of the TPM; nil if it has not changed since sealing.
    func unseal(_ sealed: SealedDeviceKey, address: TPMAddress? = nil) throws -> DeviceKey {
        do {
            return try tryToUnseal(sealed, address)
        } catch let error as TPMError where error.mayBePermanent {
            let recovery =
                sealed.hasRecoveryCode
                ? "use the recovery code: chatelaine device-key unseal --recovery-code"
                : "move “\(path)” away and use: chatelaine recovery-key use"
            throw KeychainError(.notAvailable, error.reason, remedy: "\(error.remedy); or \(recovery)")
        }
    }

    private func tryToUnseal(_ sealed: SealedDeviceKey, _ address: TPMAddress?) throws -> DeviceKey {
        // Text that is not an address is not passed to libtss2, which could load libraries or run commands because of it.
        guard let address = address ?? TPMAddress(sealed.address),
            let pcrs = sealed.registers.isEmpty ? .some(nil) : PCRSelection(sealed.registers).map(Optional.some)
        else { throw KeyError.damaged("the sealed device key file") }
        let object = SealedObject(
            parent: sealed.parent, publicArea: sealed.publicArea, privateArea: sealed.privateArea, pcrs: pcrs)
        let contents = try withTPMLock { try TrustedPlatform(at: address).unseal(object) }
        let key = try contents.withUnsafeBytes { try DeviceKey(fileContents: $0) }
        guard key.id == sealed.id else { throw KeyError.damaged("the sealed device key file") }
        return key
    }

    /// Calls `body` while no other process with keychains under this root uses the TPM: without a resource manager, a TPM's answer
    /// goes to whichever process reads first. Where nothing can be written there is no lock: a software TPM takes one connection after
    /// the other, and the kernel lets one process open `/dev/tpm0`.
    func withTPMLock<Result: ~Copyable>(_ body: () throws -> Result) throws -> Result {
        guard let lock = try tpmLock() else { return try body() }
        var result: Result?
        try lock.whileHolding(timeout: Connections.lockTimeout) { result = try body() }
        guard let result else { throw KeychainError(.notAvailable, "the TPM was not used") }
        return result
    }
}

extension DeviceKeyFile {
    /// Makes the lock of the TPM; nil where nothing can be written.
    private func tpmLock() throws -> FileLock? {
        let path = root.path + "/tpm.lock"
        do {
            return try FileLock(path: path)
        } catch {
            guard KeychainImage.isNeeded(for: path) else { throw error }
            return nil
        }
    }
}

/// The unsealed device keys of this process. Each is unsealed only once, because a TPM is slow.
private final class OpenDeviceKeys: Sendable {
    static let shared = OpenDeviceKeys()

    private struct Entry { weak var key: DeviceKey? }
    private let entries = Mutex<[SealedDeviceKey: Entry]>([:])

    /// Returns the key if it is open, else the result of `unseal`.
    func key(of sealed: SealedDeviceKey, unseal: () throws -> DeviceKey) throws -> DeviceKey {
        try entries.withLock { entries in
            if let open = entries[sealed]?.key { return open }
            entries = entries.filter { $0.value.key != nil }
            let key = try unseal()
            entries[sealed] = Entry(key: key)
            return key
        }
    }
}

extension KeychainRoot {
    /// Whether the device key is sealed in a TPM.
    ///
    /// - Throws: `.notAvailable` if the file cannot be read, or is damaged.
    package func hasSealedDeviceKey() throws(KeychainError) -> Bool {
        try translatingErrors { try DeviceKeyFile(root: self).sealed() != nil }
    }

    /// Opens a sealed device key, so that keychains that are opened later need no TPM; for a process that is about to drop its
    /// access to the TPM.
    ///
    /// - Returns: an object that the caller keeps until then; nil if the key is not sealed.
    /// - Throws: `.notAvailable` if the TPM does not open it.
    package func holdSealedDeviceKey() throws(KeychainError) -> AnyObject? {
        try translatingErrors {
            let file = DeviceKeyFile(root: self)
            guard try file.sealed() != nil else { return nil }
            return try ForkGuard.withForksBlocked { try file.open() }
        }
    }
}
