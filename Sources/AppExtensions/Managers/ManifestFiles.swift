import Foundation
import Glibc

/// The manifests in the data directories.
struct ManifestFiles {
    /// A file that does not count.
    struct Skipped: Equatable {
        let path: String
        let reason: String
    }

    private(set) var manifests: [Manifest] = []
    private(set) var skipped: [Skipped] = []

    /// Below each data directory.
    static let directory = "password-managers"
    /// Files of each directory; more are left out.
    private static let mostFiles = 64

    /// - Parameter directories: those of the data, the first of two files or two managers of one name counts.
    init(in directories: [String]) {
        var files: Set<String> = []
        for directory in directories {
            let path = directory + "/" + Self.directory
            for file in Self.names(in: path) where !files.contains(file) { add(path + "/" + file, file, &files) }
        }
    }

    private mutating func add(_ path: String, _ file: String, _ files: inout Set<String>) {
        do throws(ManifestError) {
            let manifest = try Manifest(Self.contents(of: path))
            files.insert(file)
            if !manifests.contains(where: { $0.name == manifest.name }) { manifests.append(manifest) }
        } catch {
            skipped.append(Skipped(path: path, reason: error.reason))
        }
    }

    private static func names(in directory: String) -> [String] {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(".json"), !name.hasPrefix(".") { names.append(name) }
        }
        return Array(names.sorted().prefix(mostFiles))
    }

    /// Only what nobody but the user and root can have written.
    private static func contents(of path: String) throws(ManifestError) -> Data {
        guard let data = try SmallFile.contents(of: path, limit: Manifest.mostBytes) else {
            throw ManifestError(reason: "it cannot be opened")
        }
        return data
    }
}

/// A file that decides who is given passwords.
enum SmallFile {
    /// - Returns: nil if it cannot be opened.
    /// - Throws: ``ManifestError`` for what is no file, is too long, or could be written by others than the user and
    ///   root.
    static func contents(of path: String, limit: Int) throws(ManifestError) -> Data? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw ManifestError(reason: "it is no file")
        }
        guard [0, geteuid()].contains(status.st_uid), status.st_mode & 0o022 == 0 else {
            throw ManifestError(reason: "others than its owner, or another user, may write it")
        }
        var bytes = [UInt8](repeating: 0, count: limit + 1)
        var count = 0
        while count < bytes.count {
            let more = bytes.withUnsafeMutableBytes {
                read(descriptor, $0.baseAddress.map { $0 + count }, $0.count - count)
            }
            guard more >= 0 else { throw ManifestError(reason: "it cannot be read") }
            if more == 0 { break }
            count += more
        }
        guard count <= limit else { throw ManifestError(reason: "it is longer than \(limit) bytes") }
        return Data(bytes[..<count])
    }
}
