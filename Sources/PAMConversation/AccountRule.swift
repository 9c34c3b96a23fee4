import CLinux
import Glibc

/// The rule on the accounts whose password a helper checks.
///
/// It prevents mistakes, but is not a security boundary: the helper is not setuid, so a user who starts it by hand learns nothing that the
/// user's own program could not learn from PAM. unix_chkpwd(8) decides what `pam_unix` reveals about other accounts.
package enum AccountRule {
    /// The account of the system service, which serves all users.
    private static let systemAccount = "chatelaine"

    /// Whether this process, by its real user id, checks the password of an account: root and the system service check any, other users
    /// only their own.
    package static func allows(_ name: String) -> Bool {
        let own = getuid()
        return own == 0 || uid(of: name) == own || uid(of: systemAccount) == own
    }

    /// Whether both names belong to one account.
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
