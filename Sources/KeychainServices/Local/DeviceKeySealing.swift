import Foundation
import Glibc
import KeyManagement
import LinuxSupport
import Secrets
import TrustedPlatform

/// Moves the device key of a root into a TPM, and back. Keychains, and processes that have them open, notice nothing: the key stays
/// the same.
///
/// Killed at any moment, either the old or the new file is there, and works.
package struct DeviceKeySealing {
    /// Bytes of a recovery code.
    package static let recoveryCodeSize = SealedDeviceKey.recoveryCodeSize

    /// Where a process could be ended, for tests.
    enum Step: CaseIterable { case written, verified, replaced, overwritten }

    private let root: KeychainRoot
    private let file: DeviceKeyFile
    private let address: TPMAddress?
    private let pass: (Step) -> Void

    /// - Parameters:
    ///   - root: where the device key is.
    ///   - tcti: where the TPM is, in the words of ``TPMAddress``; nil for where the sealed key says, or the machine's own.
    /// - Throws: `.parameter` if `tcti` is none.
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
                .parameter, "that is no address of a TPM", remedy: "give device:/dev/tpmrm0, or swtpm:path=/…")
        }
        self.address = address
    }

    /// Seals the key; one that is sealed is sealed anew, for other registers or at another address.
    ///
    /// - Parameters:
    ///   - registers: what has to be as it is now when the key is opened, such as `sha256:7`; nil: nothing.
    ///   - withRecoveryCode: whether there is to be a code that opens the key without the TPM.
    /// - Returns: the recovery code, and whether the old key is still on the disk under another name.
    /// - Throws: `.parameter` for registers that are none; `.notAvailable` if the TPM cannot be used, there is no device key, or files
    ///   cannot be read or written. Then nothing has changed.
    package func seal(registers: String?, withRecoveryCode: Bool) throws(KeychainError) -> Sealed {
        let pcrs = registers.flatMap { PCRSelection($0) }
        guard (pcrs == nil) == (registers == nil) else {
            throw KeychainError(
                .parameter, "those are no registers of a TPM", remedy: "give a bank and registers: sha256:7")
        }
        return try whileAlone {
            let key = try existingKey()
            guard let address = try self.address ?? previousAddress() ?? TPMAddress.ofMachine() else {
                throw KeychainError(
                    .notAvailable, "this machine has no TPM 2.0 at /dev/tpmrm0",
                    remedy: "switch it on in the machine's firmware, or say where it is: --tcti")
            }
            let object = try file.whileAlone {
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

    /// What sealing has led to.
    package struct Sealed: ~Copyable {
        /// Opens the key without the TPM; shown once.
        package let recoveryCode: SecretBytes?
        /// Whether the file that had the key in the clear has another name, and was left as it is.
        package let oldKeyRemains: Bool
    }

    /// Has the TPM bring the key back into the file.
    ///
    /// - Throws: `.notAvailable` if the TPM does not open the key, it is not sealed, or files cannot be read or written. Then nothing
    ///   has changed.
    package func unseal() throws(KeychainError) {
        try whileAlone {
            let key = try file.unseal(existingSeal(), address: address)
            _ = try replace(with: key.fileContents(), whichOpens: key)
        }
    }

    /// Brings the key back into the file without the TPM.
    ///
    /// - Parameter recoveryCode: what ``seal(registers:withRecoveryCode:)`` gave, the last time.
    /// - Throws: `.authenticationFailed` for a code that is not the right one; `.notAvailable` if the key is not sealed, or files cannot
    ///   be read or written. Then nothing has changed.
    package func unseal(recoveryCode: borrowing SecretBytes) throws(KeychainError) {
        let code = recoveryCode.copy()
        try whileAlone {
            guard let key = try existingSeal().deviceKey(recoveryCode: code) else {
                throw KeychainError(
                    .authenticationFailed, "that is not the recovery code of this device key",
                    remedy: "look for a later one: every “device-key seal” makes its own")
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

    /// Runs `body` while no other process makes, moves or seals the key.
    private func whileAlone<Result: ~Copyable>(_ body: () throws -> Result) throws(KeychainError) -> Result {
        try root.refuseWhatWasMoved()
        guard access(root.path, F_OK) == 0 else {
            throw KeychainError(
                .notAvailable, "there is no device key yet: “\(file.path)”", remedy: "store something first")
        }
        var result: Result?
        try root.whileMoving { () throws(KeychainError) in
            try translatingErrors {
                try FileLock(path: root.lockPath).whileHolding(patience: Connections.patience) { result = try body() }
            }
        }
        guard let result else { throw KeychainError(.notAvailable, "nothing was done") }
        return result
    }

    /// Puts new contents in the file's place once they are durable and known to open.
    ///
    /// - Returns: whether a key in the clear remains under another name.
    private func replace(with contents: borrowing SecretBytes, whichOpens key: DeviceKey) throws -> Bool {
        let old = try OldDeviceKey(path: file.path)
        let temporary = file.path + KeychainFile.temporarySuffix
        try OldDeviceKey.discard(temporary)
        do {
            let new = try Descriptor(opening: temporary, O_WRONLY | O_CREAT | O_EXCL)
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
        let remains = old.isInTheClear ? try !old.overwrite() : false
        pass(.overwritten)
        return remains
    }

    /// Reads what was written as whoever opens a keychain will.
    private func verify(_ path: String, _ key: DeviceKey) throws {
        guard let contents = try Descriptor.contents(of: path, limit: DeviceKeyFile.limit) else {
            throw KeyError.damaged("the new device key file")
        }
        let opened = try contents.withUnsafeBytes { contents in
            SealedDeviceKey.isSealed(contents)
                ? try file.unseal(SealedDeviceKey(fileContents: contents)) : try DeviceKey(fileContents: contents)
        }
        guard opened.isSame(as: key) else { throw KeyError.damaged("the new device key file") }
    }
}
