import Foundation
import Glibc
import LinuxSupport

/// The encrypted files of a password store's directory.
struct PasswordStoreTree {
    /// A file of the store.
    struct File {
        /// The names of the directories that it is in.
        let folder: [String]
        /// The name without `.gpg`.
        let name: String
        /// The path within the store.
        var path: String { (folder + [name + ".gpg"]).joined(separator: "/") }
    }

    /// The most directories within one another.
    static let deepest = 32
    /// The most files.
    static let mostFiles = 100_000
    /// The most names in all directories, those of other files as well.
    private static let mostNames = 1_000_000

    private(set) var files: [File] = []
    private(set) var remarks: [ImportRemark] = []
    private var names = 0
    private let root: String

    /// Lists a store.
    ///
    /// - Throws: ``ExchangeError`` for a directory that cannot be read, and beyond the limits.
    init(_ root: String) throws(ExchangeError) {
        guard let real = realpath(root, nil) else {
            throw ExchangeError(.io, "“\(root)” cannot be read", remedy: "check the path")
        }
        defer { free(real) }
        self.root = String(cString: real)
        try list([])
    }

    private mutating func list(_ folder: [String]) throws(ExchangeError) {
        let place = folder.joined(separator: "/")
        guard folder.count <= Self.deepest else {
            throw ExchangeError(
                .tooLarge, "more than \(Self.deepest) directories are within one another", at: place,
                remedy: "check the directory")
        }
        let path = ([root] + folder).joined(separator: "/")
        let entries: [String]
        do { entries = try FileManager.default.contentsOfDirectory(atPath: path).sorted() } catch {
            throw ExchangeError(.io, "the directory cannot be read", at: place, remedy: "check its permissions")
        }
        names += entries.count
        guard names <= Self.mostNames else {
            throw ExchangeError(.tooLarge, "there are too many files", at: place, remedy: "check the directory")
        }
        for entry in entries { try take(entry, folder) }
    }

    private mutating func take(_ entry: String, _ folder: [String]) throws(ExchangeError) {
        let path = (folder + [entry]).joined(separator: "/")
        var status = stat()
        guard lstat(root + "/" + path, &status) == 0 else { return }
        if status.st_mode & S_IFMT == S_IFLNK {
            guard staysInside(path) else {
                return remarks.append(ImportRemark(path, "left out: a symbolic link that leads out of the store"))
            }
            // A link to a directory could lead in a circle; what it leads to is listed in its own place.
            guard stat(root + "/" + path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return }
        }
        switch status.st_mode & S_IFMT {
        case S_IFDIR where entry == ".git" || entry == ".extensions": return
        case S_IFDIR: try list(folder + [entry])
        case S_IFREG where entry.hasSuffix(".gpg") && entry != ".gpg":
            guard files.count < Self.mostFiles else {
                throw ExchangeError(
                    .tooLarge, "there are more than \(Self.mostFiles) files", remedy: "check the directory")
            }
            files.append(File(folder: folder, name: String(entry.dropLast(4))))
        case S_IFREG where entry.hasSuffix(".age"):
            remarks.append(ImportRemark(path, "left out: it is encrypted by age, not by gpg"))
        case S_IFREG where !entry.hasPrefix("."):
            remarks.append(ImportRemark(path, "left out: it is no file that gpg encrypted"))
        default: return
        }
    }

    private func staysInside(_ path: String) -> Bool {
        guard let real = realpath(root + "/" + path, nil) else { return false }
        defer { free(real) }
        return String(cString: real).hasPrefix(root + "/")
    }

    /// Opens a file of the store.
    func open(_ file: File) throws(ExchangeError) -> Descriptor {
        // What the name leads to is looked at again: it may have changed.
        guard staysInside(file.path),
            let opened = Descriptor(Glibc.open(root + "/" + file.path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY))
        else { throw ExchangeError(.io, "the file cannot be read", at: file.path, remedy: "check its permissions") }
        return opened
    }
}
