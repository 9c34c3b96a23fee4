import DataProtection
import Foundation
import GtkSupport

/// The title and the reason of an error, as text for the user.
@MainActor struct ErrorText {
    let title: String
    let reason: String

    init(_ error: any Error) {
        switch error {
        case let error as KeychainFailure where error.isLocked: self = .locked
        case let error as ProtectedFileError where error.isLocked: self = .locked
        case let error as KeychainFailure:
            self.init(
                text("The Keychain Does Not Answer"),
                text("{reason} Check whether the agent runs: chatelaine status", ["reason": error.reason]))
        case is PINLock.MissingKey:
            self.init(
                text("The Key Is Lost"),
                text(
                    "The keychain no longer contains the key that your password opened. Restore the keychain from a backup, or start with an empty list; the old list is kept."
                ))
        case is PINLock.NoMemory:
            self.init(text("No Memory"), text("There is not enough memory to check a password. Close a program."))
        case let error as ProtectedFileError:
            self.init(text("The List Cannot Be Read or Written"), error.description)
        default: self.init(text("The List Cannot Be Read or Written"), (error as NSError).localizedDescription)
        }
    }

    private init(_ title: String, _ reason: String) { (self.title, self.reason) = (title, reason) }

    private static var locked: ErrorText {
        ErrorText(text("The Keychain Is Locked"), text("Unlock it, and try again: chatelaine unlock"))
    }
}
