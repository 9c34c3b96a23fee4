/// Why a reader did not do what it was asked to.
///
/// Texts that come from the bus are cut and made printable before they get here.
package struct ReaderError: Error, Hashable, Sendable {
    /// What went wrong, for programs.
    package enum Kind: Hashable, Sendable {
        /// There is no bus, or no fprintd on it, or it cannot be started.
        case noDaemon
        /// No reader is connected, or none that fprintd knows how to use.
        case noDevice
        /// The user has no prints.
        case notEnrolled
        /// Another program has the reader, or has begun something with it.
        case busy
        /// polkit does not let the user.
        case denied
        /// The reader, fprintd or the bus went away in the middle.
        case disconnected
        /// Who answers is not the system's fprintd.
        case untrusted
        /// ``Cancellation/cancel()`` was called.
        case cancelled
        /// The finger, or its print, is enrolled already.
        case duplicate
        /// The reader has no room for another print.
        case full
        /// Anything else.
        case failed
    }

    /// What went wrong, for programs.
    package let kind: Kind
    /// What happened.
    package let reason: String
    /// What the person in front of the reader can do about it.
    package let remedy: String

    /// An error that knows what to do about it by its kind.
    package init(_ kind: Kind, _ reason: String, remedy: String? = nil) {
        self.kind = kind
        self.reason = reason
        self.remedy = remedy ?? kind.remedy
    }

    static var cancelled: ReaderError { ReaderError(.cancelled, "cancelled") }
    static var noAnswer: ReaderError { ReaderError(.failed, "fprintd does not answer") }
    static var daemonIsGone: ReaderError {
        ReaderError(.disconnected, "fprintd has ended", remedy: "see why with: journalctl -u fprintd; then try again")
    }
}

extension ReaderError.Kind {
    fileprivate var remedy: String {
        switch self {
        case .noDaemon: "install fprintd, and see what is wrong with it with: systemctl status fprintd"
        case .noDevice: "connect a fingerprint reader, one that libfprint supports"
        case .notEnrolled: "enrol a finger with: chatelaine fingerprint enroll"
        case .busy: "end what uses the reader, or wait for it; then try again"
        case .denied: "log in at the machine itself, or have its administrator allow it in polkit"
        case .disconnected: "connect the reader again, then try again"
        case .untrusted: "unset DBUS_SYSTEM_BUS_ADDRESS; bus and fprintd have to be the system's"
        case .cancelled: "nothing was changed; run it again when you are ready"
        case .duplicate: "take another finger, or remove the print first with: chatelaine fingerprint remove"
        case .full: "remove a print with: chatelaine fingerprint remove"
        case .failed: "try again; what fprintd says of it is in: journalctl -u fprintd"
        }
    }
}
