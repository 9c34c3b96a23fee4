import CLinux
import Glibc

/// Whose password a helper has checked.
///
/// This keeps mistakes away, and nobody from anything: the helper is not setuid, so whoever starts it by hand learns nothing that a
/// program of their own that calls PAM would not tell. What `pam_unix` tells about other accounts is for unix_chkpwd(8) to decide.
package enum AccountRule {
    /// The account of the system service, which serves all users.
    private static let systemAccount = "chatelaine"

    /// Whether this process, by its real user id, checks the password of an account: root and the system service any, everybody else
    /// their own.
    package static func allows(_ name: String) -> Bool {
        let own = getuid()
        return own == 0 || uid(of: name) == own || uid(of: systemAccount) == own
    }

    /// Whether both names are of one account.
    static func isSame(_ one: String, _ other: String) -> Bool {
        if one == other { return true }
        guard let one = uid(of: one), let other = uid(of: other) else { return false }
        return one == other
    }

    private static func uid(of name: String) -> uid_t? {
        var uid: uid_t = 0
        return clinux_account(name, &uid) == 0 ? uid : nil
    }
}
