import CLinux
import Foundation
import GRDB
import Glibc
import LinuxSupport
import Secrets

/// Moving all keychains of one user to the system service.
extension LocalKeychain {
    /// The identifier of this keychain, which its copies share.
    package var keychainID: [UInt8] { store.keys.keybag.keychainID }

    /// Copies the keychain in its current state, log included, into one file.
    ///
    /// - Parameter path: a path where no file exists.
    /// - Throws: `.notAvailable` if the file cannot be written.
    package func copy(to path: String) throws(KeychainError) {
        try store.read { session in
            // Created with its final mode before anything is written to it.
            _ = try Descriptor(openingOwn: path, O_WRONLY | O_CREAT | O_EXCL)
            let copy = try DatabaseQueue(path: path)
            try copy.inDatabase { try session.db.backup(to: $0) }
            try copy.close()
        }
    }
}

extension KeychainRoot {
    /// A mark that the keychains belong to the system service now. While it exists, no new keychain is created here.
    private var markPath: String { path + "/moved" }

    package var isMoved: Bool { access(markPath, F_OK) == 0 }

    /// Whether the keychains were moved, and nothing of them and of the move is left here.
    package var isMoveComplete: Bool {
        let files: [String] = [deviceKeyPath, movingPath, finishingPath]
        return isMoved && keychainNames.isEmpty && !files.contains { access($0, F_OK) == 0 }
    }

    /// Refuses access to keychains that have been moved.
    ///
    /// - Throws: `.notAvailable` if the keychains were moved to the system service.
    func checkNotMoved() throws(KeychainError) {
        guard isMoved else { return }
        throw KeychainError(
            .notAvailable, "the keychains of this user belong to the system service, which is not running",
            remedy: "ask the administrator to start it: systemctl start chatelaine-system.socket")
    }

    /// The names of the keychains, sorted.
    package var keychainNames: [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: path + "/keychains")) ?? []
        return files.filter { $0.hasSuffix(Self.suffix) }.map { String($0.dropLast(Self.suffix.count)) }.sorted()
    }

    /// Returns the contents of the device key's file; nil if there is none.
    package func deviceKeyFile() throws(KeychainError) -> SecretBytes? {
        try Descriptor.contents(ofOwn: deviceKeyPath, limit: DeviceKeyFile.limit)
    }

    // MARK: - Moving away

    /// The names of the keychains that were open to programs, one per line. Written before the first of them is closed to programs.
    private var movingPath: String { path + "/moving" }
    /// Written before the last message of a move, because the reply to it may be lost.
    private var finishingPath: String { path + "/moving-ends" }

    /// Calls `body` while no other process moves these keychains.
    ///
    /// - Throws: `.notAvailable` if another process does; the error of `body`.
    package func withMoveLock<Result>(_ body: () throws(KeychainError) -> Result) throws(KeychainError) -> Result {
        try checkDirectories()
        let lock = try Descriptor(openingOwn: path + "/moving.lock", O_RDWR | O_CREAT)
        guard clinux_ofd_lock(lock.number, false) == 0 else {
            throw KeychainError(
                .notAvailable, "another process is already moving the keychains", remedy: "wait until that is done")
        }
        // Closing alone is not enough: a child process that is just being started may still have a copy of the descriptor.
        defer { _ = clinux_ofd_unlock(lock.number) }
        return try body()
    }

    /// The keychains that were open to programs when an unfinished move began; nil if no move has begun.
    package var openBeforeMove: [String]? {
        (try? movingList())?.split(separator: "\n").map(String.init)
    }

    private func movingList() throws(KeychainError) -> String? {
        guard let list = try Descriptor.contents(ofOwn: movingPath, limit: Self.mostBytesOfList) else { return nil }
        return list.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    /// The maximum size of the list: more than 5,000 of the longest names.
    private static let mostBytesOfList = 1 << 20

    /// Whether the service may have taken over the keychains although its reply was lost.
    package var mayHaveMoved: Bool { access(finishingPath, F_OK) == 0 }

    package func beginMove(open names: [String]) throws(KeychainError) {
        try Self.writeDurably(names.joined(separator: "\n"), movingPath)
        try Descriptor.synchronizeDirectory(path)
    }

    package func markMoveFinishing() throws(KeychainError) {
        try Self.writeDurably("", finishingPath)
        try Descriptor.synchronizeDirectory(path)
    }

    package func clearMoveFinishing() { unlink(finishingPath) }

    /// Removes the marks of a move that did not take place.
    package func clearMove() {
        unlink(finishingPath)
        unlink(movingPath)
    }

    private static func writeDurably(_ text: String, _ path: String) throws(KeychainError) {
        let file = try Descriptor(openingOwn: path, O_WRONLY | O_CREAT | O_TRUNC)
        let bytes = SecretBytes(copying: text.utf8)
        try bytes.withUnsafeBytes { (bytes) throws(KeychainError) in try file.write(bytes, path: path) }
        try file.synchronize(path: path)
    }

    /// Removes the keychains that were moved, and marks the root as moved. If it is interrupted, the next call continues.
    ///
    /// - Throws: `.notAvailable` if the mark cannot be written, and nothing was removed; or if something cannot be removed.
    package func removeMovedKeychains(_ names: [String]) throws(KeychainError) {
        try Self.writeDurably("", markPath)
        try Descriptor.synchronizeDirectory(path)
        let files = (try? FileManager.default.contentsOfDirectory(atPath: path + "/keychains")) ?? []
        for name in names {
            for file in files where file.hasPrefix(name + Self.suffix) { try Self.remove(path + "/keychains/" + file) }
        }
        // A keychain that was created meanwhile was not moved: it stays, with its key.
        guard keychainNames.isEmpty else {
            throw KeychainError(
                .notAvailable, "“\(path)” contains a keychain that was not moved",
                remedy: "find out which program created it")
        }
        for name in [
            "keychains", "audit", "former-keys", "device.key", "root.lock", "tpm.lock", "moving", "moving-ends",
        ] {
            try Self.remove(path + "/" + name)
        }
    }

    private static func remove(_ path: String) throws(KeychainError) {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch {
            guard access(path, F_OK) == 0 else { return }
            throw KeychainError(
                .notAvailable, "the keychains were moved, but “\(path)” is still there", remedy: "remove it")
        }
    }
}
