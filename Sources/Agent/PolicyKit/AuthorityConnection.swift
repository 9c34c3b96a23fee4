import CLinux
import DBus
import Glibc
import LinuxSupport

/// A connection to polkit over the bus: it identifies and authenticates polkit, and exchanges messages with it.
///
/// The chain of trust: the socket of the bus, if root made it; then the bus, for the sender of a message and the sender's user; then the
/// owner of polkit's name, if it runs as root or as polkit's own account.
final class AuthorityConnection {
    private static let name = "org.freedesktop.PolicyKit1"

    /// The time limit for the bus to start polkit, in microseconds.
    private static let activationTimeout: UInt64 = 25_000_000
    /// The time limit of a call that does not involve the user, in microseconds.
    private static let timeout: UInt64 = 10_000_000
    /// The time limit for closing the dialogue, in microseconds. The end of the connection also closes it.
    private static let cancellationTimeout: UInt64 = 100_000
    /// The time after which a question that has no answer yet is taken to be in front of the user, in microseconds: polkit does not say
    /// whether a program shows its dialogue, and answers at once if none does.
    private static let timeToShow: UInt64 = 1_000_000
    /// The id of a question, by which it can be cancelled; polkit keeps those of different connections apart.
    private static let question = "question"

    private let bus: BusConnection
    /// The unique name of polkit's connection, once it is known.
    private var owner = ""

    /// The answer of polkit.
    enum Verdict {
        case authorized
        case dismissed
        case refused
        /// The user would have to be asked, and was not.
        case challenge
    }

    /// Connects, starts polkit if it does not run, and checks whether it can be trusted.
    init(_ settings: PolkitAuthority.Settings, _ cancellation: Cancellation?) throws(PolkitError) {
        if let cancellation, cancellation.event < 0 { throw .unavailable("there are too many open files") }
        guard settings.bus.isLocal else {
            throw PolkitError(
                .untrusted, "“\(UntrustedText.forPrompt(settings.bus.address, limit: 200))” is not a local socket")
        }
        do {
            bus = try BusConnection(
                address: settings.bus.address, trustedUser: settings.busUser, cancellation: cancellation,
                timeout: Self.timeout)
        } catch { throw PolkitError(error) }
        let started = try answer(
            to: .toDaemon("StartServiceByName", [.string(Self.name), .number(0)]), within: Self.activationTimeout)
        let named = try answer(to: .toDaemon("GetNameOwner", [.string(Self.name)]), within: Self.timeout)
        guard let owner = named.string(), owner.hasPrefix(":") else {
            let why = started.errorText
            throw .unavailable("polkit is not running" + (why.isEmpty ? "" : " (\(why))"))
        }
        let user = try answer(to: .toDaemon("GetConnectionUnixUser", [.string(owner)]), within: Self.timeout).number()
        guard let user, settings.isTrusted(user) else {
            throw PolkitError(
                .untrusted, "the service that claims to be polkit does not belong to the system: another user runs it")
        }
        self.owner = owner
    }

    /// Asks polkit.
    ///
    /// - Parameters:
    ///   - question: the contents of a dialogue; `nil` if the user is not to be asked.
    ///   - timeout: the time limit for the user, in microseconds. Afterwards, and if the waiting is cancelled, the dialogue is closed.
    ///   - whenAsking: called when the user is probably being asked.
    func check(
        _ action: PolkitAction, of process: RequestingProcess, _ question: PolkitQuestion?, within timeout: UInt64,
        whenAsking: () -> Void = {}
    ) throws(PolkitError) -> Verdict {
        do throws(PolkitError) {
            let call = polkitCall(
                "CheckAuthorization",
                [
                    process.subject, .string(action.rawValue), question?.details ?? .dictionary("ss", []),
                    // Specified in: polkit, “CheckAuthorizationFlags”: 1 is AllowUserInteraction.
                    .number(question == nil ? 0 : 1), .string(question == nil ? "" : Self.question),
                ])
            let limit = question == nil ? Self.timeout : timeout
            return try verdict(answer(to: call, within: limit, whenWaiting: whenAsking))
        } catch {
            if question != nil, error.kind == .cancelled || error.kind == .timedOut { cancelQuestion() }
            throw error
        }
    }

