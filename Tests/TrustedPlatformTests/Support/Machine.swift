import Foundation
import Glibc
import KeyManagement
import Secrets
import TestSupport
import TrustedPlatform

@testable import KeychainServices

/// A disk with a keychain, and a TPM.
final class Machine {
    let tpm: SoftwareTPM
    let home: String
    var root: KeychainRoot { KeychainRoot(path: home + "/data") }
    var keyPath: String { root.deviceKeyPath }

    init() throws {
        tpm = try SoftwareTPM()
        home = tpm.directory + "/home"
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    }

    func open() throws -> Keychain { try Self.open(root) }

    private static func open(_ root: KeychainRoot) throws -> Keychain {
        try Keychain(root: root, accessGroups: AccessGroups(["g"]), passcodeCost: .cheapForTests)
    }

    func store(_ secret: String, protection: ProtectionClass = .whenUnlocked) throws {
        let keychain = try open()
        defer { keychain.close() }
        _ = try keychain.add(
            NewItem(
                .genericPassword, [.service: "mail", .account: "alice", .accessible: .string(protection.code)],
                data: Data(secret.utf8)))
    }

    func read() throws -> String? { try Self.read(root) }

    /// What is stored, where the sealed file may name a way to the TPM that is closed now.
    func readAtOwnTPM() throws -> String? {
        unlink(tpm.socket + "-gate")
        symlink(tpm.socket, tpm.socket + "-gate")
        return try read()
    }

    static func read(_ root: KeychainRoot) throws -> String? {
        let keychain = try open(root)
        defer { keychain.close() }
        let items = try keychain.items(matching: Query(.genericPassword, [.service: "mail"]), reading: .data)
        return items.first?.data.map { String(decoding: $0, as: UTF8.self) }
    }

    func makeRecoveryKey() throws -> SecretBytes {
        let keychain = try open()
        defer { keychain.close() }
        return try keychain.makeRecoveryKey()
    }

    /// The key as it lies in its file.
    func keyBytes() throws -> Data { try Data(contentsOf: URL(fileURLWithPath: keyPath))[24..<56] }

    func sealing() throws -> DeviceKeySealing { try DeviceKeySealing(root, tcti: "swtpm:path=" + tpm.socket) }

    /// - Returns: the recovery code.
    func seal(_ registers: String? = nil, withCode: Bool = true) throws -> [UInt8]? {
        let result = try sealing().seal(registers: registers, withRecoveryCode: withCode)
        switch result.recoveryCode {
        case .some(let code): return code.withUnsafeBytes { Array($0) }
        case .none: return nil
        }
    }

    /// Copies another machine's disk to this one, and lets the sealed file name the TPM of this one.
    func takeDisk(of other: Machine) throws {
        try FileManager.default.copyItem(atPath: other.root.path, toPath: root.path)
        var contents = try Data(contentsOf: URL(fileURLWithPath: keyPath)).dropLast(8)
        // Both have the same length.
        guard let range = contents.range(of: Data(other.tpm.socket.utf8)) else { throw TestFailure("not sealed") }
        contents.replaceSubrange(range, with: Data(tpm.socket.utf8))
        var digest = [UInt8](repeating: 0, count: 32)
        contents.withUnsafeBytes { contents in digest.withUnsafeMutableBytes { sha256(contents, into: $0) } }
        try (contents + digest.prefix(8)).write(to: URL(fileURLWithPath: keyPath))
    }
}
