import Foundation
import Glibc
import TestSupport

/// Debian's Chromium without a window, driven by the DevTools protocol over two pipes.
///
/// Protocol: https://chromedevtools.github.io/devtools-protocol/ (messages are JSON and end with a zero byte).
public final class Chromium {
    public typealias Message = [String: Any]

    /// Where Debian has it.
    public static let path = "/usr/bin/chromium"
    /// Whether it is installed, and not left to “make test-browser”.
    public static var isInstalled: Bool { RealBrowsers.areWanted && access(path, X_OK) == 0 }

    private let directory: TemporaryDirectory
    private let process: ChildProcess
    private let requests: Int32
    private let answers: Int32
    private var buffer: [UInt8] = []
    private var lastID = 0
    /// What is done with an event, which may be answered by ``send(_:_:session:)``.
    var onEvent: ((_ method: String, _ parameters: Message, _ session: String?) throws -> Void)?

    /// Starts the browser with a new profile.
    ///
    /// - Parameters:
    ///   - arguments: more arguments of the command line.
    ///   - variables: more variables of its environment.
    ///   - prepare: puts files into the directory of the profile before it starts.
    public init(
        _ arguments: [String] = [], variables: [String: String] = [:],
        prepare: (_ profile: String) throws -> Void = { _ in }
    ) throws {
        directory = try TemporaryDirectory()
        try prepare(directory("profile"))
        var (down, up): ([Int32], [Int32]) = ([0, 0], [0, 0])
        // Pairs of sockets, since these can be made so that no other child gets them.
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &down) == 0, socketpair(AF_UNIX, kind, 0, &up) == 0 else {
            throw TestFailure("no sockets for the browser")
        }
        (requests, answers) = (down[1], up[0])
        defer {
            close(down[0])
            close(up[1])
        }
        process = try ChildProcess(
            [
                Self.path, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run",
                "--disable-background-networking", "--user-data-dir=\(directory("profile"))",
                "--window-size=1280,1024", "--lang=en",
            ] + arguments + ["about:blank"],
            variables: [
                "HOME": directory.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8",
                "DBUS_SESSION_BUS_ADDRESS": "disabled:",
            ].merging(variables) { $1 },
            output: .null, errors: .null, others: [3: .descriptor(down[0]), 4: .descriptor(up[1])])
    }

    /// Ends it at once.
    public func kill() { process.end() }

    deinit {
        process.end()
        close(requests)
        close(answers)
    }

    /// Sends a command and waits for its result; events that come before are given to `onEvent`.
    ///
    /// - Parameters:
    ///   - method: its name.
    ///   - parameters: as the protocol has them.
    ///   - session: of a page; `nil` for the browser.
    /// - Throws: ``TestFailure`` with the browser's error, or if it has ended.
    @discardableResult
    public func call(_ method: String, _ parameters: Message = [:], session: String? = nil) throws -> Message {
        let id = try send(method, parameters, session: session)
        while true {
            let message = try receive()
            guard message["id"] as? Int == id else {
                try handle(message)
                continue
            }
            if let error = message["error"] as? Message {
                throw TestFailure("\(method): \(error["message"] as? String ?? "\(error)")")
            }
            return message["result"] as? Message ?? [:]
        }
    }

    /// Sends a command without waiting for its result.
    @discardableResult
    func send(_ method: String, _ parameters: Message, session: String?) throws -> Int {
        lastID += 1
        var message: Message = ["id": lastID, "method": method, "params": parameters]
        if let session { message["sessionId"] = session }
        var bytes = [UInt8](try JSONSerialization.data(withJSONObject: message)) + [0]
        while !bytes.isEmpty {
            let count = write(requests, bytes, bytes.count)
            guard count > 0 else { throw TestFailure("the browser has ended") }
            bytes.removeFirst(count)
        }
        return lastID
    }

    /// The ids of what the browser has, by kind (`page`, `tab`, `service_worker`) and address.
    public func targets(_ kind: String, _ isMeant: (_ url: String) -> Bool) throws -> [String] {
        let answer = try call("Target.getTargets", ["filter": [[String: Any]()]])
        let all = answer["targetInfos"] as? [Message] ?? []
        return all.filter { $0["type"] as? String == kind && isMeant($0["url"] as? String ?? "") }
            .compactMap { $0["targetId"] as? String }
    }

    /// Waits until the browser has something of a kind and an address, and returns its id.
    public func target(_ kind: String, _ isMeant: (_ url: String) -> Bool) throws -> String {
        try call("Target.setDiscoverTargets", ["discover": true, "filter": [[String: Any]()]])
        while true {
            if let found = try targets(kind, isMeant).first { return found }
            try handle(try receive())
        }
    }

    /// Waits until an event has made a condition true.
    func wait(until isTrue: () -> Bool) throws {
        while !isTrue() { try handle(try receive()) }
    }

    private func handle(_ message: Message) throws {
        guard let method = message["method"] as? String else { return }
        try onEvent?(method, message["params"] as? Message ?? [:], message["sessionId"] as? String)
    }

    private func receive() throws -> Message {
        while true {
            if let end = buffer.firstIndex(of: 0) {
                defer { buffer.removeFirst(end + 1) }
                return try JSONSerialization.jsonObject(with: Data(buffer[..<end])) as? Message ?? [:]
            }
            var wanted = pollfd(fd: answers, events: Int16(POLLIN), revents: 0)
            guard poll(&wanted, 1, 120_000) > 0 else { throw TestFailure("the browser does not answer") }
            var part = [UInt8](repeating: 0, count: 1 << 18)
            let count = read(answers, &part, part.count)
            guard count > 0 else { throw TestFailure("the browser has ended") }
            buffer += part[..<count]
        }
    }
}
