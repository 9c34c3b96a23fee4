import CLinux
import Foundation
import Glibc
import KeyManagement
import LinuxSupport

/// A keychain that is restored from a backup.
package struct RestoredKeychain: Hashable, Sendable {
    /// The name that it gets here.
    package let name: String
    /// Whether it takes the place of one that exists.
    package let replaces: Bool

    /// Makes the value.
    package init(name: String, replaces: Bool) {
        self.name = name
        self.replaces = replaces
    }

    fileprivate init?(stagedName: String) {
        for (prefix, replaces) in [(Self.new, false), (Self.replacing, true)]
        where stagedName.hasPrefix(prefix) && stagedName.hasSuffix(KeychainRoot.suffix) {
            name = String(stagedName.dropFirst(prefix.count).dropLast(KeychainRoot.suffix.count))
            self.replaces = replaces
            return
        }
        return nil
    }

    /// The name of its file while it is not in its place. It says what is to happen, so that another process can complete it.
    package var stagedName: String { (replaces ? Self.replacing : Self.new) + name + KeychainRoot.suffix }

    private static let (new, replacing) = ("new.", "replace.")
}

/// Putting restored keychains in their place: all of them or none.
///
/// They are collected in a directory. One rename(2) of it decides that they are restored. If the process ends after that, the next process
/// that opens any keychain of this root puts the rest in its place first.
extension KeychainRoot {
    /// The directory in which keychains are collected.
    private var stagingDirectory: String { path + "/restoring" }
    /// The same directory from the decision on.
    private var decidedDirectory: String { path + "/restored" }

    /// Calls `body` with a directory for copies of keychains while no other process makes or restores a backup of this root.
    ///
    /// - Parameter body: is given an empty directory, which is removed afterwards.
    /// - Throws: `.notAvailable` if another process does; the error of `body`.
    package func withCopies<Result>(_ body: (_ directory: String) throws -> Result) throws(KeychainError) -> Result {
        try prepare()
        return try translatingErrors {
            let lock = try Descriptor(openingOwn: path + "/backup.lock", O_RDWR | O_CREAT)
            guard clinux_ofd_lock(lock.number, false) == 0 else {
                throw KeychainError(
                    .notAvailable, "another process is making or restoring a backup",
                    remedy: "try again when it is done")
            }
            // Closing alone is not enough: a child process that is just being started may still have a copy of the descriptor.
            defer { _ = clinux_ofd_unlock(lock.number) }
            // That of a process that was ended.
            try? FileManager.default.removeItem(atPath: stagingDirectory)
            guard mkdir(stagingDirectory, 0o700) == 0 else { throw KeychainError.system("make", stagingDirectory) }
            defer { try? FileManager.default.removeItem(atPath: stagingDirectory) }
            return try body(stagingDirectory)
        }
    }

    /// Puts the keychains in the directory of ``withCopies(_:)`` in their place. Each file there has its ``RestoredKeychain/stagedName``.
    ///
    /// - Parameters:
    ///   - keychains: the restored keychains.
    ///   - formerKeys: the device keys under which they were.
    /// - Throws: `.duplicateItem` if there is one of a new one's name; `.notAvailable` if one that is replaced is open in a process, or a
    ///   file cannot be written. Nothing has changed then.
    package func putInPlace(_ keychains: [RestoredKeychain], formerKeys: [DeviceKey]) throws(KeychainError) {
        try translatingErrors {
            for keychain in keychains where keychain.replaces {
                StoreRegistry.shared.openStore(keychainPath(named: keychain.name))?.retire()
            }
            try whileLocked {
                try checkPlaces(keychains)
                let own = try DeviceKeyFile(root: self).open() ?? makeOwnDeviceKey()
                for key in formerKeys { try keepFormerDeviceKey(key, own) }
                for keychain in keychains {
                    let staged = stagingDirectory + "/" + keychain.stagedName
                    try Descriptor(openingOwn: staged, O_RDONLY).synchronize(path: staged)
                }
                try Descriptor.synchronizeDirectory(stagingDirectory)
                try whileExclusive(keychains.filter(\.replaces)[...]) {
                    try KeychainFile.rename(stagingDirectory, decidedDirectory)
                    try Descriptor.synchronizeDirectory(path)
                    try moveDecided()
                }
            }
        }
    }

