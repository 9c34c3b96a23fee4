import Foundation
import KeyManagement
import LinuxSupport
import Secrets
import Synchronization
import TrustedPlatform

/// The file that holds the device key, as it is or sealed in a TPM.
struct DeviceKeyFile: Sendable {
    /// In bytes: longer ones are damaged.
    static let limit = 4096
    /// What a file begins with that has the key in the clear.
    static let clear = "CHDEVKY1".utf8

    let root: KeychainRoot
    var path: String { root.deviceKeyPath }

    /// The key; nil if there is no file.
    ///
    /// - Throws: `KeyError.damaged`; a `KeychainError` if the file cannot be read, or the TPM does not open the key.
    func open() throws -> DeviceKey? {
        guard let contents = try Descriptor.contents(of: path, limit: Self.limit) else { return nil }
        do {
            return try open(contents)
        } catch let error as KeyError {
            // Was it just replaced? Then the old file is overwritten.
            guard let again = try Descriptor.contents(of: path, limit: Self.limit), !again.equals(contents) else {
                throw error
            }
            return try open(again)
        }
    }

    /// What is sealed; nil if the key is not, or there is none.
    ///
    /// - Throws: `KeyError.damaged`; a `KeychainError` if the file cannot be read.
    func sealed() throws -> SealedDeviceKey? {
        guard let contents = try Descriptor.contents(of: path, limit: Self.limit) else { return nil }
        return try contents.withUnsafeBytes { contents in
            SealedDeviceKey.isSealed(contents) ? try SealedDeviceKey(fileContents: contents) : nil
        }
    }

    private func open(_ contents: borrowing SecretBytes) throws -> DeviceKey {
        let sealed = try contents.withUnsafeBytes { contents in
            SealedDeviceKey.isSealed(contents) ? try SealedDeviceKey(fileContents: contents) : nil
        }
        guard let sealed else { return try contents.withUnsafeBytes { try DeviceKey(fileContents: $0) } }
        return try OpenDeviceKeys.shared.key(of: sealed) { try unseal(sealed) }
    }

    /// Asks the TPM.
    ///
    /// - Parameter address: where it is now, if not where it was.
    func unseal(_ sealed: SealedDeviceKey, address: TPMAddress? = nil) throws -> DeviceKey {
        do {
            return try tryToUnseal(sealed, address)
        } catch let error as TPMError where error.mayLast {
            let recovery =
                sealed.hasRecoveryCode
                ? "use the recovery code: chatelaine device-key unseal --recovery-code"
                : "move “\(path)” away and use: chatelaine recovery-key use"
            throw KeychainError(.notAvailable, error.reason, remedy: "\(error.remedy); or \(recovery)")
        }
    }

    private func tryToUnseal(_ sealed: SealedDeviceKey, _ address: TPMAddress?) throws -> DeviceKey {
        // What is no address is not given to libtss2, which would load libraries by it or run commands.
        guard let address = address ?? TPMAddress(sealed.address),
            let pcrs = sealed.registers.isEmpty ? .some(nil) : PCRSelection(sealed.registers).map(Optional.some)
        else { throw KeyError.damaged("the sealed device key file") }
        let object = SealedObject(
            parent: sealed.parent, publicArea: sealed.publicArea, privateArea: sealed.privateArea, pcrs: pcrs)
        let contents = try whileAlone { try TrustedPlatform(at: address).unseal(object) }
        let key = try contents.withUnsafeBytes { try DeviceKey(fileContents: $0) }
        guard key.id == sealed.id else { throw KeyError.damaged("the sealed device key file") }
        return key
    }

    /// Runs `body` while no other process with keychains under this root uses the TPM: one without a resource manager gives its
    /// answers to whoever asks for them first.
    func whileAlone<Result: ~Copyable>(_ body: () throws -> Result) throws -> Result {
        var result: Result?
        try FileLock(path: root.path + "/tpm.lock").whileHolding(patience: Connections.patience) {
            result = try body()
        }
        guard let result else { throw KeychainError(.notAvailable, "the TPM was not asked") }
        return result
    }
}

/// The sealed device keys that this process has open: each is asked for once, for a TPM takes its time.
private final class OpenDeviceKeys: Sendable {
    static let shared = OpenDeviceKeys()

    private struct Entry { weak var key: DeviceKey? }
    private let entries = Mutex<[SealedDeviceKey: Entry]>([:])

    /// The key that is open, or what `unseal` gives.
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

    /// Opens a sealed device key, so that keychains that are opened later need no TPM; for a process that is about to give up what that
    /// takes.
    ///
    /// - Returns: what has to be kept until then; nil if the key is not sealed.
    /// - Throws: `.notAvailable` if the TPM does not open it.
    package func holdSealedDeviceKey() throws(KeychainError) -> AnyObject? {
        try translatingErrors {
            let file = DeviceKeyFile(root: self)
            guard try file.sealed() != nil else { return nil }
            return try ForkGuard.whileHoldingOff { try file.open() }
        }
    }
}
