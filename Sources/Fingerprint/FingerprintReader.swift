import DBus
import Glibc
import LinuxSupport

/// The fingerprint reader of the machine, as fprintd serves it.
///
/// Every call makes a connection of its own and blocks the thread that makes it. What was said to one call never reaches
/// another: after a verification is stopped, fprintd still tells how it ended.
/// Specified in: Docs/fingerprint.md.
package struct FingerprintReader: Sendable {
    /// Where fprintd is looked for.
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

    /// What there is.
    package struct State: Hashable, Sendable {
        /// What the reader calls itself, 200 characters at most; nil if there is no reader.
        package let device: String?
        /// The fingers that are enrolled, sorted. fprintd tells no more of a print than this.
        package let fingers: [Finger]

        /// What there could be.
        package init(device: String?, fingers: [Finger]) {
            self.device = device
            self.fingers = fingers
        }
    }

    /// What has become of a finger on the reader.
    package enum Match: Hashable, Sendable {
        /// It is one of the user's.
        case match
        /// It is none of the user's.
        case mismatch
    }

    /// What happens before it is known what becomes of it.
    package enum Event: Hashable, Sendable {
        /// The reader waits for a finger: for one in particular, or, nil, for any that is enrolled. A reader that cannot search
        /// compares with one print only.
        case waiting(Finger?)
        /// The reader could not make anything of what it saw, and waits again.
        case retry(Retry)
        /// While enrolling: so many looks have gone well. `total` is nil where the reader does not say, or is wrong.
        case stage(passed: Int, total: Int?)
    }

    /// What to do otherwise.
    package enum Retry: Hashable, Sendable {
        /// Move the finger further.
        case swipeTooShort
        /// Put the finger into the middle.
        case fingerNotCentered
        /// Take the finger away first.
        case removeAndRetry
        /// Nothing in particular.
        case again
    }

    /// Looks which reader there is and which fingers are enrolled.
    ///
    /// - Throws: `ReaderError`. That there is no reader, or no print, is none.
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
            // It may go between two calls.
            guard error.kind == .disconnected, !daemon.has(device) else { throw error }
            return State(device: nil, fingers: [])
        }
    }

    /// Has one finger looked at.
    ///
    /// - Parameters:
    ///   - cancellation: ends the waiting. There is no other end to it.
    ///   - onEvent: called on the same thread.
    /// - Throws: `ReaderError`.
    package func verify(
        cancellation: Cancellation = Cancellation(), onEvent: (Event) -> Void = { _ in }
    ) throws(ReaderError) -> Match {
        try withReader(cancellation) { (daemon, device) throws(ReaderError) in
            try daemon.between(
                daemon.method("VerifyStart", of: device, ["any"]), daemon.method("VerifyStop", of: device, [])
            ) { () throws(ReaderError) in try daemon.awaitMatch(onEvent) }
        }
    }

    /// Enrols a finger.
    ///
    /// - Parameters:
    ///   - finger: one that is not enrolled. fprintd would forget its print as soon as it begins, even if it then fails.
    ///   - cancellation: ends it, and leaves nothing behind.
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
            try daemon.between(
                daemon.method("EnrollStart", of: device, [finger.rawValue], mayAskPerson: true),
                daemon.method("EnrollStop", of: device, []), within: Self.patienceWithPeople
            ) { () throws(ReaderError) in
                onEvent(.waiting(finger))
                try daemon.awaitEnrolment(stages: stages.map(Int.init), onEvent)
            }
        }
    }

    /// Forgets prints.
    ///
    /// - Parameter finger: whose print; nil for all of the user's.
    /// - Throws: `ReaderError`; `notEnrolled` if there is nothing to forget.
    package func remove(_ finger: Finger?) throws(ReaderError) {
        try withReader(nil) { (daemon, device) throws(ReaderError) in
            let member = finger == nil ? "DeleteEnrolledFingers2" : "DeleteEnrolledFinger"
            let arguments = finger.map { [$0.rawValue] } ?? []
            let call = daemon.method(member, of: device, arguments, mayAskPerson: true)
            do throws(ReaderError) { try daemon.call(call, within: Self.patienceWithPeople) } catch {
                guard error.kind == .notEnrolled, let finger else { throw error }
                throw ReaderError(
                    .notEnrolled, "the \(finger) is not enrolled",
                    remedy: "see what is enrolled with: chatelaine fingerprint list")
            }
        }
    }

    /// Microseconds for what polkit may first ask a password for.
    private static let patienceWithPeople: UInt64 = 120_000_000
}
