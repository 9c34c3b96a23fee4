import Foundation
import LinuxSupport

/// The meaning of a keychain's name or path, as on macOS.
///
/// Specified in: Docs/keychains.md, "Names".
package enum KeychainName: Hashable, Sendable {
    /// The keychain that is bound to this device: `login.keychain`.
    case device
    /// A portable keychain at an absolute path.
    case file(String)

    /// The directory for names without a slash, below the home directory.
    private static let folder = "/Library/Keychains"
    private static let suffix = "-db"
    private static let login: Set = ["login.keychain", "login.keychain-db"]

    /// The directory for names without a slash.
    ///
    /// - Throws: `.notAvailable` without a home directory.
    package static func directory(_ directories: UserDirectories = UserDirectories()) throws(KeychainError) -> String {
        guard let home = directories.absolute("CHATELAINE_HOME") ?? directories.home else {
            throw KeychainError(.notAvailable, "there is no home directory for keychains", remedy: "set HOME")
        }
        return home + folder
    }

    /// The path by which programs know the keychain that is bound to this device.
    package static func devicePath(_ directories: UserDirectories = UserDirectories()) throws(KeychainError) -> String {
        try directory(directories) + "/login.keychain-db"
    }

    /// Finds out what a text stands for.
    ///
    /// - Parameter text: a name, or a path; a relative one counts from the current directory.
    /// - Throws: `.parameter` for an empty text; `.notAvailable` without a home directory.
    package init(_ text: String, _ directories: UserDirectories = UserDirectories()) throws(KeychainError) {
        guard !text.isEmpty, !text.utf8.contains(0) else { throw .parameter("the name of the keychain is empty") }
        guard text.contains("/") else {
            self =
                Self.login.contains(text) ? .device : .file(Self.stored(try Self.directory(directories) + "/" + text))
            return
        }
        let path = Self.absolute(text)
        let (folder, name) = ((path as NSString).deletingLastPathComponent, (path as NSString).lastPathComponent)
        let own = try Self.directory(directories)
        let isOwn = folder == own || folder == directories.home.map { $0 + Self.folder }
        if isOwn, Self.login.contains(name) {
            self = .device
        } else {
            self = .file(isOwn ? Self.stored(path) : Self.existing(path))
        }
    }

    /// Removes what means nothing in a path. Links are not followed: the directory that they lead to counts when it is used.
    private static func absolute(_ text: String) -> String {
        let path = text.hasPrefix("/") ? text : FileManager.default.currentDirectoryPath + "/" + text
        return "/" + path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    }

    /// The path of a keychain among those of the user, which have an ending that names do not.
    private static func stored(_ path: String) -> String {
        path.hasSuffix(suffix) || KeychainRoot.exists(path) ? path : path + suffix
    }

    private static func existing(_ path: String) -> String {
        !KeychainRoot.exists(path) && KeychainRoot.exists(path + suffix) ? path + suffix : path
    }
}

extension KeychainName {
    /// Makes the directory for names without a slash, if the path is in it and it is missing: with mode 0700.
    package static func makeDirectory(
        for path: String, _ directories: UserDirectories = UserDirectories()
    ) throws(KeychainError) {
        let directory = try directory(directories)
        guard (path as NSString).deletingLastPathComponent == directory, !KeychainRoot.exists(directory) else { return }
        try KeychainRoot.makeDirectories(directory)
    }
}
