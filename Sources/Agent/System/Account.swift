import CLinux
import Glibc
import KeychainServices

/// The account of a user, to which keychains belong.
///
/// A user id alone is not enough: it is given to another user when its account has gone. So an account is its id, its name, and its
/// home directory: one that was made again is another one, whatever its name, and only root can make one.
package struct Account: Hashable, Sendable {
    package let uid: UInt32
    /// The name of the directory with its data, which no other account has.
    package let directoryName: String

    /// - Throws: `.notAvailable` if there is no such account, or its home directory cannot be looked at.
    package init(uid: UInt32) throws(KeychainError) {
        var (name, home): (UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?)
        let error = clinux_account_of(uid, &name, &home)
        guard error == 0, let name, let home else {
            throw KeychainError(
                .notAvailable, "the user id \(uid) belongs to no account",
                remedy: "see whether the system's list of accounts can be read: getent passwd \(uid)")
        }
        defer {
            free(name)
            free(home)
        }
        var (inode, birth) = (UInt64(0), UInt64(0))
        switch clinux_directory_identity(home, &inode, &birth) {
        // An account without a home directory is known by its name.
        case 0, ENOENT, ENOTDIR: break
        case let code:
            throw KeychainError(
                .notAvailable,
                "the home directory of the user id \(uid) cannot be looked at: \(String(cString: strerror(code)))",
                remedy: "let the account “chatelaine” search the directory that it is in")
        }
        // On a file system of the user's own making both are whatever that says.
        if clinux_filesystem_type(home) == Self.fuse { (inode, birth) = (0, 0) }
        self.init(uid: uid, name: String(cString: name), homeInode: inode, homeBirth: birth)
    }

    /// From linux/magic.h.
    private static let fuse: Int64 = 0x6573_5546

    init(uid: UInt32, name: String, homeInode: UInt64, homeBirth: UInt64) {
        self.uid = uid
        directoryName = "\(uid)-\(Self.escaped(name))-\(homeInode)-\(homeBirth)"
    }

    /// Returns a name as a part of a path; no other name gives the same.
    private static func escaped(_ name: String) -> String {
        name.utf8.reduce(into: "") { text, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default: text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
        }
    }
}
