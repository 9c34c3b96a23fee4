import ArgumentParser
import CLinux
import Fingerprint
import Glibc
import LinuxSupport

/// Specified in: Docs/fingerprint.md.
struct FingerprintCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fingerprint",
        abstract: "Lists, enrols and removes your fingerprints.",
        discussion: """
            They are those of the whole system, as fprintd keeps them: what is enrolled here is good for logging in too, where the \
            system is set up for that.

            Examples:
              chatelaine fingerprint list
              chatelaine fingerprint enroll --finger left-thumb
              chatelaine fingerprint remove --finger left-thumb
            """,
        subcommands: [ListCommand.self, EnrollCommand.self, RemoveCommand.self]
    )

    struct ListCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "Lists the reader and the fingers that are enrolled.",
            discussion: """
                Each on a line: “reader” or “finger”, a tab, its name.

                Example:
                  chatelaine fingerprint list
                """)

        @Flag(help: .json) var json = false

        func run() throws {
            let state = try FingerprintReader().state()
            guard let device = state.device else {
                throw ReaderError(.noDevice, "there is no fingerprint reader")
            }
            guard !json else {
                return try JSONText.print([
                    ("reader", .string(device)), ("fingers", .array(state.fingers.map { .string($0.rawValue) })),
                ])
            }
            let lines =
                ["reader\t\(UntrustedText.forTerminal(device))"] + state.fingers.map { "finger\t\($0.rawValue)" }
            try StandardStreams.print(lines.joined(separator: "\n"))
        }
    }

    struct EnrollCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "enroll",
            abstract: "Enrols a finger.",
            discussion: """
                The reader looks at the finger several times; ^C ends it, and nothing is kept.

                Example:
                  chatelaine fingerprint enroll --finger right-index-finger
                """)

        @Option(help: "The finger.") var finger = Finger.rightIndex

        func run() throws {
            let cancellation = Cancellation()
            Interruption.cancels(cancellation)
            defer { Interruption.ends() }
            try FingerprintReader().enroll(finger, cancellation: cancellation) { event in
                StandardStreams.complain(text(event) + "\n")
            }
            StandardStreams.complain("The \(finger) is enrolled.\n")
        }

        private func text(_ event: FingerprintReader.Event) -> String {
            switch event {
            case .waiting: "Touch or swipe the reader with your \(finger) until it has seen enough (^C cancels)."
            case .stage(let passed, let total?): "\(passed) of \(total)"
            case .stage(let passed, nil): "\(passed)"
            case .retry(.swipeTooShort): "Too short: move the finger further."
            case .retry(.fingerNotCentered): "Put the finger into the middle of the reader."
            case .retry(.removeAndRetry): "Take the finger away, then put it on the reader again."
            case .retry(.again): "Not readable: once more."
            }
        }
    }

    struct RemoveCommand: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "remove",
            abstract: "Removes one finger, or all of yours.",
            discussion: """
                Programs can then no longer authenticate you with the removed fingers. This command does not ask for confirmation.

                Examples:
                  chatelaine fingerprint remove --finger left-thumb
                  chatelaine fingerprint remove --all
                """)

        @Option(help: "The finger.") var finger: Finger?
        @Flag(help: "All fingers.") var all = false

        func validate() throws {
            guard (finger == nil) == all else { throw ValidationError("say which: --finger FINGER, or --all") }
        }

        func run() throws { try FingerprintReader().remove(finger) }
    }
}

extension Finger: ExpressibleByArgument {}

extension Failure {
    init(_ error: ReaderError) {
        let status: ExitStatus =
            switch error.kind {
            case .notEnrolled: .itemNotFound
            case .duplicate: .duplicateItem
            case .cancelled: .cancelled
            case .noDaemon, .noDevice, .busy, .denied, .disconnected, .untrusted, .full, .failed: .failed
            }
        self.init(status, error.reason, remedy: error.remedy)
    }
}

/// The handler of Ctrl-C while the reader waits. Other signals end the process; fprintd then stops scanning.
private enum Interruption {
    /// The eventfd that the signal handler signals, or -1.
    nonisolated(unsafe) private static var event: Int32 = -1

    static func cancels(_ cancellation: Cancellation) {
        event = cancellation.event
        _ = signal(SIGINT, cancel)
    }

    static func ends() {
        _ = signal(SIGINT, SIG_DFL)
        event = -1
    }

    /// The signal handler, which calls no function that is forbidden in a signal handler (signal-safety(7)).
    private static let cancel: @convention(c) (Int32) -> Void = { _ in
        if event >= 0 { clinux_event_signal(event) }
    }
}
