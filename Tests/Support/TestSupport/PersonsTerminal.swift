import Glibc

/// A program on a terminal of its own, with the test as the person who sits there.
package final class PersonsTerminal {
    /// The terminal shows something else than what was expected.
    package struct NotShown: Error, CustomStringConvertible {
        package let description: String
    }

    private let master: Int32
    /// The path of the end that programs have.
    package let name: String
    package let process: StartedProcess
    /// Everything that the terminal has shown so far, byte for byte.
    package private(set) var shown = ""
    private var seen = 0
    /// The settings before anything was started.
    package let before: termios

    /// - Parameters:
    ///   - words: the program and its arguments.
    ///   - variables: all of its environment, besides `TERM`.
    package init(_ words: [String], _ variables: [String: String]) throws {
        guard let (master, name) = Pseudoterminal.open() else { throw NotShown(description: "there is no terminal") }
        (self.master, self.name) = (master, name)
        var settings = termios()
        tcgetattr(master, &settings)
        before = settings
        let environment = variables.merging(["TERM": "xterm"]) { $1 }.map { "\($0.key)=\($0.value)" }
        process = try StartedProcess(words, variables: environment, leadsSession: true) { actions in
            // The first terminal that the leader of a session opens is its own.
            for descriptor: Int32 in 0...2 {
                posix_spawn_file_actions_addopen(&actions, descriptor, name, O_RDWR, 0)
            }
        }
    }

    deinit { close(master) }

    /// Waits until the terminal shows `text` after what was expected before; its lines end with a line feed alone.
    package func expect(_ text: String) throws {
        let wanted = Array(text.replacing("\n", with: "\r\n").unicodeScalars)
        while true {
            let rest = shown.unicodeScalars.dropFirst(seen)
            if let end = rest.end(of: wanted) {
                seen = shown.unicodeScalars.distance(from: shown.unicodeScalars.startIndex, to: end)
                return
            }
            guard readMore() else {
                throw NotShown(description: "“\(text)” was expected, but the terminal shows: \(shown)")
            }
        }
    }

    package func type(_ text: String) {
        _ = Array(text.utf8).withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
    }

    /// The local modes as they are now.
    package var settings: tcflag_t {
        var settings = termios()
        tcgetattr(master, &settings)
        return settings.c_lflag
    }

    /// Reads what is left and returns the exit code; that of a kill if the program goes on without a word.
    @discardableResult package func end() -> Int32 {
        while readMore() {}
        if !isHungUp { process.send(SIGKILL) }
        return process.wait()
    }

    /// Whether nobody has the terminal open any more.
    private var isHungUp = false

    /// False at the end, or after a minute without anything.
    private func readMore() -> Bool {
        var wanted = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard poll(&wanted, 1, 60_000) > 0 else { return false }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(master, &buffer, buffer.count)
        guard count > 0 else {
            isHungUp = true
            return false
        }
        // What is shown in tests never ends within a character.
        shown += String(decoding: buffer[..<count], as: UTF8.self)
        return true
    }
}

extension Substring.UnicodeScalarView {
    /// Behind the first place that has all of it; nil if there is none.
    fileprivate func end(of wanted: [Unicode.Scalar]) -> Index? {
        var start = startIndex
        while start < endIndex {
            if self[start...].starts(with: wanted) { return index(start, offsetBy: wanted.count) }
            start = index(after: start)
        }
        return nil
    }
}
