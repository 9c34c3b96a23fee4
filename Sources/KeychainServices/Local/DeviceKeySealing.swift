import Foundation
import Glibc
import KeyManagement
import LinuxSupport
import Secrets
import TrustedPlatform

/// Moves the device key of a root into a TPM, and back. Keychains, and processes that have them open, are not affected: the key
/// stays the same.
///
/// If the process is killed at any moment, either the old or the new file is there, and works.
package struct DeviceKeySealing {
    /// The size of a recovery code in bytes.
    package static let recoveryCodeSize = SealedDeviceKey.recoveryCodeSize

    /// The points at which tests end the process.
    enum Step: CaseIterable { case written, verified, replaced, overwritten }

    private let root: KeychainRoot
    private let file: DeviceKeyFile
    private let address: TPMAddress?
    private let pass: (Step) -> Void

    /// Prepares sealing or unsealing.
    ///
    /// - Parameters:
    ///   - root: the location of the device key.
    ///   - tcti: the address of the TPM in the syntax of ``TPMAddress``; nil for the address in the sealed key, or the machine's own.
    /// - Throws: `.parameter` if `tcti` is not an address.
    package init(_ root: KeychainRoot, tcti: String? = nil) throws(KeychainError) {
        try self.init(root, tcti: tcti) { _ in }
    }

    init(_ root: KeychainRoot, tcti: String?, passing: @escaping (Step) -> Void) throws(KeychainError) {
        self.root = root
        file = DeviceKeyFile(root: root)
        pass = passing
        guard let tcti else {
            address = nil
            return
        }
        guard let address = TPMAddress(tcti) else {
            throw KeychainError(
                .parameter, "that is not the address of a TPM", remedy: "give device:/dev/tpmrm0, or swtpm:path=/…")
        }
        self.address = address
    }

    /// Seals the key. A sealed key is sealed again, for other registers or at another address.
    ///
    /// - Parameters:
    ///   - registers: the registers that must have their current values when the key is opened, such as `sha256:7`; nil for none.
    ///   - withRecoveryCode: whether to make a code that opens the key without the TPM.
    /// - Returns: the recovery code, and whether the old key is still on the disk under another name.
    /// - Throws: `.parameter` for invalid registers; `.notAvailable` if the TPM cannot be used, there is no device key, or files
    ///   cannot be read or written. Then nothing has changed.
    package func seal(registers: String?, withRecoveryCode: Bool) throws(KeychainError) -> Sealed {
        let pcrs = registers.flatMap { PCRSelection($0) }
        guard (pcrs == nil) == (registers == nil) else {
            throw KeychainError(
                .parameter, "those are not registers of a TPM", remedy: "give a bank and registers: sha256:7")
        }
        return try withDeviceKeyLock {
            let key = try existingKey()
            guard let address = try self.address ?? previousAddress() ?? TPMAddress.ofMachine() else {
                throw KeychainError(
                    .notAvailable, "this machine has no TPM 2.0 at /dev/tpmrm0",
                    remedy: "enable it in the machine's firmware, or give its address: --tcti")
            }
            let object = try file.withTPMLock {
                try TrustedPlatform(at: address).seal(key.fileContents(), pcrs: pcrs)
            }
            var sealed = SealedDeviceKey(
                of: key, address: address.description, registers: pcrs?.description ?? "", parent: object.parent,
                publicArea: object.publicArea, privateArea: object.privateArea)
            let code = withRecoveryCode ? sealed.makeRecoveryCode(for: key) : nil
            let remains = try replace(with: SecretBytes(copying: sealed.fileContents()), whichOpens: key)
            return Sealed(recoveryCode: code, oldKeyRemains: remains)
        }
    }

    /// The result of sealing.
    package struct Sealed: ~Copyable {
        /// The code that opens the key without the TPM; shown once.
        package let recoveryCode: SecretBytes?
        /// Whether the plaintext key file has another name as well, and was left unchanged.
        package let oldKeyRemains: Bool
    }

    /// Unseals the key with the TPM and writes it to the file.
    ///
    /// - Throws: `.notAvailable` if the TPM does not open the key, it is not sealed, or files cannot be read or written. Then nothing
    ///   has changed.
    package func unseal() throws(KeychainError) {
        try withDeviceKeyLock {
            let key = try file.unseal(existingSeal(), address: address)
            _ = try replace(with: key.fileContents(), whichOpens: key)
        }
    }

    /// Recovers the key without the TPM and writes it to the file.
    ///
    /// - Parameter recoveryCode: the result of the last ``seal(registers:withRecoveryCode:)``.
    /// - Throws: `.authenticationFailed` for a wrong code; `.notAvailable` if the key is not sealed, or files cannot
    ///   be read or written. Then nothing has changed.
    package func unseal(recoveryCode: borrowing SecretBytes) throws(KeychainError) {
        let code = recoveryCode.copy()
        try withDeviceKeyLock {
            guard let key = try existingSeal().deviceKey(recoveryCode: code) else {
                throw KeychainError(
                    .authenticationFailed, "that is not the recovery code of this device key",
                    remedy: "use the latest one: every “device-key seal” makes a new code")
            }
            _ = try replace(with: key.fileContents(), whichOpens: key)
        }
    }

    // MARK: -

    private func existingKey() throws -> DeviceKey {
        if let sealed = try file.sealed() { return try file.unseal(sealed) }
        guard let key = try file.open() else {
            throw KeychainError(
                .notAvailable, "there is no device key yet: “\(file.path)”", remedy: "store something first")
        }
        return key
    }

    private func existingSeal() throws -> SealedDeviceKey {
        guard let sealed = try file.sealed() else {
            throw KeychainError(.notAvailable, "the device key is not sealed", remedy: "nothing has to be done")
        }
        return sealed
    }

    private func previousAddress() throws -> TPMAddress? { try file.sealed().flatMap { TPMAddress($0.address) } }

    /// Calls `body` while no other process makes, moves or seals the key.
    private func withDeviceKeyLock<Result: ~Copyable>(_ body: () throws -> Result) throws(KeychainError) -> Result {
        try root.checkNotMoved()
        guard access(root.path, F_OK) == 0 else {
            throw KeychainError(
                .notAvailable, "there is no device key yet: “\(file.path)”", remedy: "store something first")
        }
        var result: Result?
        try root.withMoveLock { () throws(KeychainError) in
            try translatingErrors {
                try root.whileLocked { result = try body() }
            }
        }
        guard let result else { throw KeychainError(.notAvailable, "nothing was done") }
        return result
    }

    /// Replaces the file once the new contents are durable and have been verified to open.
    ///
    /// - Returns: whether a plaintext key remains under another name.
    private func replace(with contents: borrowing SecretBytes, whichOpens key: DeviceKey) throws -> Bool {
        let old = try OldDeviceKey(path: file.path)
        let temporary = file.path + KeychainFile.temporarySuffix
        try OldDeviceKey.discard(temporary)
        do {
            let new = try Descriptor(openingOwn: temporary, O_WRONLY | O_CREAT | O_EXCL)
            try contents.withUnsafeBytes { try new.write($0, path: temporary) }
            try new.synchronize(path: temporary)
            pass(.written)
            try verify(temporary, key)
            pass(.verified)
            try KeychainFile.rename(temporary, file.path)
        } catch {
            try? OldDeviceKey.discard(temporary)
            throw error
        }
        try Descriptor.synchronizeDirectory(root.path)
        pass(.replaced)
        let remains = old.isPlaintext ? try !old.overwrite() : false
        pass(.overwritten)
        return remains
    }

    /// Reads the written file back as a process that opens a keychain does.
    private func verify(_ path: String, _ key: DeviceKey) throws {
        guard let contents = try Descriptor.contents(ofOwn: path, limit: DeviceKeyFile.limit) else {
            throw KeyError.damaged("the new device key file")
        }
        let opened = try contents.withUnsafeBytes { contents in
            SealedDeviceKey.isSealed(contents)
                ? try file.unseal(SealedDeviceKey(fileContents: contents)) : try DeviceKey(fileContents: contents)
        }
        guard opened.isSame(as: key) else { throw KeyError.damaged("the new device key file") }
    }
}
