import Foundation
import Glibc

/// A directory of a test's own, removed with everything in it when the test lets go of it.
public final class TemporaryDirectory: Sendable {
    /// The absolute path without symbolic links, so that it compares with what the kernel says of open files. It is short enough for
    /// sockets in the directory (unix(7)).
    public let path: String

    /// Creates a directory.
    ///
    /// - Parameters:
    ///   - parent: the directory that it is created in; `nil`: the one for temporary files.
    ///   - mode: its permissions, whatever the umask is.
    public init(in parent: String? = nil, mode: mode_t = 0o755) throws {
        let parent = parent ?? FileManager.default.temporaryDirectory.path
        guard let place = realpath(parent, nil) else { throw TestFailure("there is no directory “\(parent)”") }
        defer { free(place) }
        var name = Array("\(String(cString: place))/chatelaine.XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else { throw TestFailure("no directory can be created in “\(parent)”") }
        path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard chmod(path, mode) == 0 else { throw TestFailure("the permissions of “\(path)” cannot be set") }
    }

    deinit { remove() }

    /// Removes the directory before the test lets go of it.
    public func remove() { try? FileManager.default.removeItem(atPath: path) }

    /// The location as a URL.
    public var url: URL { URL(fileURLWithPath: path, isDirectory: true) }

    /// Returns a path below the directory.
    public func callAsFunction(_ name: String) -> String { path + "/" + name }
}
