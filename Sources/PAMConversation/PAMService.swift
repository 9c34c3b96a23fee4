import AccountPassword
import Glibc

/// A PAM service: a name, and the directory with the file of this name.
package struct PAMService: Sendable {
    package let name: String
    /// The absolute path of the directory; `nil` for the system's.
    package let directory: String?

    /// Creates a service from the arguments of `chatelaine-pam-helper`: a name, and a directory if it is not the system's. `nil` for any
    /// other arguments.
    package init?(_ arguments: [String]) {
        guard (1...2).contains(arguments.count), HelperMessage.isService(arguments[0]) else { return nil }
        name = arguments[0]
        directory = arguments.count == 2 ? arguments[1] : nil
        guard directory?.hasPrefix("/") ?? true else { return nil }
    }

    /// The directories in which Linux-PAM searches for the file of a service.
    private static let systemDirectories = ["/etc/pam.d", "/usr/lib/pam.d", "/usr/etc/pam.d"]

    /// Whether the service's file exists. Without it, PAM would use the fallback service `other`, which the administrator configures for
    /// unknown services in general.
    package var isThere: Bool {
        (directory.map { [$0] } ?? Self.systemDirectories).contains { access("\($0)/\(name)", R_OK) == 0 }
    }
}
