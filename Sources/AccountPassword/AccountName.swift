import CLinux
import Glibc

/// The names of the system's accounts.
package enum AccountName {
    /// Returns the name of the account with a user id, or `nil`.
    package static func of(_ uid: UInt32) -> String? {
        var (name, home): (UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?)
        guard clinux_account_of(uid, &name, &home) == 0 else { return nil }
        defer {
            free(name)
            free(home)
        }
        return name.map { String(cString: $0) }
    }
}
