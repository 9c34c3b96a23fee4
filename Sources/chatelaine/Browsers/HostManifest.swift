import BrowserMessages
import Foundation
import Glibc

/// The manifest by which a browser finds the native host: a file in one of its directories.
struct HostManifest {
    /// The state of a manifest.
    enum State: String {
        case absent
        /// It names our host where it is installed now.
        case current
        /// It names our host at another place, or another extension.
        case outdated
        /// It is of another program, or cannot be read.
        case foreign
    }

    private static let mostBytes = 64 << 10
    private static let fileName = BrowserExtension.hostName + ".json"

    let directory: String
    let isFirefox: Bool
    /// The absolute path of the native host.
    let host: String

    var path: String { directory + "/" + Self.fileName }

    /// The text of the file.
    func contents() throws -> Data {
        let origin = "chrome-extension://\(BrowserExtension.chromiumID)/"
        let document = Document(
            name: BrowserExtension.hostName, description: "Chatelaine, for its browser extension", path: host,
            type: "stdio", allowed_origins: isFirefox ? nil : [origin],
            allowed_extensions: isFirefox ? [BrowserExtension.firefoxID] : nil)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(document) + Data("\n".utf8)
    }

    /// The state of the file that is there.
    func state() -> State {
        var status = stat()
        guard lstat(path, &status) == 0 else { return .absent }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.mostBytes,
            let found = FileManager.default.contents(atPath: path),
            let document = try? JSONDecoder().decode(Found.self, from: found),
            document.path.split(separator: "/").last == "chatelaine-browser"
        else { return .foreign }
        return found == (try? contents()) ? .current : .outdated
    }

    /// Writes the file, and the directory if there is none.
    ///
    /// - Parameter replaces: whether a file of another program is replaced.
    /// - Returns: whether anything was changed.
    /// - Throws: a ``Failure`` for a file of another program, and for directories and files that others could exchange.
    func write(replacing replaces: Bool) throws -> Bool {
        let state = state()
        guard state != .current else { return false }
        guard state != .foreign || replaces else {
            throw Failure(
                .failed, "“\(path)” is of another program, or cannot be read",
                remedy: "look at it; to replace it, repeat the command with --replace")
        }
        let target = try open(creating: true)
        defer { close(target) }
        try requireOwnFile(in: target)
        let temporary = ".\(Self.fileName).\(UUID().uuidString)"
        let file = openat(target, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard file >= 0 else { throw failed() }
        defer { close(file) }
        let data = try contents()
        let isWritten =
            fchmod(file, 0o644) == 0 && data.withUnsafeBytes { StandardStreams.writeAll($0, to: file) } == 0
            && fsync(file) == 0 && renameat(target, temporary, target, Self.fileName) == 0
        guard isWritten else {
            let failure = failed()
            unlinkat(target, temporary, 0)
            throw failure
        }
        return true
    }

    /// Removes the file if it is ours.
    ///
    /// - Returns: whether there was one.
    func remove() throws -> Bool {
        switch state() {
        case .absent: return false
        case .foreign:
            throw Failure(
                .failed, "“\(path)” is of another program, and stays", remedy: "remove it yourself if it is not used")
        case .current, .outdated: break
        }
        let target = try open(creating: false)
        defer { close(target) }
        try requireOwnFile(in: target)
        guard unlinkat(target, Self.fileName, 0) == 0 else { throw failed() }
        return true
    }

    // MARK: - Files

    /// Opens the directory.
    ///
    /// - Throws: a ``Failure`` if another user could exchange what is in it, or it is a link to another place.
    private func open(creating: Bool) throws -> Int32 {
        if creating, access(directory, F_OK) != 0 {
            try? FileManager.default.createDirectory(
                atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        }
        let descriptor = Glibc.open(directory, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard errno != ELOOP, errno != ENOTDIR else {
                throw Failure(
                    .failed, "“\(directory)” is a symbolic link or a file",
                    remedy: "make it a directory of yours, then try again")
            }
            throw failed()
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
            close(descriptor)
            throw Failure(
                .failed, "“\(directory)” belongs to another user, or others can write to it",
                remedy: "see who made it: ls -ld “\(directory)”")
        }
        return descriptor
    }

    private func requireOwnFile(in directory: Int32) throws {
        var status = stat()
        guard fstatat(directory, Self.fileName, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid() else {
            throw Failure(
                .failed, "“\(path)” is a symbolic link, or a file of another user",
                remedy: "remove it, then try again")
        }
    }

    private func failed() -> Failure {
        Failure(
            .failed, "“\(path)” cannot be changed: \(String(cString: strerror(errno)))",
            remedy: "see who may write there, and whether the disk is full")
    }

    private struct Document: Encodable {
        let name, description, path, type: String
        let allowed_origins: [String]?
        let allowed_extensions: [String]?
    }

    private struct Found: Decodable { let path: String }
}
