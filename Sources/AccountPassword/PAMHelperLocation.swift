import Glibc
import LinuxSupport

/// The location of `chatelaine-pam-helper`, which receives every password that is typed for it.
///
/// Specified in: Docs/account-password.md, "Where the helper is".
package enum PAMHelperLocation {
    /// The reason for which no helper can be used, and a remedy.
    package struct Problem: Error, Equatable {
        package let reason: String
        package let remedy: String
    }

    private static let name = "chatelaine-pam-helper"
    /// The directories where it is installed.
    private static let usual = ["/usr/libexec/chatelaine", "/usr/local/libexec/chatelaine"]

    /// Returns the absolute path of the helper, without symbolic links.
    ///
    /// - Parameters:
    ///   - set: the path in the settings, which excludes all others; `nil` for none.
    ///   - own: the path of the helper that is installed with this program; `nil` for none.
    ///   - directories: the directories to search otherwise.
    /// - Throws: an error also for a helper that users other than root and this user could replace.
    package static func find(
        set: String?, own: String? = InstalledProgram.path(of: name), directories: [String] = usual
    ) throws(Problem) -> String {
        if let set {
            guard set.hasPrefix("/") else {
                throw Problem(
                    reason: "the setting “authentication.pamHelper” is not an absolute path",
                    remedy: "make it begin with “/”")
            }
            return try checked(set)
        }
        let places = (own.map { [$0] } ?? []) + directories.map { $0 + "/" + name }
        guard let path = places.first(where: { access($0, F_OK) == 0 }) else {
            throw Problem(
                reason: "the program “\(name)” is not installed",
                remedy: "install it: make install; or set its path in the setting “authentication.pamHelper”")
        }
        return try checked(path)
    }

    private static func checked(_ path: String) throws(Problem) -> String {
        guard let real = realpath(path, nil) else {
            throw Problem(reason: "there is no program “\(path)”", remedy: "install it: make install")
        }
        defer { free(real) }
        guard let file = String(validatingCString: real) else {
            throw Problem(reason: "the path to which “\(path)” leads is not UTF-8", remedy: "install it elsewhere")
        }
        var status = stat()
        guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, access(file, X_OK) == 0 else {
            throw Problem(reason: "“\(file)” cannot be started", remedy: "install it: make install")
        }
        try check(file, status)
        let directory = String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)])
        guard stat(directory.isEmpty ? "/" : directory, &status) == 0 else {
            throw Problem(reason: "“\(directory)” cannot be examined", remedy: "check its permissions")
        }
        try check(directory, status)
        return file
    }

    /// Checks that no other user can change or replace it, because that user would learn the password.
    private static func check(_ path: String, _ status: stat) throws(Problem) {
        guard status.st_uid == 0 || status.st_uid == geteuid() else {
            throw Problem(
                reason: "“\(path)” belongs to another user, who could learn your password",
                remedy: "install it as root: sudo make install")
        }
        guard status.st_mode & 0o022 == 0 else {
            throw Problem(
                reason: "“\(path)” can be changed by other users, who could learn your password",
                remedy: "remove the write permission: chmod go-w “\(path)”")
        }
    }
}
