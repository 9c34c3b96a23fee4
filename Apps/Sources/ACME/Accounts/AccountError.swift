import Foundation
import GtkSupport

/// The reason why a registration, a login or a change of password failed.
enum AccountError: Error, Equatable {
    /// Another account has the username.
    case taken
    /// There is no such account, or the password is wrong. The user is not told which of the two.
    case wrong
    /// The environment does not name a directory for files of programs.
    case noHome
    /// The file is not a list of accounts that this program has written.
    case damaged(path: String)
    /// Other users may have changed the file.
    case exposed(path: String)
    /// A system call failed.
    case system(path: String, Int32)
    /// The largest number of accounts is reached.
    case full
    /// There is not enough memory to check passwords.
    case noMemory

    /// The message to the user.
    @MainActor var message: String {
        switch self {
        case .taken: text("This username is taken.")
        case .wrong: text("The username or the password is wrong.")
        case .noHome: text("Accounts cannot be stored: set HOME or XDG_DATA_HOME, and start ACME again.")
        case .damaged(let path):
            text("The file of the accounts is damaged. To start again, remove “{path}”.", ["path": path])
        case .exposed(let path):
            text(
                "Other users may change the file of the accounts. Allow only yourself: chmod 600 “{path}”.",
                ["path": path])
        case .system(let path, let number):
            text(
                "The file of the accounts cannot be used: {reason} (“{path}”).",
                ["reason": String(cString: strerror(number)), "path": path])
        case .full: text("There is no room for another account.")
        case .noMemory: text("There is not enough memory to check passwords.")
        }
    }
}
