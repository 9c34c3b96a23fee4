import Foundation
import Glibc
import LinuxSupport
import Secrets

/// The keychain that `SecKeychain…` functions use by default, and those that they search: of one user, for all programs.
///
/// `SecItem…` functions do not follow it: otherwise one program could have all others store their secrets in a file that it can open
/// (Docs/decisions/0077-several-keychains.md).
package struct KeychainList: Hashable, Sendable {
    /// The default keychain.
    package var usual = KeychainName.device
    /// The keychains to search, in order.
    package var search = [KeychainName.device]

    /// The number of keychains that can be searched.
    package static let most = 100
    /// The size of the file at most, in bytes.
    fileprivate static let mostFileBytes = 256 << 10

    package init() {}

    /// Removes a keychain that is no more.
    package mutating func remove(_ name: KeychainName) {
        search.removeAll { $0 == name }
        if usual == name { usual = .device }
    }
}

/// The file of a user's ``KeychainList``: `keychains.json` next to `configuration.json`.
package struct KeychainListFile: Sendable {
    private let path: String

    /// - Throws: `.notAvailable` if no variable names a directory.
    package init(_ directories: UserDirectories = UserDirectories()) throws(KeychainError) {
        guard let settings = Settings.userPath(directories) else {
            throw KeychainError(.notAvailable, "there is no directory for settings", remedy: "set HOME")
        }
        path = (settings as NSString).deletingLastPathComponent + "/keychains.json"
    }

    private var directory: String { (path as NSString).deletingLastPathComponent }

    private struct Contents: Codable {
        var version: Int
        var usual: String?
        var search: [String]
    }

    /// Reads the list.
    ///
    /// - Returns: the list; without a file that of a new user.
    /// - Throws: `.notAvailable` for a file that is not such a list, or another user's.
    package func read() throws(KeychainError) -> KeychainList {
        try KeychainRoot.checkDirectory(directory)
        guard let bytes = try Descriptor.contents(ofOwn: path, limit: KeychainList.mostFileBytes + 1) else {
            return KeychainList()
        }
        guard bytes.count <= KeychainList.mostFileBytes,
            let contents = try? JSONDecoder().decode(Contents.self, from: bytes.withUnsafeBytes { Data($0) }),
            contents.version == 1, contents.search.count <= KeychainList.most
        else { throw damaged }
        var list = KeychainList()
        list.usual = try contents.usual.map(name) ?? .device
        list.search = []
        for text in contents.search { list.search.append(try name(text)) }
        return list
    }

    private func name(_ text: String) throws(KeychainError) -> KeychainName {
        guard text != Self.device else { return .device }
        guard (try? PortableFile(text)) != nil else { throw damaged }
        return .file(text)
    }

    private static let device = "login"

    private var damaged: KeychainError {
        KeychainError(
            .notAvailable, "the list of keychains in “\(path)” is damaged",
            remedy: "remove the file; then the default keychain alone is searched")
    }

    /// Changes the list, while no other process does.
    ///
    /// - Throws: `.parameter` for more than ``KeychainList/most`` keychains, and for a path that is none; `.readOnly`, `.notAvailable` if it cannot be stored.
    package func change(_ body: (inout KeychainList) -> Void) throws(KeychainError) {
        try KeychainRoot.checkDirectory(directory)
        try KeychainRoot.makeDirectories(directory)
        try KeychainRoot.checkDirectory(directory)
        try translatingErrors {
            try FileLock(path: path + ".lock").whileHolding(timeout: Connections.lockTimeout) {
                var list = try read()
                let old = list
                body(&list)
                guard list != old else { return }
                guard list.search.count <= KeychainList.most else {
                    throw KeychainError.parameter("at most \(KeychainList.most) keychains can be searched")
                }
                // What is refused when it is read would take the whole list with it.
                for case .file(let path) in list.search + [list.usual] { _ = try PortableFile(path) }
                try write(list)
            }
        }
    }

    private func write(_ list: KeychainList) throws {
        func text(_ name: KeychainName) -> String {
            if case .file(let path) = name { path } else { Self.device }
        }
        let contents = Contents(version: 1, usual: text(list.usual), search: list.search.map(text))
        let data = try JSONEncoder().encode(contents)
        guard data.count <= KeychainList.mostFileBytes else {
            throw KeychainError.parameter("the paths of the keychains are too long together")
        }
        let temporary = path + KeychainFile.temporarySuffix
        unlink(temporary)
        do {
            let file = try Descriptor(openingOwn: temporary, O_WRONLY | O_CREAT | O_EXCL)
            try data.withUnsafeBytes { (bytes) throws in try file.write(bytes, path: temporary) }
            try file.synchronize(path: temporary)
        }
        try KeychainFile.rename(temporary, path)
        try Descriptor.synchronizeDirectory(directory)
    }
}
