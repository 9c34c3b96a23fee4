import DBus
import LinuxSupport

/// A collection of the Secret Service.
package struct SecretCollection: Sendable {
    package let path: String
    package let label: String
    /// The paths of its items.
    package let items: [String]
    package let isLocked: Bool
}

/// An item of the Secret Service, without its secret.
package struct SecretItem: Sendable {
    package let path: String
    package var label = ""
    package var attributes: [String: String] = [:]
    /// Seconds since 1970; 0 if it is not known.
    package var created: UInt64 = 0
    package var modified: UInt64 = 0
    package var isLocked = false

    init(path: String) { self.path = path }

    /// Reads a property from the answer to `GetAll`.
    ///
    /// - Returns: whether the value has the type that is specified.
    mutating func read(_ name: String, _ message: BusMessage) -> Bool {
        switch name {
        case "Label":
            guard let text = message.variant("s", { message.string() }) else { return false }
            label = text
        case "Attributes":
            guard let texts = message.variant("a{ss}", { message.stringDictionary() }) else { return false }
            attributes = texts
        case "Created":
            guard let time = message.variant("t", { message.wideNumber() }) else { return false }
            created = time
        case "Modified":
            guard let time = message.variant("t", { message.wideNumber() }) else { return false }
            modified = time
        case "Locked":
            guard let value = message.variant("b", { message.bool() }) else { return false }
            isLocked = value
        default: return message.skip("v")
        }
        return true
    }
}

/// The reason for which the desktop's keyring cannot be read. Its texts have no secret.
package struct SecretServiceError: Error, Sendable {
    package let reason: String
    package let remedy: String

    init(_ reason: String, remedy: String) { (self.reason, self.remedy) = (reason, remedy) }

    init(_ failure: BusConnection.Failure) {
        switch failure {
        case .noBus: self.init("there is no session bus", remedy: "run it in a desktop session")
        case .ended: self.init("the session bus ended", remedy: "try again")
        case .cancelled: self.init("interrupted", remedy: "nothing was changed; run it again")
        case .untrusted: self.init("the session bus belongs to another user", remedy: "run it in your own session")
        }
    }

    init(_ answer: BusMessage) {
        switch answer.errorName {
        case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner":
            self.init(
                "no program serves the desktop's keyring", remedy: "start gnome-keyring or the program that you use")
        default: self.init("the desktop's keyring refused: \(answer.errorText)", remedy: "unlock it, and try again")
        }
    }
}
