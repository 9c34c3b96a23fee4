import Foundation
import Glibc
import GtkSupport

/// The file with the accounts. Its content is not trusted: it is checked as if another program had written it.
struct AccountFile: Sendable {
    private struct Content: Codable {
        var version = 1
        var accounts: [Account]
    }

    /// The largest size that is read, in bytes.
    static let limit = 1 << 20
    /// The largest number of accounts, which fits into ``limit`` in any case.
    static let mostAccounts = 500

    /// The directory of the file; `nil` if the environment does not name one.
    private let directory: String?
    private var path: String { (directory ?? "") + "/accounts.json" }

    /// - Parameter variables: the environment.
    init(_ variables: [String: String] = ProcessInfo.processInfo.environment) {
        directory = UserFolders(variables).data.map { $0 + "/acme" }
    }

    /// Returns all accounts.
    func accounts() throws(AccountError) -> [Account] {
        guard directory != nil else { throw .noHome }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw .system(path: path, errno) }
            return []
        }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .damaged(path: path) }
        guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else { throw .exposed(path: path) }
        guard let data = try? file.read(upToCount: Self.limit + 1) ?? Data(), data.count <= Self.limit,
            let content = try? JSONDecoder().decode(Content.self, from: data), content.version == 1,
            content.accounts.count <= Self.mostAccounts, content.accounts.allSatisfy(\.isValid)
        else { throw .damaged(path: path) }
        return content.accounts
    }

    /// Replaces the list of accounts by a changed one. If anything fails, the old list remains.
    func change(_ body: (inout [Account]) throws(AccountError) -> Void) throws(AccountError) {
        guard let directory else { throw .noHome }
        let place = try Self.openDirectory(directory)
        defer { close(place) }
        // Another process of this program may be changing the file. The lock is released with the descriptor.
        guard flock(place, LOCK_EX) == 0 else { throw .system(path: directory, errno) }
        var changed = try accounts()
        try body(&changed)
        guard changed.count <= Self.mostAccounts else { throw .full }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        guard let data = try? encoder.encode(Content(accounts: changed)), data.count <= Self.limit else { throw .full }
        try replace(data, in: place)
    }

    /// Opens the directory, and creates it if it does not exist.
    private static func openDirectory(_ path: String) throws(AccountError) -> Int32 {
        var reason: Int32?
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
            reason = cause.flatMap { $0.domain == NSPOSIXErrorDomain ? Int32(exactly: $0.code) : nil }
        }
        let place = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard place >= 0 else { throw .system(path: path, reason ?? errno) }
        return place
    }

    /// Replaces the file atomically: a reader, also after a crash, sees all of the old content or all of the new.
    private func replace(_ data: Data, in place: Int32) throws(AccountError) {
        let (name, fresh) = ("accounts.json", "accounts.json.new")
        unlinkat(place, fresh, 0)
        let descriptor = openat(place, fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .system(path: path, errno) }
        defer { close(descriptor) }
        let isWritten = data.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return fsync(descriptor) == 0
        }
        guard isWritten, renameat(place, fresh, place, name) == 0, fsync(place) == 0 else {
            let number = errno
            unlinkat(place, fresh, 0)
            throw .system(path: path, number)
        }
    }
}
