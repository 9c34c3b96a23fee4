import Foundation
import Glibc
import Synchronization

// A FAKE: a password manager that stores nothing and shows no prompt. It speaks what Docs/password-manager-feature.md describes.

/// A password manager whose answers a test says.
public final class ScriptedManager: Sendable {
    /// What a program asks for.
    public struct Request: Sendable, Equatable {
        /// What is to be done.
        public enum Operation: UInt64, Sendable {
            case find = 1
            case store, change, fill
        }

        /// What is to be done.
        public let operation: Operation
        /// What the login is for.
        public let url: String
        /// Of the details, those that are there.
        public var title, username, notes, sectionTitle, password, oldPassword: String?
        /// Fields of the program's own, and their values.
        public var fields: [String: String] = [:]
        /// Of the options for a generated password, those that are there.
        public var minLength, maxLength: Int?
        /// Of the options for a generated password, those that are there.
        public var requiresDigits, requiresSymbols: Bool?
        /// Of the options for a generated password, if it is there.
        public var forbiddenCharacters: String?
        /// The window that the sheet is to belong to; empty: none.
        public var parentWindow = ""
        /// By which the sheet is to come to the front; empty: none.
        public var activationToken = ""
    }

    /// What becomes of a request.
    public enum Answer: Sendable {
        /// A login, as it was picked or saved.
        case login(_ username: String, _ password: String, old: String? = nil, fields: [String: String] = [:])
        /// One of the errors of the extension API: 0 is a cancel.
        case refusal(_ code: UInt64, _ reason: String = "")
        /// The end of the connection, as if the manager had crashed.
        case hangUp
    }

    /// What it is called.
    public static let title = "1Password"

    private struct State {
        var requests: [Request] = []
        var react: @Sendable (Request) -> Answer
    }

    private let state: Mutex<State>
    private let manifest: String
    private let path: String
    private let listener: Int32

    /// Installs it for the user of a stage, and starts it.
    ///
    /// - Parameters:
    ///   - stage: whose user has it installed.
    ///   - react: says what becomes of a request. Not called on the main thread.
    @MainActor public init(
        on stage: Stage, _ react: @escaping @Sendable (Request) -> Answer = { _ in .refusal(0) }
    ) throws {
        state = Mutex(State(react: react))
        path = stage.home + "/scripted.socket"
        let directory = stage.home + "/share/password-managers"
        manifest = directory + "/scripted.json"
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        let text = """
            {"name": "scripted", "title": "\(Self.title)", "protocol": 1, "sockets": ["$XDG_RUNTIME_DIR/scripted.socket"],
             "feature": "org-appextension-feature-password-management"}
            """
        try Data(text.utf8).write(to: URL(fileURLWithPath: manifest))
        chmod(manifest, 0o644)
        listener = try Self.listen(path)
        Thread.detachNewThread { [weak self, listener] in
            while case let accepted = accept(listener, nil, nil), accepted >= 0 {
                guard let self else {
                    close(accepted)
                    return
                }
                Thread.detachNewThread { ScriptedConnection(accepted).serve { self.answer($0) } }
            }
        }
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
        unlink(path)
        unlink(manifest)
    }

    /// The requests so far.
    public var requests: [Request] { state.withLock { $0.requests } }

    /// Says what becomes of the requests from now on.
    public func react(_ body: @escaping @Sendable (Request) -> Answer) { state.withLock { $0.react = body } }

    private func answer(_ request: Request) -> Answer {
        let react = state.withLock { state in
            state.requests.append(request)
            return state.react
        }
        return react(request)
    }

    private static func listen(_ path: String) throws -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { room in
            room.count > path.utf8.count
                && {
                    room.copyBytes(from: path.utf8); return true
                }()
        }
        unlink(path)
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) == 0 }
        }
        guard fits, isBound, Glibc.listen(descriptor, 16) == 0 else { throw TestFailure("no socket “\(path)”") }
        return descriptor
    }
}