    private func cancelQuestion() {
        bus.cancellation = nil
        let call = polkitCall("CancelCheckAuthorization", [.string(Self.question)])
        do throws(PolkitError) { _ = try answer(to: call, within: Self.cancellationTimeout) } catch {}
    }

    /// Returns the verdict in an answer.
    ///
    /// Specified in: polkit, “AuthorizationResult”.
    private func verdict(_ answer: BusMessage) throws(PolkitError) -> Verdict {
        if let name = answer.errorName { throw refusal(name, answer.errorText) }
        let read = answer.structure("bba{ss}") {
            answer.bool().flatMap { isAuthorized in
                answer.bool().flatMap { isChallenge in
                    answer.stringDictionary().map { (isAuthorized, isChallenge, $0["polkit.dismissed"]) }
                }
            }
        }
        guard let (isAuthorized, isChallenge, dismissed) = read else {
            throw .unavailable("polkit's answer cannot be understood")
        }
        if isAuthorized { return .authorized }
        if isChallenge { return .challenge }
        return dismissed?.isEmpty == false ? .dismissed : .refused
    }

    private func refusal(_ name: String, _ text: String) -> PolkitError {
        switch name {
        case "org.freedesktop.PolicyKit1.Error.Cancelled": PolkitError(.dismissed, "polkit has closed the dialogue")
        // For example, the action is not known, or this account is not its owner.
        default: .unavailable("polkit failed: \(text)")
        }
    }

    /// Waits for the answer to a call, which may be an error.
    ///
    /// - Parameter whenWaiting: called when it has not come within ``timeToShow``.
    private func answer(
        to call: BusCall, within timeout: UInt64, whenWaiting: () -> Void = {}
    ) throws(PolkitError) -> BusMessage {
        let now = MonotonicTime.now
        do throws(BusConnection.Failure) {
            let cookie = try bus.send(call)
            let early = now &+ min(timeout, Self.timeToShow)
            if let message = try answer(cookie, to: call, until: early) { return message }
            whenWaiting()
            if let message = try answer(cookie, to: call, until: now &+ timeout) { return message }
        } catch { throw PolkitError(error) }
        throw PolkitError(.timedOut, "the user did not answer in time")
    }

    /// - Returns: `nil` if there is no answer in time.
    private func answer(
        _ cookie: UInt64, to call: BusCall, until deadline: UInt64
    ) throws(BusConnection.Failure) -> BusMessage? {
        while let message = try bus.next(until: deadline) {
            // The bus may send an error in place of polkit; an error forged by another program only ends this attempt.
            if message.answers(cookie), message.sender == call.destination || message.errorName != nil {
                return message
            }
        }
        return nil
    }

    private func polkitCall(_ member: String, _ arguments: [BusArgument]) -> BusCall {
        BusCall(
            destination: owner, path: "/org/freedesktop/PolicyKit1/Authority",
            interface: "org.freedesktop.PolicyKit1.Authority", member: member, arguments: arguments)
    }
}

extension RequestingProcess {
    /// Specified in: polkit, “Subject”, kind `unix-process`.
    fileprivate var subject: BusArgument {
        .structure(
            "sa{sv}",
            [
                .string("unix-process"),
                .dictionary(
                    "sv",
                    [
                        (.string("pid"), .variant("u", .number(UInt32(bitPattern: pid)))),
                        (.string("start-time"), .variant("t", .wideNumber(startTime))),
                        (.string("uid"), .variant("i", .signedNumber(Int32(bitPattern: uid)))),
                    ]),
            ])
    }
}

extension PolkitError {
    init(_ failure: BusConnection.Failure) {
        switch failure {
        case .noBus(let code):
            self = .unavailable("the system bus cannot be reached: \(String(cString: strerror(code)))")
        case .ended: self = .unavailable("the system bus has ended the connection")
        case .cancelled: self.init(.cancelled, "the dialogue was cancelled")
        case .untrusted: self.init(.untrusted, "the bus does not belong to the system: another user runs it")
        }
    }
}
