import Foundation
import Glibc
import KeychainServices
import LinuxSupport
import Synchronization

/// Keychains that a user moves to the system service. They are collected next to those that are there, and replace them only when all
/// of them have come and can be opened.
final class Arrival: Sendable {
    /// The most bytes of one user: more than a million items take.
    private static let mostBytes: UInt64 = 64 << 30
    private static let mostFiles = 4096

    private struct State {
        /// The connection that sends them.
        var connection: Poller.ID?
        var file: (path: String, descriptor: Int32, size: UInt64)?
        var files = 0
        var bytes: UInt64 = 0

        mutating func closeFile() {
            if let file { close(file.descriptor) }
            file = nil
        }

        /// Forgets everything.
        mutating func reset(connection: Poller.ID? = nil) {
            closeFile()
            self = State(connection: connection)
        }
    }

    private let account: AccountDirectory
    private let state = Mutex(State())

    init(in account: AccountDirectory) { self.account = account }

    deinit { state.withLock { $0.closeFile() } }

    func isBegun(by connection: Poller.ID) -> Bool { state.withLock { $0.connection == connection } }

    /// Begins a move, and forgets what came before.
    func begin(by connection: Poller.ID) throws(KeychainError) {
        try account.makeIncoming()
        state.withLock { $0.reset(connection: connection) }
    }

    /// - Parameters:
    ///   - path: below the directory of one user.
    ///   - offset: the bytes of the file that came before.
    /// - Throws: `.parameter` for a file that does not belong there or a part that does not follow; `.notAvailable` if it cannot be written.
    func append(_ bytes: UnsafeRawBufferPointer, to path: String, at offset: UInt64) throws(KeychainError) {
        guard Self.isExpected(path) else {
            throw KeychainError(.parameter, "no such file belongs to a user's keychains")
        }
        try state.withLock { (state) throws(KeychainError) in
            state.bytes += UInt64(bytes.count)
            guard state.bytes <= Self.mostBytes, state.files < Self.mostFiles else {
                throw KeychainError(.parameter, "this is more than the system service takes over")
            }
            if offset == 0, state.file?.path != path { try open(path, &state) }
            guard var file = state.file, file.path == path, file.size == offset else {
                throw KeychainError(.parameter, "the parts of a file do not follow one another")
            }
            let (written, error) = writeAll(bytes, to: file.descriptor)
            guard error == 0 else {
                // A part of it may be there: nothing follows.
                state.closeFile()
                throw .ofSystem("write what arrives", errno: error)
            }
            file.size += UInt64(written)
            state.file = file
        }
    }

    private func open(_ path: String, _ state: inout State) throws(KeychainError) {
        state.closeFile()
        // With O_EXCL no file that is there is opened, whatever it is: there is nothing to check.
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
        let descriptor = Glibc.open(account.incoming.path + "/" + path, flags, 0o600)
        guard descriptor >= 0 else { throw .ofSystem("make a file for what arrives") }
        state.file = (path, descriptor, 0)
        state.files += 1
    }

    /// Whether a user's directory may contain a file of this name.
    static func isExpected(_ path: String) -> Bool {
        if path == "device.key" { return true }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].utf8.count <= 255, !parts[1].hasPrefix("."),
            parts[1].utf8.allSatisfy(isPartOfName)
        else { return false }
        switch parts[0] {
        case "keychains": return parts[1].hasSuffix(".keychain")
        case "former-keys": return parts[1].hasSuffix(".key")
        default: return parts[0] == "audit"
        }
    }

    private static func isPartOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// Forgets the files that have come.
    func abandon() {
        state.withLock { $0.reset() }
        account.removeIncoming()
    }

    /// Checks the files that have come, and makes them replace the others at the next start.
    ///
    /// - Throws: the error of a keychain that cannot be opened; then nothing has changed.
    func finish() throws(KeychainError) {
        state.withLock { $0.reset() }
        let root = account.incoming
        guard access(root.deviceKeyPath, F_OK) == 0, root.keychainNames.contains("default") else {
            throw KeychainError(.parameter, "the device key or the keychain has not come")
        }
        // It would make this process, which is to reach no devices, talk to one that the file names.
        guard try !root.hasSealedDeviceKey() else {
            throw KeychainError(.parameter, "the device key is sealed in a TPM")
        }
        for name in root.keychainNames {
            let keychain = try Keychain(root: root, name: name, accessGroups: AccessGroups(["*"])).forAgent()
            defer { keychain.close() }
            _ = try keychain.status()
        }
        try account.commitIncoming()
    }
}
