import Foundation
import GtkSupport

/// Why nobody was registered, logged in, or given another password.
enum AccountError: Error, Equatable {
    /// Somebody else has the username.
    case taken
    /// There is no such account, or the password is another one. Which of the two is nobody's business.
    case wrong
    /// Nothing says where files of programs are.
    case noHome
    /// The file is no list of accounts that this program has written.
    case damaged(path: String)
    /// Other users could have changed the file.
    case exposed(path: String)
    /// The system refuses.
    case system(path: String, Int32)
    /// As many accounts as there may be.
    case full
    /// Checking passwords takes memory.
    case noMemory

    /// For people.
    @MainActor var sentence: String {
        switch self {
        case .taken: text("This username is taken.")
        case .wrong: text("The username or the password is wrong.")
        case .noHome: text("There is no place for accounts: set HOME, or XDG_DATA_HOME, and start ACME again.")
        case .damaged(let path):
            text("The file of the accounts is damaged. To begin anew, remove “{path}”.", ["path": path])
        case .exposed(let path):
            text("Others may change the file of the accounts. Only you should: chmod 600 “{path}”.", ["path": path])
        case .system(let path, let number):
            text(
                "The file of the accounts cannot be used: {reason} (“{path}”).",
                ["reason": String(cString: strerror(number)), "path": path])
        case .full: text("There is no room for another account.")
        case .noMemory: text("There is not enough memory to check passwords.")
        }
    }
}
