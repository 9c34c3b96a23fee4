import Foundation
import Glibc

/// A person who answers a prompter, through a pinentry of the test's.
public final class PersonAtPinentry: Sendable {
    /// The path of the pinentry.
    public let program: String
    private let asked: Int32
    private let answers: Int32

    /// - Parameter home: a directory, in which one for the person is made.
    public init(home: String) throws {
        let directory = home + "/" + UUID().uuidString
        guard mkdir(directory, 0o700) == 0 else { throw TestFailure("“\(directory)” cannot be made") }
        for name in ["asked", "answers"] {
            guard mkfifo("\(directory)/\(name)", 0o600) == 0 else { throw TestFailure("no pipe can be made") }
        }
        asked = open(directory + "/asked", O_RDWR | O_CLOEXEC)
        answers = open(directory + "/answers", O_RDWR | O_CLOEXEC)
        guard asked >= 0, answers >= 0 else { throw TestFailure("a pipe cannot be opened") }
        let script = """
            #!/bin/bash
            echo OK
            while read -r line; do
                case $line in
                    SETDESC*) text=$line; echo OK ;;
                    CONFIRM*|GETPIN*)
                        printf '%s\\n' "$text" > '\(directory)/asked'
                        read -r answer < '\(directory)/answers'
                        case $answer in
                            yes) echo OK ;;
                            'type '*) echo "D ${answer#type }"; echo OK ;;
                            *) echo 'ERR 83886179 cancelled' ;;
                        esac ;;
                    *) echo OK ;;
                esac
            done
            """
        program = directory + "/pinentry"
        try ChildProcess.writeScript(script, to: program)
    }

    deinit {
        close(asked)
        close(answers)
    }

    /// Waits five minutes at most for the next question, and returns its text.
    public func question() throws -> String {
        var wanted = pollfd(fd: asked, events: Int16(POLLIN), revents: 0)
        guard poll(&wanted, 1, 300_000) == 1 else { throw TestFailure("no question has come") }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = read(asked, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self).replacing("%0A", with: " ")
    }

    /// Whether a question waits that was not looked at.
    public var isAsked: Bool {
        var wanted = pollfd(fd: asked, events: Int16(POLLIN), revents: 0)
        return poll(&wanted, 1, 0) == 1
    }

    /// Answers with “yes”, “no”, or “type ” and a secret.
    public func answer(_ text: String) { _ = write(answers, text + "\n", text.utf8.count + 1) }

    /// Types a secret.
    public func type(_ secret: String) { answer("type " + secret) }
}
