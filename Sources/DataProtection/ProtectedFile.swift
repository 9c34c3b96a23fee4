import AgentClient
import Foundation
import Glibc
import KeyManagement
import KeychainServices

/// Files that can be read only at the times that their protection class says: encrypted with a key of their own, which a key of
/// the user's keychain wraps.
///
/// What the classes mean, and what they do not: Docs/protected-file-format.md.
public enum ProtectedFile {
    /// Writes a file, or replaces one: whoever reads it meanwhile has the old one or the new one, and so it is after a crash.
    ///
    /// A new file has the mode 0600; one that replaces another keeps owner, mode, access list and the user's extended attributes. A
    /// symbolic link stays, and what it leads to is replaced.
    ///
    /// - Parameters:
    ///   - data: the content.
    ///   - url: where the file is to be.
    ///   - protection: when it can be read.
    /// - Throws: `EACCES` if the class is locked; `EINVAL` if something else than a regular file is there; what the system says.
    public static func write(
        _ data: some DataProtocol, to url: URL,
        protection: FileProtectionType = .completeUntilFirstUserAuthentication
    ) throws(ProtectedFileError) {
        let writer = try ProtectedFileWriter(url, protection: protection)
        try writer.write(contentsOf: data)
        try writer.finish()
    }

    /// Reads a file.
    ///
    /// - Throws: `EACCES` if its class is locked; `EINVAL` if it is no protected file; `EBADMSG` if it is not what was written;
    ///   `EPERM` if it is of an access group that is not the program's.
    public static func read(from url: URL) throws(ProtectedFileError) -> Data {
        try ProtectedFileReader(url).readToEnd()
    }

    /// When a file can be read. Takes no key.
    ///
    /// - Throws: `EINVAL` if it is no protected file.
    public static func protectionClass(of url: URL) throws(ProtectedFileError) -> FileProtectionType {
        try FileInformation(path(of: url)).fileClass.type
    }

    /// Bytes of content of a file. Takes no key, and so believes the size of the file.
    ///
    /// - Throws: `EINVAL` if it is no protected file.
    public static func length(of url: URL) throws(ProtectedFileError) -> Int {
        try FileInformation(path(of: url)).length
    }

    /// Changes when a file can be read, in place: wraps its key anew, and leaves the content alone. A crash leaves the old class
    /// or the new one. Copies that were made before are what they were.
    ///
    /// - Parameters:
    ///   - protection: when it can be read from now on.
    ///   - url: the file; symbolic links are followed.
    /// - Throws: `EACCES` if the class until now, or the new one, is locked.
    public static func setProtection(_ protection: FileProtectionType, of url: URL) throws(ProtectedFileError) {
        let path = try path(of: url)
        try setProtection(FileProtectionClass(protection), of: path, keys: currentKeys(path))
    }

    // MARK: - By path

    /// As the public functions, with any keychain.
    package static func setProtection(
        _ fileClass: FileProtectionClass, of path: String, keys: any FileKeys
    ) throws(ProtectedFileError) {
        let file = try OpenFile(path, O_RDWR)
        // Two at once would both think that they write the older copy.
        _ = file.lock(waits: true)
        let copies = try file.headers()
        let (next, overflow) = copies.current.sequence.addingReportingOverflow(1)
        guard !overflow else { throw .damaged(path, "its beginning is not what was written") }
        let old = copies.current.key
        let wrapped: WrappedFileKey
        do throws(KeychainError) {
            wrapped = try rewrap(old, for: fileClass, keys)
        } catch {
            throw ProtectedFileError(error, path, old.fileClass == .none ? fileClass : old.fileClass)
        }
        let header = FileHeader(sequence: next, key: wrapped).encoded()
        for copy in [1 - copies.index, copies.index] {
            try file.write(header, at: copy * FileHeader.size)
            try file.synchronize()
        }
    }

    private static func rewrap(
        _ old: WrappedFileKey, for fileClass: FileProtectionClass, _ keys: any FileKeys
    ) throws(KeychainError) -> WrappedFileKey {
        let key = try keys.unwrap(old)
        return try keys.wrap(key, for: fileClass, fileID: old.fileID, group: old.group)
    }

    /// The path that a URL stands for.
    static func path(of url: URL) throws(ProtectedFileError) -> String {
        guard url.isFileURL else {
            throw ProtectedFileError(.EINVAL, "“\(url.absoluteString)” is no file", remedy: "use a file URL")
        }
        return url.path
    }

    /// The keychain of this program.
    static func currentKeys(_ path: String) throws(ProtectedFileError) -> any FileKeys {
        do throws(KeychainError) {
            return try Keychain.current()
        } catch {
            throw ProtectedFileError(error, path, .none)
        }
    }
}

/// What a file says of itself, to whoever may read it.
package struct FileInformation: Sendable {
    /// When it can be read.
    package let fileClass: FileProtectionClass
    /// The access group that it takes.
    package let group: String
    /// Bytes of content.
    package let length: Int

    /// - Throws: `EINVAL` if it is no protected file.
    package init(_ path: String) throws(ProtectedFileError) {
        let file = try OpenFile(path)
        let key = try file.headers().current.key
        guard let chunks = try Chunks(fileSize: Int(file.status().st_size)) else {
            throw .damaged(path, "it was cut off")
        }
        (fileClass, group, length) = (key.fileClass, key.group, chunks.length)
    }
}

extension FileProtectionClass {
    /// - Throws: `EINVAL` for a type that there is no class for.
    package init(_ type: FileProtectionType) throws(ProtectedFileError) {
        guard let match = Self.allCases.first(where: { $0.type == type }) else {
            throw ProtectedFileError(
                .EINVAL, "there is no protection class “\(type.rawValue)”",
                remedy: "use complete, completeUnlessOpen, completeUntilFirstUserAuthentication or none")
        }
        self = match
    }

    /// Foundation's name for it.
    package var type: FileProtectionType {
        switch self {
        case .complete: .complete
        case .completeUnlessOpen: .completeUnlessOpen
        case .completeUntilFirstUserAuthentication: .completeUntilFirstUserAuthentication
        case .none: .none
        }
    }
}
