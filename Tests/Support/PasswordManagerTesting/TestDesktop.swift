import AppExtensions
import Foundation
import Synchronization
import TestSupport

/// A user's directories, in one that the test removes: where manifests, sockets and settings are looked for.
package final class TestDesktop: Sendable {
    private let directory: TemporaryDirectory
    package var path: String { directory.path }
    private let started = Mutex<[Manifest.Start]>([])
    private let variables: Mutex<[String: String]>
    private let starting = Mutex<(@Sendable (Manifest.Start) -> Void)?>(nil)

    package init() throws {
        directory = try TemporaryDirectory(mode: 0o700)
        let path = directory.path
        variables = Mutex([
            "HOME": path, "XDG_DATA_HOME": path + "/data", "XDG_DATA_DIRS": path + "/shared:" + path + "/more",
            "XDG_CONFIG_HOME": path + "/config", "XDG_RUNTIME_DIR": path + "/run",
        ])
        for directory in [
            "data/password-managers", "shared/password-managers", "more/password-managers", "config", "run",
        ] {
            try FileManager.default.createDirectory(
                atPath: path + "/" + directory, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        }
    }

    /// The environment of a program in it.
    package var environment: [String: String] { variables.withLock { $0 } }

    package func set(_ name: String, _ value: String?) { variables.withLock { $0[name] = value } }

    /// What was to be started.
    package var starts: [Manifest.Start] { started.withLock { $0 } }

    /// What happens when a manager is to be started.
    package func onStart(_ body: @escaping @Sendable (Manifest.Start) -> Void) { starting.withLock { $0 = body } }

    package var managerEnvironment: ManagerEnvironment {
        var managerEnvironment = ManagerEnvironment(
            variable: { [self] name in variables.withLock { $0[name] } },
            start: { [self] start in
                started.withLock { $0.append(start) }
                let body = starting.withLock { $0 }
                body?(start)
            })
        managerEnvironment.systemUnitDirectories = []
        return managerEnvironment
    }

    /// What a program in it uses.
    package func passwordManager(_ delivery: MainQueueDelivery = MainQueueDelivery()) -> PasswordManagerExtension {
        PasswordManagerExtension(environment: managerEnvironment, delivery: delivery)
    }

    /// A path below it.
    package func callAsFunction(_ name: String) -> String { path + "/" + name }

    /// Writes a file that only its owner may write.
    @discardableResult
    package func write(_ text: String, to name: String, mode: Int = 0o600) throws -> String {
        let file = self(name)
        try FileManager.default.createDirectory(
            atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: file))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
        return file
    }

    /// A manifest.
    package static func manifest(
        _ name: String, sockets: [String]? = nil, _ more: String = ""
    ) -> String {
        let sockets = (sockets ?? ["$XDG_RUNTIME_DIR/\(name).socket"]).map { "\"\($0)\"" }.joined(separator: ", ")
        return """
            {
                "name": "\(name)", "title": "\(name.capitalized)", "icon": "org.example.\(name)",
                "feature": "org-appextension-feature-password-management", "protocol": 1,
                "sockets": [\(sockets)]\(more)
            }
            """
    }

    /// Installs and starts a manager that answers as the test says.
    package func install(
        _ name: String = "toy", react: @escaping @Sendable (ToyPasswordManager.Received) -> ToyPasswordManager.Reaction
    ) throws -> ToyPasswordManager {
        try write(Self.manifest(name), to: "data/password-managers/\(name).json")
        return try ToyPasswordManager(at: self("run/\(name).socket"), react: react)
    }
}

extension AsyncStream where Element: Sendable {
    /// The next element.
    package func next() async -> Element? { await first { _ in true } }
}

/// A value that closures share.
package final class Box<Value: Sendable>: Sendable {
    private let state: Mutex<Value>
    package init(_ value: Value) { state = Mutex(value) }
    package func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result { state.withLock { body(&$0) } }
    package var value: Value {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
