import Foundation
import GRDB
import Glibc
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
            _ = try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_EXCL)
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
        try FileDescriptor.contents(of: deviceKeyPath, limit: 4096)
    }

    /// Removes the keychains, which are elsewhere now, and remembers that.
    ///
    /// - Throws: `.notAvailable` if the mark cannot be made; then nothing was removed.
    package func leave() throws(KeychainError) {
        do {
            let mark = try FileDescriptor(opening: markPath, O_WRONLY | O_CREAT)
            try mark.synchronize(path: markPath)
        }
        try FileDescriptor.synchronizeDirectory(path)
        for name in ["keychains", "audit", "device.key", "root.lock"] {
            try? FileManager.default.removeItem(atPath: path + "/" + name)
        }
    }
}