    /// Calls `body` while no process writes to some keychains.
    ///
    /// - Throws: `.notAvailable` if one is written to for longer than the timeout; the error of `body`.
    package func whileWritersWait<Result>(for names: [String], _ body: () throws -> Result) throws -> Result {
        guard let first = names.first else { return try body() }
        let lock = try FileLock(path: keychainPath(named: first) + ".lock")
        return try lock.whileHolding(timeout: Connections.lockTimeout) {
            try whileWritersWait(for: Array(names.dropFirst()), body)
        }
    }

    /// Puts a lost device key back if a keychain here names it.
    ///
    /// - Parameter keys: the device keys of a backup.
    /// - Returns: whether one was put back.
    package func bringBackDeviceKey(from keys: [DeviceKey]) throws(KeychainError) -> Bool {
        try translatingErrors {
            guard !Self.exists(deviceKeyPath) else { return false }
            let ids = keychainNames.compactMap { try? Self.deviceID(ofKeychainAt: keychainPath(named: $0)) }
            guard let key = keys.first(where: { ids.contains($0.id) }) else { return false }
            return try whileLocked {
                guard !Self.exists(deviceKeyPath) else { return false }
                unlink(deviceKeyPath + KeychainFile.temporarySuffix)
                try KeychainFile(root: self, name: "default").store(key)
                return true
            }
        }
    }

    /// The device key of a root that has none. Its keychains, if there are any, belong to one that is lost.
    private func makeOwnDeviceKey() throws -> DeviceKey {
        let file = KeychainFile(root: self, name: "default")
        unlink(deviceKeyPath + KeychainFile.temporarySuffix)
        return try file.makeDeviceKey(forKeychainsThatExist: true)
    }

    private func checkPlaces(_ keychains: [RestoredKeychain]) throws {
        for keychain in keychains {
            let exists = Self.exists(keychainPath(named: keychain.name))
            guard keychain.replaces == exists else {
                throw KeychainError(
                    exists ? .duplicateItem : .noSuchKeychain,
                    "another program has made or removed the keychain “\(keychain.name)” meanwhile", remedy: "try again"
                )
            }
            if !exists { try refuseStrayLog(of: keychain.name) }
        }
    }

    /// Runs `body` while no process has any of the keychains open.
    private func whileExclusive(_ keychains: ArraySlice<RestoredKeychain>, _ body: () throws -> Void) throws {
        guard let first = keychains.first else { return try body() }
        let path = keychainPath(named: first.name)
        try Self.whileExclusive(path, counter: counter(of: path)) { try whileExclusive(keychains.dropFirst(), body) }
    }

    /// Moves what is in the decided directory to its place. Called while no process has a replaced keychain open.
    private func moveDecided() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: decidedDirectory)
        for keychain in files.sorted().compactMap(RestoredKeychain.init(stagedName:)) {
            let target = keychainPath(named: keychain.name)
            // A log and a counter of the file that was there are not those of the new one.
            Self.removeLog(of: target)
            unlink(target + ".lock")
            try KeychainFile.rename(decidedDirectory + "/" + keychain.stagedName, target)
        }
        try Descriptor.synchronizeDirectory(path + "/keychains")
        try? FileManager.default.removeItem(atPath: decidedDirectory)
    }

    /// Completes a restore whose process ended after the decision.
    ///
    /// - Throws: `.notAvailable` if a keychain that is replaced is open in another process. Nothing may change it before that is done.
    package func completeRestore() throws(KeychainError) {
        guard access(decidedDirectory, F_OK) == 0 else { return }
        try translatingErrors {
            try whileLocked {
                // Another process has completed it meanwhile.
                guard access(decidedDirectory, F_OK) == 0 else { return }
                let files = try FileManager.default.contentsOfDirectory(atPath: decidedDirectory)
                let left = files.compactMap(RestoredKeychain.init(stagedName:)).filter {
                    $0.replaces && Self.exists(keychainPath(named: $0.name))
                }
                try whileExclusive(left[...]) { try moveDecided() }
            }
        }
    }
}
