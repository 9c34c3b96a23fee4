import AgentClient
import Foundation
import Glibc
import KeyManagement
import KeychainServices

/// Files that can be read only when their protection class permits: each is encrypted with a key of its own, which a key of the
/// user's keychain wraps.
///
/// The classes and their limits: Docs/protected-file-format.md.
public enum ProtectedFile {
    /// Writes or replaces a file atomically: readers see either the old file or the new one, and so does the system after a crash.
    ///
    /// A new file has the mode 0600; one that replaces another keeps owner, mode, access list and the user's extended attributes. A
    /// symbolic link stays, and its target is replaced.
    ///
    /// - Parameters:
    ///   - data: the content.
    ///   - url: the location of the file.
    ///   - protection: the file's protection class.
    /// - Throws: `EACCES` if the class is locked; `EINVAL` if the existing file is not a regular file; the system's errors.
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
    /// - Throws: `EACCES` if its class is locked; `EINVAL` if it is not a protected file; `EBADMSG` if it is damaged;
    ///   `EPERM` if it belongs to an access group that the program does not have.
    public static func read(from url: URL) throws(ProtectedFileError) -> Data {
        try ProtectedFileReader(url).readToEnd()
    }

    /// Returns the protection class of a file. Needs no key.
    ///
    /// - Throws: `EINVAL` if it is not a protected file.
    public static func protectionClass(of url: URL) throws(ProtectedFileError) -> FileProtectionType {
        try FileInformation(path(of: url)).fileClass.type
    }

    /// Returns the number of content bytes of a file. Needs no key, and therefore trusts the size of the file.
    ///
    /// - Throws: `EINVAL` if it is not a protected file.
    public static func length(of url: URL) throws(ProtectedFileError) -> Int {
        try FileInformation(path(of: url)).length
    }

    /// Changes the protection class of a file in place: re-wraps its key, and leaves the content as it is. After a crash the file
    /// has the old class or the new one. Copies that were made before keep the old class.
    ///
    /// - Parameters:
    ///   - protection: the new class.
    ///   - url: the file; symbolic links are followed.
    /// - Throws: `EACCES` if the old class or the new one is locked.
    public static func setProtection(_ protection: FileProtectionType, of url: URL) throws(ProtectedFileError) {
        let path = try path(of: url)
        try setProtection(FileProtectionClass(protection), of: path, keys: currentKeys(path))
    }

    // MARK: - By path

    /// Changes the protection class of a file with keys of any keychain.
    package static func setProtection(
        _ fileClass: FileProtectionClass, of path: String, keys: any FileKeys
    ) throws(ProtectedFileError) {
        let file = try OpenFile(path, O_RDWR)
        // Two writers at once would both take the same copy for the old one and overwrite it.
        _ = file.lock(waits: true)
        let copies = try file.headers()
        let (next, overflow) = copies.current.sequence.addingReportingOverflow(1)
        guard !overflow else { throw .damaged(path, "its header is damaged") }
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

    /// Returns the path of a file URL.
    static func path(of url: URL) throws(ProtectedFileError) -> String {
        guard url.isFileURL else {
            throw ProtectedFileError(.EINVAL, "“\(url.absoluteString)” is not a file URL", remedy: "use a file URL")
        }
        return url.path
    }

    /// Returns the keychain of this program.
    static func currentKeys(_ path: String) throws(ProtectedFileError) -> any FileKeys {
        do throws(KeychainError) {
            return try Keychain.current()
        } catch {
            throw ProtectedFileError(error, path, .none)
        }
    }
}

/// The information of a file's header, which needs no key to read.
package struct FileInformation: Sendable {
    /// The file's protection class.
    package let fileClass: FileProtectionClass
    /// The access group that is required.
    package let group: String
    /// The number of content bytes.
    package let length: Int

    /// Reads the header of a file.
    ///
    /// - Throws: `EINVAL` if it is not a protected file.
    package init(_ path: String) throws(ProtectedFileError) {
        let file = try OpenFile(path)
        let key = try file.headers().current.key
        guard let chunks = try Chunks(fileSize: Int(file.status().st_size)) else {
            throw .damaged(path, "it was truncated")
        }
        (fileClass, group, length) = (key.fileClass, key.group, chunks.length)
    }
}

extension FileProtectionClass {
    /// Converts Foundation's protection type.
    ///
    /// - Throws: `EINVAL` for a type without a class.
    package init(_ type: FileProtectionType) throws(ProtectedFileError) {
        guard let match = Self.allCases.first(where: { $0.type == type }) else {
            throw ProtectedFileError(
                .EINVAL, "there is no protection class “\(type.rawValue)”",
                remedy: "use complete, completeUnlessOpen, completeUntilFirstUserAuthentication or none")
        }
        self = match
    }

    /// Foundation's name for the class.
    package var type: FileProtectionType {
        switch self {
        case .complete: .complete
        case .completeUnlessOpen: .completeUnlessOpen
        case .completeUntilFirstUserAuthentication: .completeUntilFirstUserAuthentication
        case .none: .none
        }
    }
}
