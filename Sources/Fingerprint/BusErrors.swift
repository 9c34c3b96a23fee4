import DBus
import Glibc

extension ReaderError {
    init(_ failure: BusConnection.Failure) {
        switch failure {
        case .noBus(let code):
            self.init(
                .noDaemon, "the system bus cannot be reached: \(String(cString: strerror(code)))",
                remedy: "check that D-Bus is running, and the value of DBUS_SYSTEM_BUS_ADDRESS")
        case .ended: self.init(.disconnected, "the system bus has ended the connection", remedy: "try again")
        case .cancelled: self = .cancelled
        case .untrusted: self.init(.untrusted, "the bus does not belong to the system: another user runs it")
        }
    }

    /// Creates the error for an error reply; `nil` for any other message.
    ///
    /// Specified in: fprintd's D-Bus interface, “Errors” of each method.
    init?(refusal answer: BusMessage) {
        guard let name = answer.errorName else { return nil }
        let text = answer.errorText
        if name.hasPrefix(Self.ownPrefix) {
            self.init(fprintd: name.dropFirst(Self.ownPrefix.count), text)
            return
        }
        switch name.split(separator: ".").last {
        case "AccessDenied": self.init(.denied, "the bus denies the request: \(text)")
        case "ServiceUnknown", "NameHasNoOwner", "NoReply", "Disconnected": self = .daemonIsGone
        // If the reader is disconnected, its D-Bus object disappears, too.
        case "UnknownMethod", "UnknownObject", "UnknownInterface":
            self.init(.disconnected, "the reader was disconnected")
        default: self.init(.failed, "fprintd failed: \(text)")
        }
    }

    private static let ownPrefix = "net.reactivated.Fprint.Error."

    private init(fprintd name: Substring, _ text: String) {
        switch name {
        case "NoSuchDevice": self.init(.noDevice, "there is no fingerprint reader")
        case "NoEnrolledPrints": self.init(.notEnrolled, "no finger is enrolled")
        case "AlreadyInUse": self.init(.busy, "another program uses the reader")
        case "PermissionDenied": self.init(.denied, "you are not allowed to use the reader: \(text)")
        default: self.init(.failed, "the reader failed: \(text)")
        }
    }
}
