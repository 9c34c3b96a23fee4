import CLinux
import Glibc

/// What the system calls accounts.
package enum AccountName {
    /// The name of the account with an id, or nil.
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
