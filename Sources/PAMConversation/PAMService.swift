import AccountPassword
import Glibc

/// A PAM service: a name, and the directory where the file of this name is.
package struct PAMService: Sendable {
    package let name: String
    /// Absolute path; nil for the system's.
    package let directory: String?

    /// Of the arguments of `chatelaine-pam-helper`: a name, and a directory if it is not the system's. Nil for anything else.
    package init?(_ arguments: [String]) {
        guard (1...2).contains(arguments.count), HelperMessage.isService(arguments[0]) else { return nil }
        name = arguments[0]
        directory = arguments.count == 2 ? arguments[1] : nil
        guard directory?.hasPrefix("/") ?? true else { return nil }
    }

    /// Where Linux-PAM looks for the file of a service.
    private static let systemDirectories = ["/etc/pam.d", "/usr/lib/pam.d", "/usr/etc/pam.d"]

    /// Whether there is such a service. Without its file the system's PAM would use that of `other`, which means whatever the system's
    /// administrator had in mind for nobody in particular.
    package var isThere: Bool {
        (directory.map { [$0] } ?? Self.systemDirectories).contains { access("\($0)/\(name)", R_OK) == 0 }
    }
}
