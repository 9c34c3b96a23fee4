/// The reason for which a reader did not carry out a request.
///
/// Texts from the bus are truncated and made printable before they are stored here.
package struct ReaderError: Error, Hashable, Sendable {
    /// The reason as a code.
    package enum Kind: Hashable, Sendable {
        /// There is no bus, or no fprintd on it, or it cannot be started.
        case noDaemon
        /// No reader is connected, or none that fprintd supports.
        case noDevice
        /// The user has no prints.
        case notEnrolled
        /// Another program uses the reader, or has started an operation on it.
        case busy
        /// polkit denies it to the user.
        case denied
        /// The reader, fprintd or the bus disconnected during the operation.
        case disconnected
        /// The service that answers is not the system's fprintd.
        case untrusted
        /// ``Cancellation/cancel()`` was called.
        case cancelled
        /// The finger, or its print, is enrolled already.
        case duplicate
        /// The reader has no room for another print.
        case full
        /// Any other reason.
        case failed
    }

    /// The reason as a code.
    package let kind: Kind
    /// A description of the failure.
    package let reason: String
    /// A remedy for the user at the reader.
    package let remedy: String

    /// Creates an error, with the default remedy of its kind if none is given.
    package init(_ kind: Kind, _ reason: String, remedy: String? = nil) {
        self.kind = kind
        self.reason = reason
        self.remedy = remedy ?? kind.remedy
    }

    static var cancelled: ReaderError { ReaderError(.cancelled, "cancelled") }
    static var noAnswer: ReaderError { ReaderError(.failed, "fprintd does not answer") }
    static var daemonIsGone: ReaderError {
        ReaderError(
            .disconnected, "fprintd has ended", remedy: "find the reason with: journalctl -u fprintd; then try again")
    }
}

extension ReaderError.Kind {
    fileprivate var remedy: String {
        switch self {
        case .noDaemon: "install fprintd, and check it with: systemctl status fprintd"
        case .noDevice: "connect a fingerprint reader, one that libfprint supports"
        case .notEnrolled: "enrol a finger with: chatelaine fingerprint enroll"
        case .busy: "end the program that uses the reader, or wait for it; then try again"
        case .denied: "log in locally, or ask the administrator to allow it in polkit"
        case .disconnected: "connect the reader again, then try again"
        case .untrusted: "unset DBUS_SYSTEM_BUS_ADDRESS; the bus and fprintd must belong to the system"
        case .cancelled: "nothing was changed; run it again when you are ready"
        case .duplicate: "use another finger, or remove the print first with: chatelaine fingerprint remove"
        case .full: "remove a print with: chatelaine fingerprint remove"
        case .failed: "try again; the log of fprintd is in: journalctl -u fprintd"
        }
    }
}
