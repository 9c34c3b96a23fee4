import Foundation
import Glibc
import ProcessTesting
import Testing

/// A program on a terminal of its own, with the test as the person who sits there.
final class PersonsTerminal {
    private let master: Int32
    /// The path of the end that programs have.
    let name: String
    let process: StartedProcess
    /// Everything that the terminal has shown so far, byte for byte.
    private(set) var shown = ""
    private var seen = 0

    /// The settings before anything was started.
    let before: termios

    init(_ words: [String], _ variables: [String: String]) throws {
        let (master, name) = try #require(Pseudoterminal.open())
        (self.master, self.name) = (master, name)
        var settings = termios()
        tcgetattr(master, &settings)
        before = settings
        let environment = variables.merging(["TERM": "xterm"]) { $1 }.map { "\($0.key)=\($0.value)" }
        process = try StartedProcess(words, variables: environment, leadsSession: true) { actions in
            for descriptor: Int32 in 0...2 {
                posix_spawn_file_actions_addopen(&actions, descriptor, name, O_RDWR, 0)
            }
        }
    }

    deinit { close(master) }

    /// Waits until the terminal shows `text` after what was expected before.
    func expect(_ text: String) throws {
        while shown.unicodeScalars.dropFirst(seen).firstRange(of: Array(text.unicodeScalars)) == nil {
            try #require(readMore(), "“\(text)” was expected, but the terminal shows: \(shown)")
        }
        let scalars = shown.unicodeScalars
        let range = try #require(scalars.dropFirst(seen).firstRange(of: Array(text.unicodeScalars)))
        seen = scalars.distance(from: scalars.startIndex, to: range.upperBound)
    }

    func type(_ text: String) {
        _ = Array(text.utf8).withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
    }

    /// As it is now.
    var settings: tcflag_t {
        var settings = termios()
        tcgetattr(master, &settings)
        return settings.c_lflag
    }

    /// Reads what is left and returns the exit code.
    @discardableResult func end() -> Int32 {
        while readMore() {}
        if !isHungUp {
            Issue.record("the program goes on without a word; the terminal shows: \(shown)")
            process.send(SIGKILL)
        }
        return process.wait()
    }

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
        // What is shown here is ASCII and quotation marks, which never end a chunk.
        shown += String(decoding: buffer[..<count], as: UTF8.self)
        return true
    }
}

extension Substring.UnicodeScalarView {
    fileprivate func firstRange(of wanted: [Unicode.Scalar]) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].starts(with: wanted) { return start..<index(start, offsetBy: wanted.count) }
            start = index(after: start)
        }
        return nil
    }
}
