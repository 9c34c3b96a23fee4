import Foundation
import Glibc
import LinuxSupport

/// The manifests in the data directories.
struct ManifestFiles {
    /// A file that was rejected.
    struct Skipped: Equatable {
        let path: String
        let reason: String
    }

    private(set) var manifests: [Manifest] = []
    private(set) var skipped: [Skipped] = []

    /// The directory of the manifests below each data directory.
    static let directory = "password-managers"
    /// The maximum number of files of each directory; others are left out.
    private static let mostFiles = 64

    /// - Parameter directories: the data directories; of two files or two managers with the same name, the first
    ///   counts.
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

    /// Returns the contents of a file that only the user and root can have written.
    private static func contents(of path: String) throws(ManifestError) -> Data {
        do throws(TrustedFile.Distrust) {
            if let bytes = try TrustedFile.contents(of: path, limit: Manifest.mostBytes) { return Data(bytes) }
        } catch {
            throw ManifestError(reason: error.reason)
        }
        throw ManifestError(reason: "it cannot be opened")
    }
}
