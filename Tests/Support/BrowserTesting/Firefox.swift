import Foundation
import Glibc
import TestSupport

/// Debian's Firefox without a window, driven by the Marionette protocol.
///
/// Protocol: https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html (a message is its length, a colon and JSON).
public final class Firefox {
    public typealias Message = [String: Any]

    /// Where Debian has it.
    public static let path = "/usr/bin/firefox-esr"
    /// Whether it is installed, and not left to “make test-browser”.
    public static var isInstalled: Bool { RealBrowsers.areWanted && access(path, X_OK) == 0 }

    private let directory: TemporaryDirectory
    private let process: ChildProcess
    private let socket: Int32
    private var buffer: [UInt8] = []
    private var lastID = 0
    private var isInChrome = false
    private var window = ""

    /// Starts the browser with a new profile.
    ///
    /// - Parameters:
    ///   - variables: more variables of its environment.
    ///   - preferences: more preferences of the profile.
    ///   - prepare: puts files into its home directory before it starts.
    public init(
        variables: [String: String] = [:], preferences: Message = [:],
        prepare: (_ home: String) throws -> Void = { _ in }
    ) throws {
        directory = try TemporaryDirectory()
        let profile = directory("profile")
        try FileManager.default.createDirectory(atPath: profile, withIntermediateDirectories: false)
        try Self.preferences(preferences).write(toFile: profile + "/user.js", atomically: true, encoding: .utf8)
        try prepare(directory.path)
        let port = try AwaitedFile("MarionetteActivePort", in: profile)
        process = try ChildProcess(
            [
                Self.path, "--headless", "--no-remote", "--marionette", "-remote-allow-system-access", "--profile",
                profile,
            ],
            variables: [
                "HOME": directory.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "MOZ_HEADLESS_WIDTH": "1280",
                "MOZ_HEADLESS_HEIGHT": "1024", "DBUS_SESSION_BUS_ADDRESS": "disabled:",
            ].merging(variables) { $1 },
            output: .null, errors: .null)
        let number = UInt16(try port.text().trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
        socket = try Self.connect(number)
        // It greets.
        _ = try receive()
        try call("WebDriver:NewSession", ["unhandledPromptBehavior": "accept", "timeouts": ["script": 120_000]])
    }

    /// Ends it at once.
    public func kill() { process.end() }

    deinit {
        process.end()
        close(socket)
    }

    private static func preferences(_ more: Message) throws -> String {
        let ours: Message = [
            // Any port that is free, which is told in a file.
            "marionette.port": 0, "datareporting.policy.dataSubmissionEnabled": false,
            "browser.shell.checkDefaultBrowser": false, "browser.aboutwelcome.enabled": false,
            "app.update.enabled": false, "app.normandy.enabled": false, "network.captive-portal-service.enabled": false,
            "network.connectivity-service.enabled": false, "extensions.getAddons.cache.enabled": false,
        ]
        return try ours.merging(more) { $1 }.map { name, value in
            let json = try JSONSerialization.data(withJSONObject: [name, value])
            return "user_pref(\(String(decoding: json, as: UTF8.self).dropFirst().dropLast()));\n"
        }.joined()
    }

    private static func connect(_ port: UInt16) throws -> Int32 {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        let result = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else {
            Glibc.close(socket)
            throw TestFailure("Firefox does not listen on port \(port)")
        }
        return socket
    }

    // MARK: - Commands

    /// Sends a command, waits for its result, and returns its value.
    ///
    /// - Throws: ``TestFailure`` with the browser's error, or if it has ended.
    @discardableResult
    public func call(_ name: String, _ parameters: Message = [:]) throws -> Any? {
        lastID += 1
        let json = try JSONSerialization.data(withJSONObject: [0, lastID, name, parameters] as [Any])
        var bytes = Array("\(json.count):".utf8) + json
        while !bytes.isEmpty {
            let count = Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
            guard count > 0 else { throw TestFailure("Firefox has ended") }
            bytes.removeFirst(count)
        }
        // One command at a time: the next message is its answer.
        guard let answer = try receive() as? [Any], answer.count == 4 else { throw TestFailure("no answer: \(name)") }
        if let error = answer[2] as? Message { throw TestFailure("\(name): \(error["message"] ?? error)") }
        return (answer[3] as? Message)?["value"] ?? answer[3]
    }

    /// Runs the body of a function in a window's current page, waits for its promise, and returns its value.
    ///
    /// - Parameter world: the name of a world in which the page's scripts see nothing of it; `nil` for the page's own.
    public func run(_ script: String, _ arguments: [Any] = [], world: String? = nil) throws -> Any? {
        var parameters: Message = ["script": script, "args": arguments, "newSandbox": false]
        if let world { parameters["sandbox"] = world }
        return try call("WebDriver:ExecuteScript", parameters)
    }

    /// Runs the body of a function in the browser's own window, with all rights.
    @discardableResult
    public func runInBrowser(_ script: String, _ arguments: [Any] = []) throws -> Any? {
        try call("Marionette:SetContext", ["value": "chrome"])
        defer { _ = try? call("Marionette:SetContext", ["value": "content"]) }
        return try run(script, arguments, world: "system")
    }

    /// Directs the next commands to a tab.
    public func select(_ handle: String) throws {
        guard handle != window else { return }
        try call("WebDriver:SwitchToWindow", ["handle": handle, "focus": true])
        window = handle
    }

    /// Opens an empty tab, and returns its handle.
    public func newTab() throws -> String {
        let made = try call("WebDriver:NewWindow", ["type": "tab", "focus": true]) as? Message
        return made?["handle"] as? String ?? ""
    }

    /// The handles of all tabs.
    public func tabs() throws -> [String] { try call("WebDriver:GetWindowHandles") as? [String] ?? [] }

    private func receive() throws -> Any {
        while true {
            if let colon = buffer.firstIndex(of: UInt8(ascii: ":")),
                let length = Int(String(decoding: buffer[..<colon], as: UTF8.self)), buffer.count > colon + length
            {
                defer { buffer.removeFirst(colon + 1 + length) }
                return try JSONSerialization.jsonObject(with: Data(buffer[(colon + 1)...(colon + length)]))
            }
            var wanted = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            guard poll(&wanted, 1, 120_000) > 0 else { throw TestFailure("Firefox does not answer") }
            var part = [UInt8](repeating: 0, count: 1 << 18)
            let count = read(socket, &part, part.count)
            guard count > 0 else { throw TestFailure("Firefox has ended") }
            buffer += part[..<count]
        }
    }
}
