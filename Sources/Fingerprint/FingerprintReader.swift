import DBus
import Glibc
import LinuxSupport

/// The fingerprint reader of the computer, as fprintd serves it.
///
/// Every call makes a connection of its own and blocks the calling thread. So signals for one call never reach another: after a
/// verification is stopped, fprintd still reports its result.
/// Specified in: Docs/fingerprint.md.
package struct FingerprintReader: Sendable {
    /// The address of fprintd's bus.
    package typealias Bus = BusAddress

    let user: String
    let bus: Bus
    let trustedUser: uid_t

    /// - Parameters:
    ///   - user: whose prints; empty for those of the user as whom this process runs. polkit asks more of those who want another's.
    ///   - bus: where fprintd is.
    ///   - trustedUser: the user id as which bus and fprintd have to run. Anything but root's is for tests.
    package init(user: String = "", bus: Bus = .system(), trustedUser: uid_t = 0) {
        self.user = user
        self.bus = bus
        self.trustedUser = trustedUser
    }

    /// The reader and the enrolled fingers.
    package struct State: Hashable, Sendable {
        /// The name of the reader, 200 characters at most; `nil` if there is no reader.
        package let device: String?
        /// The enrolled fingers, sorted. fprintd reveals no more of a print than this.
        package let fingers: [Finger]

        /// Creates a state.
        package init(device: String?, fingers: [Finger]) {
            self.device = device
            self.fingers = fingers
        }
    }

    /// The result of comparing a finger on the reader.
    package enum Match: Hashable, Sendable {
        /// It is one of the user's.
        case match
        /// It is not one of the user's.
        case mismatch
    }

    /// An event before the result is known.
    package enum Event: Hashable, Sendable {
        /// The reader is waiting for a finger: for this one, or, if `nil`, for any enrolled one. A reader without a search function
        /// compares with one print only.
        case waiting(Finger?)
        /// The reader could not read the finger, and waits again.
        case retry(Retry)
        /// While enrolling: the number of successful scans. `total` is `nil` if the reader does not report it, or reports it wrongly.
        case stage(passed: Int, total: Int?)
    }

    /// Advice for the next attempt.
    package enum Retry: Hashable, Sendable {
        /// Move the finger further.
        case swipeTooShort
        /// Put the finger in the middle.
        case fingerNotCentered
        /// Lift the finger first.
        case removeAndRetry
        /// No specific advice.
        case again
    }

    /// Returns the reader and the enrolled fingers.
    ///
    /// - Throws: `ReaderError`. A missing reader and missing prints are not errors.
    package func state() throws(ReaderError) -> State {
        let daemon = try connect(nil)
        let device: String
        do throws(ReaderError) { device = try daemon.defaultDevice() } catch {
            guard error.kind == .noDevice else { throw error }
            return State(device: nil, fingers: [])
        }
        do throws(ReaderError) {
            let name = try daemon.property("name", of: device)?.textInVariant()
            return State(device: name ?? "", fingers: try fingers(daemon, device))
        } catch {
            // The reader may be disconnected between two calls.
            guard error.kind == .disconnected, !daemon.has(device) else { throw error }
            return State(device: nil, fingers: [])
        }
    }

    /// Compares one finger.
    ///
    /// - Parameters:
    ///   - cancellation: ends the waiting, for which there is no time limit.
    ///   - onEvent: called on the same thread.
    /// - Throws: `ReaderError`.
    package func verify(
        cancellation: Cancellation = Cancellation(), onEvent: (Event) -> Void = { _ in }
    ) throws(ReaderError) -> Match {
        try withReader(cancellation) { (daemon, device) throws(ReaderError) in
            try daemon.withCalls(
                begin: daemon.method("VerifyStart", of: device, ["any"]),
                end: daemon.method("VerifyStop", of: device, [])
            ) { () throws(ReaderError) in try daemon.awaitMatch(onEvent) }
        }
    }

    /// Enrols a finger.
    ///
    /// - Parameters:
    ///   - finger: one that is not enrolled. For an enrolled one, fprintd would delete the print at the start, even if it then fails.
    ///   - cancellation: ends the enrolment, and leaves no partial print.
    ///   - onEvent: called on the same thread.
    /// - Throws: `ReaderError`.
    package func enroll(
        _ finger: Finger, cancellation: Cancellation = Cancellation(), onEvent: (Event) -> Void = { _ in }
    ) throws(ReaderError) {
        try withReader(cancellation) { (daemon, device) throws(ReaderError) in
            guard try !fingers(daemon, device).contains(finger) else {
                throw ReaderError(
                    .duplicate, "the \(finger) is enrolled already",
                    remedy: "remove it first with: chatelaine fingerprint remove --finger \(finger.rawValue)")
            }
            let stages = try daemon.property("num-enroll-stages", of: device)?.numberInVariant()
            try daemon.withCalls(
                begin: daemon.method(
                    "EnrollStart", of: device, [finger.rawValue], allowsInteractiveAuthorization: true),
                end: daemon.method("EnrollStop", of: device, []), within: Self.interactiveTimeout
            ) { () throws(ReaderError) in
                onEvent(.waiting(finger))
                try daemon.awaitEnrolment(stages: stages.map(Int.init), onEvent)
            }
        }
    }

    /// Deletes prints.
    ///
    /// - Parameter finger: the finger whose print is deleted; `nil` for all fingers of the user.
    /// - Throws: `ReaderError`; `notEnrolled` if there is no such print.
    package func remove(_ finger: Finger?) throws(ReaderError) {
        try withReader(nil) { (daemon, device) throws(ReaderError) in
            let member = finger == nil ? "DeleteEnrolledFingers2" : "DeleteEnrolledFinger"
            let arguments = finger.map { [$0.rawValue] } ?? []
            let call = daemon.method(member, of: device, arguments, allowsInteractiveAuthorization: true)
            do throws(ReaderError) { try daemon.call(call, within: Self.interactiveTimeout) } catch {
                guard error.kind == .notEnrolled, let finger else { throw error }
                throw ReaderError(
                    .notEnrolled, "the \(finger) is not enrolled",
                    remedy: "list the enrolled fingers with: chatelaine fingerprint list")
            }
        }
    }

    /// The time limit of calls for which polkit may first ask for a password, in microseconds.
    private static let interactiveTimeout: UInt64 = 120_000_000
}
