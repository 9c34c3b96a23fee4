import CLinux
import Foundation
import Glibc
import KeychainServices
import LinuxSupport
import Secrets

/// The files of service accounts: `accounts` under the root, with a file of sealed copies and a log for each.
package struct ServiceAccountFiles: Sendable {
    private let root: KeychainRoot
    private var directory: String { root.path + "/accounts" }
    private static let suffix = ".sealed"
    private static let lockTimeout: Int64 = 30_000

    package init(root: KeychainRoot) { self.root = root }

    /// Whether there may be any.
    var exist: Bool { access(directory, F_OK) == 0 }

    func path(_ id: String) -> String { "\(directory)/\(id)\(Self.suffix)" }
    func logPath(_ id: String) -> String { "\(directory)/\(id).log" }

    /// The ids of the accounts that have a file, sorted.
    var ids: [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        return names.filter { $0.hasSuffix(Self.suffix) }.map { String($0.dropLast(Self.suffix.count)) }
            .filter(ServiceAccountToken.isID).sorted()
    }

    /// Runs `body` while no other process changes the files. It is taken before the lock of a keychain, never after it.
    func locked<Result>(_ body: () throws(KeychainError) -> Result) throws(KeychainError) -> Result {
        try makeDirectory()
        let path = directory + "/lock"
        let number: Int32
        do throws(OwnFile.Problem) {
            number = try OwnFile.open(path, O_RDWR | O_CREAT).release()
        } catch {
            throw Self.failed("open", path, EACCES)
        }
        let code = clinux_ofd_lock_within(number, Self.lockTimeout)
        // The waiting thread closes the file if the time is over.
        guard code == 0 else { throw Self.failed("lock", path, code) }
        defer { close(number) }
        return try body()
    }

    private func makeDirectory() throws(KeychainError) {
        if mkdir(directory, 0o700) == 0 {
            guard chmod(directory, 0o700) == 0 else { throw Self.failed("set the mode of", directory, errno) }
        } else if errno != EEXIST {
            throw Self.failed("make the directory", directory, errno)
        }
        try KeychainRoot.checkDirectory(directory)
    }

    /// Reads the file of an account; `nil` if there is none.
    func read(_ id: String) throws(KeychainError) -> SealedCopies? {
        let path = path(id)
        let number: Int32
        do throws(OwnFile.Problem) {
            number = try OwnFile.open(path, O_RDONLY).release()
        } catch {
            if error == .system(ENOENT) { return nil }
            throw KeychainError(
                .notAvailable, "the file “\(path)” of the service account cannot be read",
                remedy: "see whom it belongs to; it has to be a file of yours")
        }
        let file = Descriptor(owning: number)
        var status = stat()
        guard fstat(file.number, &status) == 0, status.st_size <= SealedCopies.largestFile else {
            throw SealedCopies.damaged
        }
        var bytes = Data(count: Int(status.st_size))
        let (count, code) = bytes.withUnsafeMutableBytes { file.read(into: $0) }
        guard code == 0 else { throw Self.failed("read", path, code) }
        guard let copies = try? JSONDecoder().decode(SealedCopies.self, from: bytes.prefix(count)), copies.version == 1,
            copies.id == id
        else { throw SealedCopies.damaged }
        return copies
    }

    /// Writes the file of an account: as a whole or not at all, and durable when this returns.
    func write(_ copies: SealedCopies) throws(KeychainError) {
        guard let bytes = try? JSONEncoder().encode(copies), bytes.count <= SealedCopies.largestFile else {
            throw KeychainError(
                .parameter, "the items are too large for a service account", remedy: "name fewer or smaller items")
        }
        let (path, temporary) = (path(copies.id), path(copies.id) + ".new")
        unlink(temporary)
        guard let file = Descriptor(open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)) else {
            throw Self.failed("make", temporary, errno)
        }
        var code = fchmod(file.number, 0o600) == 0 ? 0 : errno
        if code == 0 { code = bytes.withUnsafeBytes { file.write($0).errno } }
        if code == 0 { code = file.synchronize() }
        if code == 0, rename(temporary, path) != 0 { code = errno }
        guard code == 0 else {
            unlink(temporary)
            throw Self.failed("write", path, code)
        }
        synchronizeDirectory()
    }

    /// Removes the copies of an account. Its log stays.
    ///
    /// - Returns: whether there were any.
    func remove(_ id: String) throws(KeychainError) -> Bool {
        unlink(path(id) + ".new")
        guard unlink(path(id)) == 0 else {
            guard errno == ENOENT else { throw Self.failed("remove", path(id), errno) }
            return false
        }
        synchronizeDirectory()
        return true
    }

    private func synchronizeDirectory() {
        if let file = Descriptor(open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) { _ = file.synchronize() }
    }

    static func failed(_ action: String, _ path: String, _ code: Int32) -> KeychainError {
        KeychainError(
            .notAvailable, "cannot \(action) “\(path)”: \(String(cString: strerror(code)))",
            remedy: "see whom the directory belongs to, and whether the disk is full")
    }

    // MARK: - Vaults

    /// Removes the copies of all accounts of a vault that is deleted.
    func removeAll(ofVault name: String) throws(KeychainError) {
        guard exist else { return }
        try locked { () throws(KeychainError) in
            for id in ids where (try? read(id))?.vault == name { _ = try remove(id) }
        }
    }

    /// Notes the new name of a vault. The sealed headers have it after the next unlock.
    func renameVault(_ name: String, to new: String) throws(KeychainError) {
        guard exist else { return }
        try locked { () throws(KeychainError) in
            for id in ids {
                guard var copies = try? read(id), copies.vault == name else { continue }
                copies.vault = new
                try write(copies)
            }
        }
    }
}
