import CLinux
import Foundation
import GRDB
import Glibc
import LinuxSupport
import Secrets

/// What it takes to move everything of one user to another place.
extension LocalKeychain {
    /// What tells this keychain from every other, its copies excepted.
    package var keychainID: [UInt8] { store.keys.keybag.keychainID }

    /// Copies the keychain as it is at this moment, log included, into one file.
    ///
    /// - Parameter path: where no file is yet.
    /// - Throws: `.notAvailable` if the file cannot be written.
    package func copy(to path: String) throws(KeychainError) {
        try store.read { session in
            // With the mode that it is to have, before there is anything in it.
            _ = try Descriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL)
            let copy = try DatabaseQueue(path: path)
            try copy.inDatabase { try session.db.backup(to: $0) }
            try copy.close()
        }
    }
}

extension KeychainRoot {
    /// Says that the keychains are with the system service now. As long as it is there no other is made here in their place.
    private var markPath: String { path + "/moved" }

    package var isMoved: Bool { access(markPath, F_OK) == 0 }

    /// - Throws: `.notAvailable` if the keychains were moved to the system service.
    func refuseWhatWasMoved() throws(KeychainError) {
        guard isMoved else { return }
        throw KeychainError(
            .notAvailable, "the keychains of this user are with the system service, which is not there",
            remedy: "ask the administrator to start it: systemctl start chatelaine-system.socket")
    }

    /// The names of the keychains, sorted.
    package var keychainNames: [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: path + "/keychains")) ?? []
        return files.filter { $0.hasSuffix(Self.ending) }.map { String($0.dropLast(Self.ending.count)) }.sorted()
    }

    private static let ending = ".keychain"

    /// What the device key's file holds; nil if there is none.
    package func deviceKeyFile() throws(KeychainError) -> SecretBytes? {
        try Descriptor.contents(of: deviceKeyPath, limit: 4096)
    }

    // MARK: - Moving away

    /// Written before the first keychain is closed to programs: which of them were open to them before, a name on each line.
    private var movingPath: String { path + "/moving" }
    /// Written before the last message of a move, whose answer may be lost.
    private var finishingPath: String { path + "/moving-ends" }

    /// Runs `body` while no other process moves these keychains.
    ///
    /// - Throws: `.notAvailable` if another one does; what `body` throws.
    package func whileMoving<Result>(_ body: () throws(KeychainError) -> Result) throws(KeychainError) -> Result {
        let lock = try Descriptor(opening: path + "/moving.lock", O_RDWR | O_CREAT)
        guard clinux_ofd_lock(lock.number, false) == 0 else {
            throw KeychainError(
                .notAvailable, "the keychains are being moved already", remedy: "wait until that is done")
        }
        // Not by closing it alone: a process that is just being started may still have a copy of the descriptor.
        defer { _ = clinux_ofd_unlock(lock.number) }
        return try body()
    }

    /// Which keychains were open to programs when a move began that has not ended; nil: none has begun.
    package var openBeforeMove: [String]? {
        guard let text = try? String(contentsOfFile: movingPath, encoding: .utf8) else { return nil }
        return text.split(separator: "\n").map(String.init)
    }

    /// Whether the service may have taken the keychains over without having been able to say so.
    package var mayHaveMoved: Bool { access(finishingPath, F_OK) == 0 }

    package func beginMove(open names: [String]) throws(KeychainError) {
        try Self.writeDurably(names.joined(separator: "\n"), movingPath)
        try Descriptor.synchronizeDirectory(path)
    }

    package func beginEndOfMove() throws(KeychainError) {
        try Self.writeDurably("", finishingPath)
        try Descriptor.synchronizeDirectory(path)
    }

    package func forgetEndOfMove() { unlink(finishingPath) }

    /// The move did not take place.
    package func forgetMove() {
        unlink(finishingPath)
        unlink(movingPath)
    }

    private static func writeDurably(_ text: String, _ path: String) throws(KeychainError) {
        let file = try Descriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC)
        let bytes = SecretBytes(copying: text.utf8)
        try bytes.withUnsafeBytes { (bytes) throws(KeychainError) in try file.write(bytes, path: path) }
        try file.synchronize(path: path)
    }

    /// Removes the keychains that were moved, and remembers that. Cut short, it goes on the next time that it is called.
    ///
    /// - Throws: `.notAvailable` if the mark cannot be made, and nothing was removed; or if something cannot be removed.
    package func leave(_ names: [String]) throws(KeychainError) {
        try Self.writeDurably("", markPath)
        try Descriptor.synchronizeDirectory(path)
        let files = (try? FileManager.default.contentsOfDirectory(atPath: path + "/keychains")) ?? []
        for name in names {
            for file in files where file.hasPrefix(name + Self.ending) { try Self.remove(path + "/keychains/" + file) }
        }
        // One that has come meanwhile was not moved: it stays, with its key.
        guard keychainNames.isEmpty else {
            throw KeychainError(
                .notAvailable, "a keychain has come into “\(path)” that was not moved", remedy: "see whose it is")
        }
        for name in ["keychains", "audit", "device.key", "root.lock", "tpm.lock", "moving", "moving-ends"] {
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
