import Foundation
import Glibc
import KeychainServices
import LinuxSupport
import Secrets

/// The items of a service account, opened with its token: without the vault, its master password, an agent or a person.
///
/// Specified in: Docs/service-accounts.md.
public final class ServiceAccountReader: Sendable {
    private let files: ServiceAccountFiles
    private let clock: @Sendable () -> Date
    /// The id of the account.
    public let id: String
    /// The name of the vault.
    public let vaultName: String
    /// The items that the account may read now.
    public let items: [VaultItem]
    private let expires: UInt64

    /// Opens the copies.
    ///
    /// - Parameters:
    ///   - root: the directory with the files.
    ///   - token: the token of the account.
    ///   - clock: the clock that decides whether the time is over; replaced only in tests.
    /// - Throws: `.authenticationFailed` if there is no file for the token (it was revoked, or the file is on another machine), if the token
    ///   is not the one for which the file was made, or if its time is over; `.decode` if the file is damaged.
    public init(
        root: KeychainRoot, token: borrowing ServiceAccountToken, clock: @escaping @Sendable () -> Date = { Date() }
    ) throws(KeychainError) {
        files = ServiceAccountFiles(root: root)
        self.clock = clock
        id = token.id
        guard let copies = try files.read(token.id) else {
            throw KeychainError(
                .authenticationFailed, "there is nothing here that the token of the service account opens",
                remedy:
                    "it was revoked, or its files are in another home directory; make a new one with: chatelaine token make --vault"
            )
        }
        guard let header = copies.openHeader(token) else {
            throw KeychainError(
                .authenticationFailed, "the token of the service account is not the right one",
                remedy: "give it as “chatelaine token make --vault” has printed it")
        }
        (vaultName, expires) = (header.vault, header.expires)
        var items: [VaultItem] = []
        for copy in copies.copies { items.append(try copies.open(copy, token)) }
        self.items = items
        try checkTime()
    }

    private func checkTime() throws(KeychainError) {
        guard clock().timeIntervalSince1970 < Double(expires) else {
            let date = Date(timeIntervalSince1970: Double(expires)).formatted(.iso8601)
            throw KeychainError(
                .authenticationFailed, "the time of the service account was over at \(date)",
                remedy: "make a new one with: chatelaine token make --vault")
        }
    }

    /// Notes a use in the account's log. What cannot be noted is not given out.
    ///
    /// - Parameters:
    ///   - command: the command: `read`, `run`, `inject`.
    ///   - reference: the reference, without control characters.
    ///   - answer: what came of it: `answered`, or why not.
    /// - Throws: `.notAvailable` if the log cannot be written.
    public func note(command: String, reference: String, answer: String) throws(KeychainError) {
        try checkTime()
        let line = "\(clock().formatted(.iso8601))\t\(command)\t\(reference)\t\(answer)\t\(getpid())\n"
        let path = files.logPath(id)
        try ServiceAccountLog(path: path).append(line)
    }
}

/// The log of a service account: a line for each use, with tabs between time, command, reference, answer and process.
public struct ServiceAccountLog: Sendable {
    /// The size in bytes at which a log is put aside as `….log.1`, in place of an earlier one.
    static let largest = 1 << 20
    private let path: String

    init(path: String) { self.path = path }

    /// The log of an account.
    public init(root: KeychainRoot, id: String) { path = ServiceAccountFiles(root: root).logPath(id) }

    func append(_ line: String) throws(KeychainError) {
        var status = stat()
        if lstat(path, &status) == 0, status.st_size >= Self.largest { rename(path, path + ".1") }
        let number: Int32
        do throws(OwnFile.Problem) {
            number = try OwnFile.open(path, O_WRONLY | O_CREAT | O_APPEND).release()
        } catch {
            throw notWritten
        }
        let file = Descriptor(owning: number)
        let bytes = Array(line.utf8)
        guard bytes.withUnsafeBytes({ file.write($0).errno }) == 0 else { throw notWritten }
    }

    private var notWritten: KeychainError {
        KeychainError(
            .notAvailable, "the use of the service account cannot be noted in “\(path)”",
            remedy: "make the file writable for yourself; without a note nothing is given out")
    }

    /// The lines of the log, the oldest first.
    public func lines() -> [[String]] {
        [path + ".1", path].flatMap { path -> [[String]] in
            guard let file = try? OwnFile.open(path, O_RDONLY) else { return [] }
            var bytes = [UInt8](repeating: 0, count: Self.largest * 2)
            let count = bytes.withUnsafeMutableBytes { file.read(into: $0).count }
            return String(decoding: bytes[..<count], as: UTF8.self).split(separator: "\n").map {
                $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            }
        }
    }
}

/// A service account as its file shows it without the token. Nothing of that is proven.
public struct ListedServiceAccount: Sendable {
    /// The id.
    public let id: String
    /// The vault.
    public let vault: String
    /// The name that the user has given it.
    public let name: String
    /// The number of items that were named, and of those that it can read now.
    public let items: (named: Int, present: Int)
    /// The time of its making.
    public let created: Date
    /// The time of its end.
    public let expires: Date

    /// Returns all accounts under a root, by their ids. Files that are damaged are left out.
    public static func all(root: KeychainRoot) -> [ListedServiceAccount] {
        let files = ServiceAccountFiles(root: root)
        return files.ids.compactMap { id in
            guard let copies = try? files.read(id) else { return nil }
            return ListedServiceAccount(
                id: id, vault: copies.vault, name: copies.name, items: (copies.items, copies.copies.count),
                created: Date(timeIntervalSince1970: Double(copies.created)),
                expires: Date(timeIntervalSince1970: Double(copies.expires)))
        }
    }

    /// Revokes an account: removes its copies at once. The vault forgets it with its next change or unlock.
    ///
    /// - Returns: whether there was one.
    /// - Throws: `.notAvailable` if the copies cannot be removed.
    public static func revoke(_ id: String, root: KeychainRoot) throws(KeychainError) -> Bool {
        let files = ServiceAccountFiles(root: root)
        guard files.exist, ServiceAccountToken.isID(id) else { return false }
        return try files.locked { () throws(KeychainError) in try files.remove(id) }
    }
}
